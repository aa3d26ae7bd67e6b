import type { AssetId, EpochMs, FileId, measurementImports, UserId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { MeasurementImportsTable } from './import-tables.ts';

export interface ImportRecord {
  jobId: string;
  userId: UserId;
  assetId: AssetId;
  fileId: FileId;
  filename: string;
  group: string;
  channels: number;
  createdMs: EpochMs;
  /** Of the portal, or of the node, that carries it out. */
  run: string;
  state: measurementImports.MeasurementImport['state'];
  isCancelled: boolean;
  points: number;
  message: string | null;
}

export class ImportRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insert(job: ImportRecord): Promise<void> {
    await this.#db
      .insertInto('measurement_imports')
      .values({
        job_id: job.jobId,
        user_id: job.userId,
        asset_id: job.assetId,
        file_id: job.fileId,
        filename: storableText(job.filename),
        group_name: storableText(job.group),
        channels: job.channels,
        created_ms: job.createdMs,
        run: job.run,
        state: job.state,
        is_cancelled: Number(job.isCancelled),
        points: job.points,
        message: job.message,
      })
      .execute();
  }

  async find(jobId: string): Promise<ImportRecord | undefined> {
    const row = await this.#db
      .selectFrom('measurement_imports')
      .selectAll()
      .where('job_id', '=', jobId)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  /** Those that were not cancelled, newest first. */
  async listOfUser(userId: UserId): Promise<ImportRecord[]> {
    const rows = await this.#db
      .selectFrom('measurement_imports')
      .selectAll()
      .where('user_id', '=', userId)
      .where('is_cancelled', '=', 0)
      .orderBy('created_ms', 'desc')
      .orderBy('job_id')
      .execute();
    return rows.map(toRecord);
  }

  async listRunning(): Promise<ImportRecord[]> {
    const rows = await this.#db.selectFrom('measurement_imports').selectAll().where('state', '=', 'running').execute();
    return rows.map(toRecord);
  }

  async cancel(jobId: string): Promise<void> {
    await this.#db.updateTable('measurement_imports').set({ is_cancelled: 1 }).where('job_id', '=', jobId).execute();
  }

  async end(jobId: string, ended: Pick<ImportRecord, 'state' | 'points' | 'message'>): Promise<void> {
    await this.#db.updateTable('measurement_imports').set(ended).where('job_id', '=', jobId).execute();
  }

  /** Forgets those that ended and were begun before a time. */
  async deleteEndedBefore(timeMs: EpochMs): Promise<void> {
    await this.#db
      .deleteFrom('measurement_imports')
      .where('state', '!=', 'running')
      .where('created_ms', '<', timeMs)
      .execute();
  }
}

function toRecord(row: Selectable<MeasurementImportsTable>): ImportRecord {
  return {
    jobId: row.job_id,
    userId: row.user_id as UserId,
    assetId: row.asset_id as AssetId,
    fileId: row.file_id as FileId,
    filename: row.filename,
    group: row.group_name,
    channels: row.channels,
    createdMs: row.created_ms,
    run: row.run,
    state: row.state as ImportRecord['state'],
    isCancelled: row.is_cancelled === 1,
    points: row.points,
    message: row.message,
  };
}
