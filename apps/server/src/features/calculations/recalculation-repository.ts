import type { AssetDefinitionId, AssetId, calculations, DataItemId, EpochMs, UserId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Actor } from '#journal/journal.ts';
import { storableText } from '#names.ts';
import type { RecalculationsTable } from './calculation-tables.ts';

export interface RecalculationRecord {
  jobId: string;
  userId: UserId;
  by: Actor;
  assetDefinitionId: AssetDefinitionId;
  dataItemId: DataItemId;
  label: string;
  assetIds: readonly AssetId[];
  fromMs: EpochMs;
  toMs: EpochMs;
  createdMs: EpochMs;
  state: calculations.Recalculation['state'];
  assetsDone: number;
  points: number;
  message: string | null;
}

export type RecalculationChange = Partial<Pick<RecalculationRecord, 'state' | 'assetsDone' | 'points' | 'message'>>;

export class RecalculationRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insert(job: RecalculationRecord): Promise<void> {
    await this.#db
      .insertInto('recalculations')
      .values({
        job_id: job.jobId,
        user_id: job.userId,
        by_actor: storableText(JSON.stringify(job.by)),
        asset_definition_id: job.assetDefinitionId,
        data_item_id: job.dataItemId,
        label: storableText(job.label),
        asset_ids: JSON.stringify(job.assetIds),
        from_ms: job.fromMs,
        to_ms: job.toMs,
        created_ms: job.createdMs,
        state: job.state,
        assets_done: job.assetsDone,
        points: job.points,
        message: job.message,
      })
      .execute();
  }

  async find(jobId: string): Promise<RecalculationRecord | undefined> {
    const row = await this.#db.selectFrom('recalculations').selectAll().where('job_id', '=', jobId).executeTakeFirst();
    return row && toRecord(row);
  }

  /** Newest first. */
  async listOfUser(userId: UserId): Promise<RecalculationRecord[]> {
    const rows = await this.#db
      .selectFrom('recalculations')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_ms', 'desc')
      .orderBy('job_id')
      .execute();
    return rows.map(toRecord);
  }

  /** Those that were begun and not ended, the oldest first. */
  async listOpen(): Promise<RecalculationRecord[]> {
    const rows = await this.#db
      .selectFrom('recalculations')
      .selectAll()
      .where('state', 'in', ['queued', 'running'])
      .orderBy('created_ms')
      .orderBy('job_id')
      .execute();
    return rows.map(toRecord);
  }

  async update(jobId: string, { assetsDone, ...plain }: RecalculationChange): Promise<void> {
    await this.#db
      .updateTable('recalculations')
      .set({ ...plain, ...(assetsDone !== undefined && { assets_done: assetsDone }) })
      .where('job_id', '=', jobId)
      .execute();
  }

  /** Forgets those that ended and were begun before a time. */
  async deleteEndedBefore(timeMs: EpochMs): Promise<void> {
    await this.#db
      .deleteFrom('recalculations')
      .where('state', 'not in', ['queued', 'running'])
      .where('created_ms', '<', timeMs)
      .execute();
  }
}

function toRecord(row: Selectable<RecalculationsTable>): RecalculationRecord {
  return {
    jobId: row.job_id,
    userId: row.user_id as UserId,
    by: JSON.parse(row.by_actor),
    assetDefinitionId: row.asset_definition_id as AssetDefinitionId,
    dataItemId: row.data_item_id as DataItemId,
    label: row.label,
    assetIds: JSON.parse(row.asset_ids),
    fromMs: row.from_ms,
    toMs: row.to_ms,
    createdMs: row.created_ms,
    state: row.state as RecalculationRecord['state'],
    assetsDone: row.assets_done,
    points: row.points,
    message: row.message,
  };
}
