import type { EpochMs, exportJobs, UserId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { ExportPlan } from '#table-files/export-plan.ts';
import type { ExportJobsTable } from './export-tables.ts';

/** Expired ones are told by their time, withheld ones by what their owner sees at the moment. */
export type StoredState = Exclude<exportJobs.ExportState, 'expired' | 'withheld'>;

export interface ExportMailState {
  to: string;
  state: 'waiting' | 'sent' | 'failed';
  /** What the mail server said of the address, where it refused that. */
  refusal?: string | undefined;
  /** Why it was not taken yet, and when it is tried again. */
  problem?: string;
  nextMs?: EpochMs;
}

export interface ExportJobRecord {
  jobId: string;
  userId: UserId;
  state: StoredState;
  filename: string;
  plan: ExportPlan;
  createdMs: EpochMs;
  attempts: number;
  /** Values that were written when it ended. */
  points: number;
  length: number | null;
  expiresMs: EpochMs | null;
  message: string | null;
  /** By which schedule it was made; null: somebody asked for it. */
  scheduleId: string | null;
  notes: string[];
  mails: ExportMailState[];
}

export type ExportJobChange = Partial<
  Omit<ExportJobRecord, 'jobId' | 'userId' | 'plan' | 'createdMs' | 'filename' | 'scheduleId'>
>;

/** The jobs of exports; their files lie in the folder of exports under their ids. */
export class ExportRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insert(job: ExportJobRecord): Promise<void> {
    const { jobId, userId, filename, plan, createdMs, scheduleId, ...change } = job;
    const named = { job_id: jobId, user_id: userId, schedule_id: scheduleId, filename: storableText(filename) };
    const row = { ...named, created_ms: createdMs };
    await this.#db
      .insertInto('export_jobs')
      .values({ ...row, plan: storableText(JSON.stringify(plan)), ...fullRowOf(change) })
      .execute();
  }

  async find(jobId: string): Promise<ExportJobRecord | undefined> {
    const row = await this.#db.selectFrom('export_jobs').selectAll().where('job_id', '=', jobId).executeTakeFirst();
    return row && toRecord(row);
  }

  /** Newest first. */
  async listOfUser(userId: UserId): Promise<ExportJobRecord[]> {
    const rows = await this.#db
      .selectFrom('export_jobs')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_ms', 'desc')
      .orderBy('job_id')
      .execute();
    return rows.map(toRecord);
  }

  async countOpenOfUser(userId: UserId): Promise<number> {
    const { count } = await this.#db
      .selectFrom('export_jobs')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Oldest first. */
  async listInState(states: readonly StoredState[]): Promise<ExportJobRecord[]> {
    const rows = await this.#db
      .selectFrom('export_jobs')
      .selectAll()
      .where('state', 'in', states)
      .orderBy('created_ms')
      .orderBy('job_id')
      .execute();
    return rows.map(toRecord);
  }

  async update(jobId: string, change: ExportJobChange): Promise<void> {
    await this.#db.updateTable('export_jobs').set(rowOf(change)).where('job_id', '=', jobId).execute();
  }

  async delete(jobId: string): Promise<void> {
    await this.#db.deleteFrom('export_jobs').where('job_id', '=', jobId).execute();
  }

  /** Forgets those that ended before a time. */
  async deleteEndedBefore(timeMs: EpochMs): Promise<void> {
    await this.#db
      .deleteFrom('export_jobs')
      .where('state', 'not in', ['queued', 'running'])
      .where('created_ms', '<', timeMs)
      .execute();
  }
}

type ChangeRow = Partial<
  Omit<ExportJobsTable, 'job_id' | 'user_id' | 'plan' | 'filename' | 'created_ms' | 'schedule_id'>
>;

function rowOf(change: ExportJobChange): ChangeRow {
  const { expiresMs, notes, mails, message, ...plain } = change;
  return {
    ...plain,
    ...(expiresMs !== undefined && { expires_ms: expiresMs }),
    ...(message !== undefined && { message: message === null ? null : storableText(message) }),
    ...(notes !== undefined && { notes: storableText(JSON.stringify(notes)) }),
    ...(mails !== undefined && { mails: storableText(JSON.stringify(mails)) }),
  };
}

function fullRowOf(change: Required<ExportJobChange>) {
  const { expiresMs, notes, mails, ...plain } = change;
  return { ...plain, expires_ms: expiresMs, notes: JSON.stringify(notes), mails: JSON.stringify(mails) };
}

function toRecord(row: Selectable<ExportJobsTable>): ExportJobRecord {
  return {
    jobId: row.job_id,
    userId: row.user_id as UserId,
    state: row.state as StoredState,
    filename: row.filename,
    plan: JSON.parse(row.plan),
    createdMs: row.created_ms,
    attempts: row.attempts,
    points: row.points,
    length: row.length,
    expiresMs: row.expires_ms,
    message: row.message,
    scheduleId: row.schedule_id,
    notes: JSON.parse(row.notes),
    mails: JSON.parse(row.mails),
  };
}
