import type { AdminId, AssetDefinitionId, AssetId, EpochMs, UserId } from '@telltale/contract';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '#db/schema.ts';
import { nameKey, storableText } from '#names.ts';
import type { AssetsTable } from './asset-tables.ts';

export interface AssetRecord {
  assetId: AssetId;
  assetDefinitionId: AssetDefinitionId;
  adminId: AdminId;
  serialNumber: string;
  assetAlias: string;
  description: string;
  lastContactMs: EpochMs | null;
  createdMs: EpochMs;
}

/** What the device registry knows of an asset. */
export interface DeviceRecord extends AssetRecord {
  tokenHash: string;
}

export interface NewAsset {
  assetDefinitionId: AssetDefinitionId;
  adminId: AdminId;
  serialNumber: string;
  assetAlias: string;
  description: string;
  tokenHash: string;
  createdMs: EpochMs;
}

/** Parameters of a row: eight. */
const ASSETS_PER_STATEMENT = 1_000;
const KEYS_PER_STATEMENT = 10_000;

/** Two parameters a row; SQLite takes 32,766 in a statement. */
const CONTACTS_PER_STATEMENT = 5_000;

function toRecord(row: Selectable<AssetsTable>): DeviceRecord {
  return {
    assetId: row.asset_id as AssetId,
    assetDefinitionId: row.asset_definition_id as AssetDefinitionId,
    adminId: row.admin_id as AdminId,
    serialNumber: row.serial_number,
    assetAlias: row.asset_alias,
    description: row.description,
    tokenHash: row.token_hash,
    lastContactMs: row.last_contact_ms,
    createdMs: row.created_ms,
  };
}

function toNewRow(asset: NewAsset) {
  return {
    asset_definition_id: asset.assetDefinitionId,
    admin_id: asset.adminId,
    serial_number: storableText(asset.serialNumber),
    serial_key: nameKey(asset.serialNumber),
    asset_alias: storableText(asset.assetAlias),
    description: storableText(asset.description),
    token_hash: asset.tokenHash,
    last_contact_ms: null,
    created_ms: asset.createdMs,
  };
}

export class AssetRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async list(): Promise<DeviceRecord[]> {
    return (await this.#db.selectFrom('assets').selectAll().orderBy('asset_id').execute()).map(toRecord);
  }

  async find(assetId: AssetId): Promise<DeviceRecord | undefined> {
    return this.#findWhere('asset_id', assetId);
  }

  /** Serial numbers match without regard to case. */
  async findBySerialNumber(serialNumber: string): Promise<DeviceRecord | undefined> {
    return this.#findWhere('serial_key', nameKey(serialNumber));
  }

  async findByTokenHash(tokenHash: string): Promise<DeviceRecord | undefined> {
    return this.#findWhere('token_hash', tokenHash);
  }

  /** Those of the assets that there are, in order of id. */
  async findAll(assetIds: readonly AssetId[]): Promise<DeviceRecord[]> {
    const found = await this.#findIn('asset_id', assetIds);
    return found.sort((a, b) => a.assetId - b.assetId);
  }

  /** Those of the serial numbers that are in use; they match without regard to case. */
  async findBySerialNumbers(serialNumbers: readonly string[]): Promise<DeviceRecord[]> {
    return this.#findIn('serial_key', serialNumbers.map(nameKey));
  }

