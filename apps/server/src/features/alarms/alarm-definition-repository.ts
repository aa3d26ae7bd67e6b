import type { AlarmDefinitionId, AssetDefinitionId, EpochMs } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Actor } from '#journal/journal.ts';
import { storableText } from '#names.ts';
import type { AlarmDefinitionsTable } from './alarm-tables.ts';

export interface AlarmDefinitionRecord {
  alarmDefinitionId: AlarmDefinitionId;
  assetDefinitionId: AssetDefinitionId;
  name: string;
  reason: string;
  severity: number;
  /** Seconds; 0 never. */
  escalation: number;
  expiration: number;
  selfAck: 0 | 1;
  flee: string;
  jobId: number;
  /** Seconds. */
  onDelay: number;
  offDelay: number;
  deadband: number;
}

/** What became of definitions of alarms, or of what assets have instead. */
export type AlarmDefinitionChange =
  | { kind: 'changed'; assetDefinitionIds: readonly AssetDefinitionId[] }
  | { kind: 'deleted'; definition: AlarmDefinitionRecord; by: Actor };

export type NewAlarmDefinition = Omit<AlarmDefinitionRecord, 'alarmDefinitionId'>;

function toRecord(row: Selectable<AlarmDefinitionsTable>): AlarmDefinitionRecord {
  return {
    alarmDefinitionId: row.alarm_definition_id as AlarmDefinitionId,
    assetDefinitionId: row.asset_definition_id as AssetDefinitionId,
    name: row.name,
    reason: row.reason,
    severity: row.severity,
    escalation: row.escalation,
    expiration: row.expiration,
    selfAck: row.self_ack === 1 ? 1 : 0,
    flee: row.flee,
    jobId: row.job_id,
    onDelay: row.on_delay,
    offDelay: row.off_delay,
    deadband: row.deadband,
  };
}

function columnsOf(definition: NewAlarmDefinition) {
  return {
    asset_definition_id: definition.assetDefinitionId,
    name: storableText(definition.name),
    reason: storableText(definition.reason),
    severity: definition.severity,
    escalation: definition.escalation,
    expiration: definition.expiration,
    self_ack: definition.selfAck,
    flee: storableText(definition.flee),
    job_id: definition.jobId,
    on_delay: definition.onDelay,
    off_delay: definition.offDelay,
    deadband: definition.deadband,
  };
}

/** What raises alarms, by asset definition. */
export class AlarmDefinitionRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async list(): Promise<AlarmDefinitionRecord[]> {
    return (await this.#db.selectFrom('alarm_definitions').selectAll().orderBy('alarm_definition_id').execute()).map(
      toRecord,
    );
  }

  /** By name. */
  async listOfDefinition(assetDefinitionId: AssetDefinitionId): Promise<AlarmDefinitionRecord[]> {
    const rows = await this.#db
      .selectFrom('alarm_definitions')
      .selectAll()
      .where('asset_definition_id', '=', assetDefinitionId)
      .orderBy('name')
      .orderBy('alarm_definition_id')
      .execute();
    return rows.map(toRecord);
  }

  async find(alarmDefinitionId: AlarmDefinitionId): Promise<AlarmDefinitionRecord | undefined> {
    const row = await this.#db
      .selectFrom('alarm_definitions')
      .selectAll()
      .where('alarm_definition_id', '=', alarmDefinitionId)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  async insert(definition: NewAlarmDefinition, createdMs: EpochMs): Promise<AlarmDefinitionRecord> {
    const row = await this.#db
      .insertInto('alarm_definitions')
      .values({ ...columnsOf(definition), created_ms: createdMs })
      .returningAll()
      .executeTakeFirstOrThrow();
    return toRecord(row);
  }

  async update(definition: AlarmDefinitionRecord): Promise<void> {
    await this.#db
      .updateTable('alarm_definitions')
      .set(columnsOf(definition))
      .where('alarm_definition_id', '=', definition.alarmDefinitionId)
      .execute();
  }

  async delete(alarmDefinitionId: AlarmDefinitionId): Promise<void> {
    await this.#db.deleteFrom('alarm_definitions').where('alarm_definition_id', '=', alarmDefinitionId).execute();
  }
}
