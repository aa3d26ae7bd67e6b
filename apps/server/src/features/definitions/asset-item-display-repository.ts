import type { AssetId, DataItemId, ItemDisplayOverride } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import { readDisplayOverride } from './stored-display.ts';

/** What single assets have differently from their definition in how data items are read. */
export class AssetItemDisplayRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** By data item, in the order of their labels. */
  async listOfAsset(assetId: AssetId): Promise<Map<DataItemId, ItemDisplayOverride>> {
    const rows = await this.#db
      .selectFrom('asset_item_displays as own')
      .innerJoin('data_items as item', 'item.data_item_id', 'own.data_item_id')
      .select(['own.data_item_id', 'own.display'])
      .where('own.asset_id', '=', assetId)
      .orderBy('item.label_key')
      .execute();
    return new Map(rows.map((row) => [row.data_item_id as DataItemId, readDisplayOverride(row.display)]));
  }

  async put(assetId: AssetId, dataItemId: DataItemId, override: ItemDisplayOverride): Promise<void> {
    const display = storableText(JSON.stringify(override));
    await this.#db
      .insertInto('asset_item_displays')
      .values({ asset_id: assetId, data_item_id: dataItemId, display })
      .onConflict((conflict) => conflict.columns(['asset_id', 'data_item_id']).doUpdateSet({ display }))
      .execute();
  }

  async delete(assetId: AssetId, dataItemId: DataItemId): Promise<void> {
    await this.#db
      .deleteFrom('asset_item_displays')
      .where('asset_id', '=', assetId)
      .where('data_item_id', '=', dataItemId)
      .execute();
  }
}
