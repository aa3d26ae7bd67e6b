import {
  type AssetDefinitionId,
  type DataItemId,
  type EpochMs,
  type ItemScaling,
  itemScalingSchema,
} from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';

/** How a definition scales one of its data items. */
export interface DefinitionScaling {
  readonly assetDefinitionId: AssetDefinitionId;
  readonly dataItemId: DataItemId;
  readonly scaling: ItemScaling;
}

type Of = Pick<DefinitionScaling, 'assetDefinitionId' | 'dataItemId'>;

/** How definitions scale their data items, now and before. */
export class DefinitionScalingRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Those that count now, of every definition. */
  async listAll(): Promise<DefinitionScaling[]> {
    const rows = await this.#db
      .selectFrom('definition_scalings')
      .select(['asset_definition_id', 'data_item_id', 'scaling'])
      .where('until_ms', 'is', null)
      .execute();
    return rows.flatMap((row) => {
      const scaling = readScaling(row.scaling);
      if (scaling === null) return [];
      const assetDefinitionId = row.asset_definition_id as AssetDefinitionId;
      return [{ assetDefinitionId, dataItemId: row.data_item_id as DataItemId, scaling }];
    });
  }

  /** The one that counted at a moment. */
  async findAt({ assetDefinitionId, dataItemId }: Of, timeMs: EpochMs): Promise<ItemScaling | undefined> {
    const row = await this.#db
      .selectFrom('definition_scalings')
      .select('scaling')
      .where('asset_definition_id', '=', assetDefinitionId)
      .where('data_item_id', '=', dataItemId)
      .where('from_ms', '<=', timeMs)
      .where(({ or, eb }) => or([eb('until_ms', 'is', null), eb('until_ms', '>', timeMs)]))
      .orderBy('from_ms', 'desc')
      .limit(1)
      .executeTakeFirst();
    return readScaling(row?.scaling) ?? undefined;
  }

  /** Ends what counted, and puts another in its place. @param scaling null: none */
  async set({ assetDefinitionId, dataItemId }: Of, scaling: ItemScaling | null, nowMs: EpochMs): Promise<void> {
    await this.#db
      .updateTable('definition_scalings')
      .set({ until_ms: nowMs })
      .where('asset_definition_id', '=', assetDefinitionId)
      .where('data_item_id', '=', dataItemId)
      .where('until_ms', 'is', null)
      .execute();
    if (scaling === null) return;
    const set = { until_ms: null, scaling: JSON.stringify(scaling) };
    await this.#db
      .insertInto('definition_scalings')
      .values({ asset_definition_id: assetDefinitionId, data_item_id: dataItemId, from_ms: nowMs, ...set })
      .onConflict((conflict) => conflict.columns(['asset_definition_id', 'data_item_id', 'from_ms']).doUpdateSet(set))
      .execute();
  }
}

/** What cannot be read scales nothing. */
export function readScaling(text: string | null | undefined): ItemScaling | null {
  if (!text) return null;
  try {
    return itemScalingSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
