import type { AdminId, AssetDefinitionId, AssetId, EpochMs } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { nameKey, storableText } from '#names.ts';
import type { AssetDefinitionsTable } from './definition-tables.ts';

export interface AssetDefinitionRecord {
  assetDefinitionId: AssetDefinitionId;
  assetDefinitionName: string;
  alias: string;
}

/** The definition of the snubbing units keeps its id (spec 2 §9, §3 'JobAssetDefinition'). */
const SNUBBING_UNIT = { key: nameKey('HCU-LIME'), id: 1 };

function toRecord(row: Selectable<AssetDefinitionsTable>): AssetDefinitionRecord {
  return {
    assetDefinitionId: row.asset_definition_id as AssetDefinitionId,
    assetDefinitionName: row.asset_definition_name,
    alias: row.alias,
  };
}

export class AssetDefinitionRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async list(): Promise<AssetDefinitionRecord[]> {
    return (await this.#db.selectFrom('asset_definitions').selectAll().orderBy('name_key').execute()).map(toRecord);
  }

  async find(assetDefinitionId: AssetDefinitionId): Promise<AssetDefinitionRecord | undefined> {
    const row = await this.#db
      .selectFrom('asset_definitions')
      .selectAll()
      .where('asset_definition_id', '=', assetDefinitionId)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  /** Names match without regard to case. */
  async findByName(name: string): Promise<AssetDefinitionRecord | undefined> {
    const row = await this.#db
      .selectFrom('asset_definitions')
      .selectAll()
      .where('name_key', '=', nameKey(name))
      .executeTakeFirst();
    return row && toRecord(row);
  }

  /** Undefined: the name is taken. */
  async insert(
    name: string,
    alias: string,
    createdMs: EpochMs,
    adminId = 1 as AdminId,
  ): Promise<AssetDefinitionRecord | undefined> {
    const key = nameKey(name);
    const row = await this.#db
      .insertInto('asset_definitions')
      .values({
        ...(key === SNUBBING_UNIT.key ? { asset_definition_id: SNUBBING_UNIT.id } : {}),
        asset_definition_name: storableText(name).trim(),
        name_key: key,
        alias: storableText(alias),
        admin_id: adminId,
        created_ms: createdMs,
      })
      .onConflict((conflict) => conflict.column('name_key').doNothing())
      .returningAll()
      .executeTakeFirst();
    return row && toRecord(row);
  }

  /** The name must be free, or its own. */
  async rename({ assetDefinitionId, assetDefinitionName, alias }: AssetDefinitionRecord): Promise<void> {
    await this.#db
      .updateTable('asset_definitions')
      .set({
        asset_definition_name: storableText(assetDefinitionName).trim(),
        name_key: nameKey(assetDefinitionName),
        alias: storableText(alias),
      })
      .where('asset_definition_id', '=', assetDefinitionId)
      .execute();
  }

  /** The admin unit that made it; undefined: there is no such definition. */
  async findAdminId(assetDefinitionId: AssetDefinitionId): Promise<AdminId | undefined> {
    const row = await this.#db
      .selectFrom('asset_definitions')
      .select('admin_id')
      .where('asset_definition_id', '=', assetDefinitionId)
      .executeTakeFirst();
    return row?.admin_id as AdminId | undefined;
  }

  async delete(assetDefinitionId: AssetDefinitionId): Promise<void> {
    await this.#db.deleteFrom('asset_definitions').where('asset_definition_id', '=', assetDefinitionId).execute();
  }

  /** The assets of a definition, in order of id. */
  async listAssetIds(assetDefinitionId: AssetDefinitionId): Promise<AssetId[]> {
    const rows = await this.#db
      .selectFrom('assets')
      .select('asset_id')
      .where('asset_definition_id', '=', assetDefinitionId)
      .orderBy('asset_id')
      .execute();
    return rows.map((row) => row.asset_id as AssetId);
  }

  /** Whether no asset of the definition belongs to another admin unit. */
  async isOnlyOf(assetDefinitionId: AssetDefinitionId, adminId: AdminId): Promise<boolean> {
    const other = await this.#db
      .selectFrom('assets')
      .select('asset_id')
      .where('asset_definition_id', '=', assetDefinitionId)
      .where('admin_id', '!=', adminId)
      .limit(1)
      .executeTakeFirst();
    return other === undefined;
  }

  async countAssets(assetDefinitionId: AssetDefinitionId): Promise<number> {
    const row = await this.#db
      .selectFrom('assets')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('asset_definition_id', '=', assetDefinitionId)
      .executeTakeFirstOrThrow();
    return Number(row.count);
  }
}