  /** Creates assets whose serial numbers nobody has. */
  async insertAll(assets: readonly NewAsset[]): Promise<AssetRecord[]> {
    const created: AssetRecord[] = [];
    for (let first = 0; first < assets.length; first += ASSETS_PER_STATEMENT) {
      const rows = assets.slice(first, first + ASSETS_PER_STATEMENT).map(toNewRow);
      created.push(...(await this.#db.insertInto('assets').values(rows).returningAll().execute()).map(toRecord));
    }
    return created;
  }

  /** Undefined: the serial number is taken. */
  async insert(asset: NewAsset): Promise<AssetRecord | undefined> {
    const row = await this.#db
      .insertInto('assets')
      .values(toNewRow(asset))
      .onConflict((conflict) => conflict.column('serial_key').doNothing())
      .returningAll()
      .executeTakeFirst();
    return row && toRecord(row);
  }

  /** Gives assets to an admin unit. */
  async setUnit(assetIds: readonly AssetId[], adminId: AdminId): Promise<void> {
    for (let first = 0; first < assetIds.length; first += ASSETS_PER_STATEMENT) {
      const some = assetIds.slice(first, first + ASSETS_PER_STATEMENT);
      await this.#db.updateTable('assets').set({ admin_id: adminId }).where('asset_id', 'in', some).execute();
    }
  }

  async update(
    assetId: AssetId,
    change: {
      adminId?: AdminId;
      serialNumber?: string | undefined;
      assetAlias?: string | undefined;
      description?: string | undefined;
    },
  ): Promise<void> {
    const { adminId, serialNumber, assetAlias, description } = change;
    const set = {
      ...(adminId === undefined ? {} : { admin_id: adminId }),
      ...(serialNumber === undefined
        ? {}
        : { serial_number: storableText(serialNumber), serial_key: nameKey(serialNumber) }),
      ...(assetAlias === undefined ? {} : { asset_alias: storableText(assetAlias) }),
      ...(description === undefined ? {} : { description: storableText(description) }),
    };
    if (Object.keys(set).length === 0) return;
    await this.#db.updateTable('assets').set(set).where('asset_id', '=', assetId).execute();
  }

  async setTokenHash(assetId: AssetId, tokenHash: string): Promise<void> {
    await this.#db.updateTable('assets').set({ token_hash: tokenHash }).where('asset_id', '=', assetId).execute();
  }

  /** Keeps when assets were last heard of; assets that are gone by now are passed over. */
  async saveLastContacts(contacts: readonly { assetId: AssetId; lastContactMs: EpochMs }[]): Promise<void> {
    for (let first = 0; first < contacts.length; first += CONTACTS_PER_STATEMENT) {
      const rows = contacts
        .slice(first, first + CONTACTS_PER_STATEMENT)
        .map((c) => sql`(cast(${c.assetId} as bigint), cast(${c.lastContactMs} as bigint))`);
      await sql`
        update assets set last_contact_ms = heard.column2
        from (values ${sql.join(rows)}) as heard
        where assets.asset_id = heard.column1
      `.execute(this.#db);
    }
  }

  /** Attributes, coordinates, data items and group links go with it; journal and history stay. */
  async delete(assetId: AssetId): Promise<void> {
    await this.#db.deleteFrom('assets').where('asset_id', '=', assetId).execute();
  }

  /** The asset groups that the user's groups name directly, oldest first. */
  async listGroupIdsOfUser(userId: UserId): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('user_group_asset_groups as link')
      .innerJoin('user_group_users as member', 'member.user_group_id', 'link.user_group_id')
      .select('link.asset_group_id')
      .distinct()
      .where('member.user_id', '=', userId)
      .orderBy('link.asset_group_id')
      .execute();
    return rows.map((row) => row.asset_group_id);
  }

  /** The asset groups that it is in. */
  async listGroupIdsOfAsset(assetId: AssetId): Promise<number[]> {
    const rows = await this.#db
      .selectFrom('asset_group_assets')
      .select('asset_group_id')
      .where('asset_id', '=', assetId)
      .orderBy('asset_group_id')
      .execute();
    return rows.map((row) => row.asset_group_id);
  }

  async addToGroup(assetGroupId: number, ...assetIds: AssetId[]): Promise<void> {
    for (let first = 0; first < assetIds.length; first += KEYS_PER_STATEMENT) {
      const ids = assetIds.slice(first, first + KEYS_PER_STATEMENT);
      await this.#db
        .insertInto('asset_group_assets')
        .values(ids.map((assetId) => ({ asset_group_id: assetGroupId, asset_id: assetId })))
        .onConflict((conflict) => conflict.columns(['asset_group_id', 'asset_id']).doNothing())
        .execute();
    }
  }

  async #findIn(column: 'asset_id' | 'serial_key', keys: readonly (string | number)[]): Promise<DeviceRecord[]> {
    const found: DeviceRecord[] = [];
    for (let first = 0; first < keys.length; first += KEYS_PER_STATEMENT) {
      const some = keys.slice(first, first + KEYS_PER_STATEMENT);
      const rows = await this.#db.selectFrom('assets').selectAll().where(column, 'in', some).execute();
      found.push(...rows.map(toRecord));
    }
    return found;
  }

  async #findWhere(column: 'asset_id' | 'serial_key' | 'token_hash', value: string | number) {
    const row = await this.#db.selectFrom('assets').selectAll().where(column, '=', value).executeTakeFirst();
    return row && toRecord(row);
  }
}
