import type { AssetDefinitionId, AssetId, DataItemId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { readDisplayOverride } from './stored-display.ts';

/** In which units values are, by where that is written down. */
export class ItemUnitRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** What single assets have differently; '': that they have none. */
  async listOfAssets(): Promise<{ assetId: AssetId; dataItemId: DataItemId; unit: string }[]> {
    const rows = await this.#db
      .selectFrom('asset_item_displays')
      .select(['asset_id', 'data_item_id', 'display'])
      .execute();
    return rows.flatMap(({ asset_id, data_item_id, display }) => {
      const { unit } = readDisplayOverride(display);
      return unit === undefined ? [] : [{ assetId: asset_id as AssetId, dataItemId: data_item_id as DataItemId, unit }];
    });
  }

  async listOfDefinitions(): Promise<{ assetDefinitionId: AssetDefinitionId; dataItemId: DataItemId; unit: string }[]> {
    const rows = await this.#db
      .selectFrom('definition_data_items')
      .select(['asset_definition_id', 'data_item_id', 'unit'])
      .execute();
    return rows.map(({ asset_definition_id, data_item_id, unit }) => {
      return {
        assetDefinitionId: asset_definition_id as AssetDefinitionId,
        dataItemId: data_item_id as DataItemId,
        unit,
      };
    });
  }

  /** What counts where a definition does not have the data item. */
  async listUsual(): Promise<{ dataItemId: DataItemId; unit: string }[]> {
    const rows = await this.#db
      .selectFrom('data_items')
      .select(['data_item_id', 'unit'])
      .where('unit', '<>', '')
      .execute();
    return rows.map(({ data_item_id, unit }) => ({ dataItemId: data_item_id as DataItemId, unit }));
  }
}
