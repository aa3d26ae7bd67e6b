import type { AssetId, DataItemId, EpochMs } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { nameKey, storableText } from '#names.ts';
import type { DataItemsTable } from './definition-tables.ts';

export interface DataItemRecord {
  dataItemId: DataItemId;
  label: string;
  /** The unit it usually has. */
  unit: string;
  createdMs: EpochMs;
}

const ROWS_PER_STATEMENT = 1_000;

function toRecord(row: Selectable<DataItemsTable>): DataItemRecord {
  return {
    dataItemId: row.data_item_id as DataItemId,
    label: row.label,
    unit: row.unit,
    createdMs: row.created_ms,
  };
}

function* slices<T>(rows: readonly T[]): Generator<T[]> {
  for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT) {
    yield rows.slice(first, first + ROWS_PER_STATEMENT);
  }
}

/** The global data items (one id per label) and which asset has sent which. */
export class DataItemRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  within(transaction: Kysely<Database>): DataItemRepository {
    return new DataItemRepository(transaction);
  }

  async list(): Promise<DataItemRecord[]> {
    return (await this.#db.selectFrom('data_items').selectAll().orderBy('label_key').execute()).map(toRecord);
  }

  async find(dataItemId: DataItemId): Promise<DataItemRecord | undefined> {
    const row = await this.#db
      .selectFrom('data_items')
      .selectAll()
      .where('data_item_id', '=', dataItemId)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  /**
   * The data item of each label, created where there is none yet.
   * @returns by `nameKey(label)`; a label keeps the spelling it was first seen with
   */
  async ensure(labels: readonly string[], createdMs: EpochMs): Promise<Map<string, DataItemRecord>> {
    const byKey = new Map(labels.map((label) => [nameKey(label), storableText(label).trim()]));
    const known = await this.findByLabels([...byKey.values()]);
    const missing = [...byKey].filter(([key]) => !known.has(key));
    for (const rows of slices(missing)) {
      await this.#db
        .insertInto('data_items')
        .values(rows.map(([label_key, label]) => ({ label, label_key, unit: '', created_ms: createdMs })))
        .onConflict((conflict) => conflict.column('label_key').doNothing())
        .execute();
    }
    if (missing.length === 0) return known;
    const created = await this.findByLabels(missing.map(([, label]) => label));
    return new Map([...known, ...created]);
  }

  /** By `nameKey(label)`; labels that nobody has sent or defined are left out. */
  async findByLabels(labels: readonly string[]): Promise<Map<string, DataItemRecord>> {
    const found = new Map<string, DataItemRecord>();
    for (const some of slices(labels)) {
      const rows = await this.#db
        .selectFrom('data_items')
        .selectAll()
        .where('label_key', 'in', some.map(nameKey))
        .execute();
      for (const row of rows) found.set(row.label_key, toRecord(row));
    }
    return found;
  }

  /** Gives a data item its usual unit if it has none yet. */
  async setUsualUnit(dataItemId: DataItemId, unit: string): Promise<void> {
    await this.#db
      .updateTable('data_items')
      .set({ unit: storableText(unit) })
      .where('data_item_id', '=', dataItemId)
      .where('unit', '=', '')
      .execute();
  }

  /** Every (asset, data item) pair, by asset. */
  async listAssetItems(): Promise<{ assetId: AssetId; dataItemId: DataItemId }[]> {
    const rows = await this.#db
      .selectFrom('asset_data_items')
      .select(['asset_id', 'data_item_id'])
      .orderBy('asset_id')
      .orderBy('data_item_id')
      .execute();
    return rows.map((row) => ({ assetId: row.asset_id as AssetId, dataItemId: row.data_item_id as DataItemId }));
  }

  /** The data items that an asset has sent, by label. */
  async listOfAsset(assetId: AssetId): Promise<DataItemRecord[]> {
    const rows = await this.#db
      .selectFrom('data_items as item')
      .innerJoin('asset_data_items as link', 'link.data_item_id', 'item.data_item_id')
      .selectAll('item')
      .where('link.asset_id', '=', assetId)
      .orderBy('item.label_key')
      .execute();
    return rows.map(toRecord);
  }

  /** The data items that each of these assets has sent. */
  async listOfAssets(assetIds: readonly AssetId[]): Promise<{ assetId: AssetId; item: DataItemRecord }[]> {
    const found: { assetId: AssetId; item: DataItemRecord }[] = [];
    for (const some of slices(assetIds)) {
      const rows = await this.#db
        .selectFrom('data_items as item')
        .innerJoin('asset_data_items as link', 'link.data_item_id', 'item.data_item_id')
        .selectAll('item')
        .select('link.asset_id')
        .where('link.asset_id', 'in', some)
        .execute();
      for (const row of rows) found.push({ assetId: row.asset_id as AssetId, item: toRecord(row) });
    }
    return found;
  }

  /** The data items that these assets have sent, or their definitions have. */
  async listIdsOfAssets(assetIds: readonly AssetId[]): Promise<Set<DataItemId>> {
    const found = new Set<DataItemId>();
    for (const some of slices(assetIds)) {
      const rows = await this.#db
        .selectFrom('asset_data_items')
        .select('data_item_id')
        .where('asset_id', 'in', some)
        .union((union) =>
          union
            .selectFrom('definition_data_items as defined')
            .innerJoin('assets', 'assets.asset_definition_id', 'defined.asset_definition_id')
            .select('defined.data_item_id')
            .where('assets.asset_id', 'in', some),
        )
        .execute();
      for (const row of rows) found.add(row.data_item_id as DataItemId);
    }
    return found;
  }

  /** Notes that an asset has these data items; those it has already are passed over. */
  async addToAsset(assetId: AssetId, dataItemIds: readonly DataItemId[], createdMs: EpochMs): Promise<void> {
    for (const some of slices(dataItemIds)) {
      await this.#db
        .insertInto('asset_data_items')
        .values(some.map((id) => ({ asset_id: assetId, data_item_id: id, created_ms: createdMs })))
        .onConflict((conflict) => conflict.columns(['asset_id', 'data_item_id']).doNothing())
        .execute();
    }
  }

  /** The same for many assets at once. */
  async addToAssets(links: readonly { assetId: AssetId; dataItemId: DataItemId }[], createdMs: EpochMs): Promise<void> {
    for (const some of slices(links)) {
      await this.#db
        .insertInto('asset_data_items')
        .values(some.map((l) => ({ asset_id: l.assetId, data_item_id: l.dataItemId, created_ms: createdMs })))
        .onConflict((conflict) => conflict.columns(['asset_id', 'data_item_id']).doNothing())
        .execute();
    }
  }
}
