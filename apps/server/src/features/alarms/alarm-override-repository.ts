import type { AlarmDefinitionId, AssetId, alarmDefinitions } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { AlarmOverridesTable } from './alarm-tables.ts';

export interface AlarmOverrideRecord {
  assetId: AssetId;
  alarmDefinitionId: AlarmDefinitionId;
  overrideMethod: alarmDefinitions.OverrideMethod;
  /** JSON text with expression and variables. */
  expression: string;
}

function toRecord(row: Selectable<AlarmOverridesTable>): AlarmOverrideRecord {
  return {
    assetId: row.asset_id as AssetId,
    alarmDefinitionId: row.alarm_definition_id as AlarmDefinitionId,
    overrideMethod: row.override_method as alarmDefinitions.OverrideMethod,
    expression: row.expression,
  };
}

/** How single assets differ from the alarm definitions of their kind. */
export class AlarmOverrideRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async list(): Promise<AlarmOverrideRecord[]> {
    return (await this.#db.selectFrom('alarm_overrides').selectAll().execute()).map(toRecord);
  }

  async listOfAsset(assetId: AssetId): Promise<AlarmOverrideRecord[]> {
    const rows = await this.#db
      .selectFrom('alarm_overrides')
      .selectAll()
      .where('asset_id', '=', assetId)
      .orderBy('alarm_definition_id')
      .execute();
    return rows.map(toRecord);
  }

  async find(assetId: AssetId, alarmDefinitionId: AlarmDefinitionId): Promise<AlarmOverrideRecord | undefined> {
    const row = await this.#db
      .selectFrom('alarm_overrides')
      .selectAll()
      .where('asset_id', '=', assetId)
      .where('alarm_definition_id', '=', alarmDefinitionId)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  async put(override: AlarmOverrideRecord): Promise<void> {
    const values = { override_method: override.overrideMethod, expression: storableText(override.expression) };
    await this.#db
      .insertInto('alarm_overrides')
      .values({ asset_id: override.assetId, alarm_definition_id: override.alarmDefinitionId, ...values })
      .onConflict((conflict) => conflict.columns(['asset_id', 'alarm_definition_id']).doUpdateSet(values))
      .execute();
  }
}
