import type { AdminId, AssetDefinitionId, AssetGroupId, EpochMs, ProvisionKeyId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { ProvisionKeysTable } from './provision-tables.ts';

export interface ProvisionKeyRecord {
  provisionKeyId: ProvisionKeyId;
  name: string;
  /** The assets that are made with it belong to this admin unit. */
  adminId: AdminId;
  assetDefinitionId: AssetDefinitionId;
  assetGroupId: AssetGroupId | null;
  deviceKey: string;
  secretHash: string;
  expiresMs: EpochMs | null;
  maxAssets: number | null;
  madeAssets: number;
  createdMs: EpochMs;
}

/** What a key acts within, by name. */
export interface NamedProvisionKey extends ProvisionKeyRecord {
  adminName: string;
  assetDefinitionName: string;
  assetGroupName: string | null;
}

function toRecord(row: Selectable<ProvisionKeysTable>): ProvisionKeyRecord {
  return {
    provisionKeyId: row.provision_key_id as ProvisionKeyId,
    name: row.name,
    adminId: row.admin_id as AdminId,
    assetDefinitionId: row.asset_definition_id as AssetDefinitionId,
    assetGroupId: row.asset_group_id as AssetGroupId | null,
    deviceKey: row.device_key,
    secretHash: row.secret_hash,
    expiresMs: row.expires_ms,
    maxAssets: row.max_assets,
    madeAssets: row.made_assets,
    createdMs: row.created_ms,
  };
}

interface NamedRow extends Selectable<ProvisionKeysTable> {
  admin_name: string;
  asset_definition_name: string;
  alias: string;
  asset_group_name: string | null;
}

function toNamed(row: NamedRow): NamedProvisionKey {
  return {
    ...toRecord(row),
    adminName: row.admin_name,
    assetDefinitionName: row.alias || row.asset_definition_name,
    assetGroupName: row.asset_group_name,
  };
}

/** Keys with which devices make themselves assets. */
export class ProvisionKeyRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async list(): Promise<NamedProvisionKey[]> {
    return (await this.#named().orderBy('provision_key_id').execute()).map(toNamed);
  }

  async getNamed(provisionKeyId: ProvisionKeyId): Promise<NamedProvisionKey> {
    return toNamed(await this.#named().where('provision_key_id', '=', provisionKeyId).executeTakeFirstOrThrow());
  }

  async find(provisionKeyId: ProvisionKeyId): Promise<ProvisionKeyRecord | undefined> {
    const query = this.#db.selectFrom('provision_keys').selectAll().where('provision_key_id', '=', provisionKeyId);
    const row = await query.executeTakeFirst();
    return row && toRecord(row);
  }

  async findByDeviceKey(deviceKey: string): Promise<ProvisionKeyRecord | undefined> {
    const query = this.#db.selectFrom('provision_keys').selectAll().where('device_key', '=', storableText(deviceKey));
    const row = await query.executeTakeFirst();
    return row && toRecord(row);
  }

  async insert(key: Omit<ProvisionKeyRecord, 'provisionKeyId' | 'madeAssets'>): Promise<ProvisionKeyRecord> {
    const row = await this.#db
      .insertInto('provision_keys')
      .values({
        name: storableText(key.name),
        admin_id: key.adminId,
        asset_definition_id: key.assetDefinitionId,
        asset_group_id: key.assetGroupId,
        device_key: key.deviceKey,
        secret_hash: key.secretHash,
        expires_ms: key.expiresMs,
        max_assets: key.maxAssets,
        created_ms: key.createdMs,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toRecord(row);
  }

  /** One more asset was made with the key. */
  async countMade(provisionKeyId: ProvisionKeyId): Promise<void> {
    await this.#db
      .updateTable('provision_keys')
      .set((column) => ({ made_assets: column('made_assets', '+', 1) }))
      .where('provision_key_id', '=', provisionKeyId)
      .execute();
  }

  async delete(provisionKeyId: ProvisionKeyId): Promise<void> {
    await this.#db.deleteFrom('provision_keys').where('provision_key_id', '=', provisionKeyId).execute();
  }

  /** The admin unit of an asset group; undefined: there is no such group. */
  async unitOfGroup(assetGroupId: AssetGroupId): Promise<AdminId | undefined> {
    const query = this.#db.selectFrom('asset_groups').select('admin_id').where('asset_group_id', '=', assetGroupId);
    return (await query.executeTakeFirst())?.admin_id as AdminId | undefined;
  }

  #named() {
    return this.#db
      .selectFrom('provision_keys as keys')
      .innerJoin('admin_units as units', 'units.admin_id', 'keys.admin_id')
      .innerJoin('asset_definitions as definitions', 'definitions.asset_definition_id', 'keys.asset_definition_id')
      .leftJoin('asset_groups as groups', 'groups.asset_group_id', 'keys.asset_group_id')
      .selectAll('keys')
      .select([
        'units.admin_name',
        'definitions.asset_definition_name',
        'definitions.alias',
        'groups.asset_group_name',
      ]);
  }
}
