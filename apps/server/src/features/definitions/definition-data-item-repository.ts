import type { AssetDefinitionId, AssetId, DataItemId, EpochMs, ItemDisplay, ItemScaling } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import { readScaling } from './definition-scaling-repository.ts';
import { calculationText, readCalculation, type StoredCalculation } from './stored-calculation.ts';
import { displayText, readDisplay, readDisplayOverride } from './stored-display.ts';

/** A data item as a definition has it. */
export interface DefinitionDataItemRecord {
  assetDefinitionId: AssetDefinitionId;
  dataItemId: DataItemId;
  label: string;
  unit: string;
  defaultValue: number;
  /** 0: the portal's general retention. */
  retentionDays: number;
  display: ItemDisplay;
  calculation: StoredCalculation;
  /** Kept by the DefinitionScalingRepository. */
  scaling: ItemScaling | null;
  createdMs: EpochMs;
}

/** A series with a retention of its own. */
export interface SeriesRetention {
  assetId: AssetId;
  dataItemId: DataItemId;
  /** `nameKey` of the label. */
  labelKey: string;
  days: number;
}

/** Which data items belong to a definition, with unit and default value. */
export class DefinitionDataItemRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  within(transaction: Kysely<Database>): DefinitionDataItemRepository {
    return new DefinitionDataItemRepository(transaction);
  }

  /** Of every definition, by definition and label. */
  async listAll(): Promise<DefinitionDataItemRecord[]> {
    return (await this.#select().execute()).map(toRecord);
  }

  /** The calculated ones of every definition. */
  async listCalculated(): Promise<(DefinitionDataItemRecord & { calculation: NonNullable<StoredCalculation> })[]> {
    const rows = await this.#select().where('link.calculation', '<>', '').execute();
    return rows.map(toRecord).flatMap((item) => {
      const { calculation } = item;
      return calculation === null ? [] : [{ ...item, calculation }];
    });
  }

  async list(assetDefinitionId: AssetDefinitionId): Promise<DefinitionDataItemRecord[]> {
    const rows = await this.#select().where('link.asset_definition_id', '=', assetDefinitionId).execute();
    return rows.map(toRecord);
  }

  /** Series of every asset whose definition gives the data item a retention of its own. */
  async listRetention(): Promise<SeriesRetention[]> {
    const rows = await this.#db
      .selectFrom('definition_data_items as item')
      .innerJoin('assets', 'assets.asset_definition_id', 'item.asset_definition_id')
      .innerJoin('data_items', 'data_items.data_item_id', 'item.data_item_id')
      .select(['assets.asset_id', 'item.data_item_id', 'data_items.label_key', 'item.retention_days'])
      .where('item.retention_days', '>', 0)
      .execute();
    return rows.map((row) => ({
      assetId: row.asset_id as AssetId,
      dataItemId: row.data_item_id as DataItemId,
      labelKey: row.label_key,
      days: row.retention_days,
    }));
  }

  /** Adds the data item to the definition, or changes its unit, default value, retention and description. */
  async put(item: Omit<DefinitionDataItemRecord, 'label' | 'scaling'>): Promise<void> {
    const { retentionDays } = item;
    const set = {
      unit: storableText(item.unit),
      default_value: item.defaultValue,
      retention_days: retentionDays,
      display: displayText(item.display),
      calculation: calculationText(item.calculation),
    };
    await this.#db
      .insertInto('definition_data_items')
      .values({
        asset_definition_id: item.assetDefinitionId,
        data_item_id: item.dataItemId,
        created_ms: item.createdMs,
        ...set,
      })
      .onConflict((conflict) => conflict.columns(['asset_definition_id', 'data_item_id']).doUpdateSet(set))
      .execute();
  }

  async delete(assetDefinitionId: AssetDefinitionId, dataItemId: DataItemId): Promise<void> {
    await this.#db
      .deleteFrom('definition_data_items')
      .where('asset_definition_id', '=', assetDefinitionId)
      .where('data_item_id', '=', dataItemId)
      .execute();
  }

  async deleteAll(assetDefinitionId: AssetDefinitionId): Promise<void> {
    await this.#db.deleteFrom('definition_data_items').where('asset_definition_id', '=', assetDefinitionId).execute();
  }

  /** The assets of the definition that have sent a data item. */
  async listSenders(assetDefinitionId: AssetDefinitionId, dataItemId: DataItemId): Promise<AssetId[]> {
    const rows = await this.#db
      .selectFrom('asset_data_items as sent')
      .innerJoin('assets', 'assets.asset_id', 'sent.asset_id')
      .select('sent.asset_id')
      .where('sent.data_item_id', '=', dataItemId)
      .where('assets.asset_definition_id', '=', assetDefinitionId)
      .execute();
    return rows.map((row) => row.asset_id as AssetId);
  }

  /** What assets of the definition have sent and nobody has added to it, with the assets that sent it. */
  async listDetected(assetDefinitionId: AssetDefinitionId) {
    const rows = await this.#db
      .selectFrom('asset_data_items as sent')
      .innerJoin('assets', 'assets.asset_id', 'sent.asset_id')
      .innerJoin('data_items as item', 'item.data_item_id', 'sent.data_item_id')
      .leftJoin('asset_item_displays as own', (join) =>
        join.onRef('own.asset_id', '=', 'sent.asset_id').onRef('own.data_item_id', '=', 'sent.data_item_id'),
      )
      .select(['sent.asset_id', 'item.data_item_id', 'item.label', 'item.unit', 'sent.created_ms', 'own.display'])
      .where('assets.asset_definition_id', '=', assetDefinitionId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('definition_data_items as defined')
              .select('defined.data_item_id')
              .whereRef('defined.asset_definition_id', '=', 'assets.asset_definition_id')
              .whereRef('defined.data_item_id', '=', 'sent.data_item_id'),
          ),
        ),
      )
      .orderBy('item.label_key')
      .orderBy('sent.asset_id')
      .execute();
    return rows.map((row) => ({
      assetId: row.asset_id as AssetId,
      dataItemId: row.data_item_id as DataItemId,
      label: row.label,
      // What the asset's own device or somebody said of it counts, as on its screens.
      unit: readDisplayOverride(row.display ?? '').unit ?? row.unit,
      createdMs: row.created_ms,
    }));
  }

  #select() {
    return this.#db
      .selectFrom('definition_data_items as link')
      .innerJoin('data_items as item', 'item.data_item_id', 'link.data_item_id')
      .leftJoin('definition_scalings as scaled', (join) =>
        join
          .onRef('scaled.asset_definition_id', '=', 'link.asset_definition_id')
          .onRef('scaled.data_item_id', '=', 'link.data_item_id')
          .on('scaled.until_ms', 'is', null),
      )
      .select([
        'link.asset_definition_id',
        'link.data_item_id',
        'item.label',
        'link.unit',
        'link.default_value',
        'link.retention_days',
        'link.display',
        'link.calculation',
        'scaled.scaling',
        'link.created_ms',
      ])
      .orderBy('link.asset_definition_id')
      .orderBy('item.label_key');
  }
}

interface Row {
  asset_definition_id: number;
  data_item_id: number;
  label: string;
  unit: string;
  default_value: number;
  retention_days: number;
  display: string;
  calculation: string;
  scaling: string | null;
  created_ms: number;
}

function toRecord(row: Row): DefinitionDataItemRecord {
  return {
    assetDefinitionId: row.asset_definition_id as AssetDefinitionId,
    dataItemId: row.data_item_id as DataItemId,
    label: row.label,
    unit: row.unit,
    defaultValue: row.default_value,
    retentionDays: row.retention_days,
    display: readDisplay(row.display),
    calculation: readCalculation(row.calculation),
    scaling: readScaling(row.scaling),
    createdMs: row.created_ms,
  };
}
