import type { AssetId, EpochMs } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import { z } from 'zod';
import type { Database } from '#db/schema.ts';
import { nameKey, storableText } from '#names.ts';
import type { RigJobsTable } from './job-tables.ts';

export interface JobAttribute {
  attributeName: string;
  attributeValue: string;
}

export interface JobRecord {
  jobId: number;
  assetId: AssetId;
  serialNumber: string;
  startMs: EpochMs | null;
  endMs: EpochMs | null;
  openedMs: EpochMs;
  openedBy: string;
  closed: { timeMs: EpochMs; by: string } | null;
  attributes: JobAttribute[];
}

export type OpenedJob = Pick<JobRecord, 'assetId' | 'serialNumber' | 'startMs' | 'endMs' | 'openedMs' | 'openedBy'>;

const attributesSchema = z.array(z.object({ attributeName: z.string(), attributeValue: z.string() }));

function toRecord(row: Selectable<RigJobsTable>): JobRecord {
  return {
    jobId: row.job_id,
    assetId: row.asset_id as AssetId,
    serialNumber: row.serial_number,
    startMs: row.start_ms,
    endMs: row.end_ms,
    openedMs: row.opened_ms,
    openedBy: row.opened_by,
    closed: row.closed_ms === null ? null : { timeMs: row.closed_ms, by: row.closed_by ?? '' },
    attributes: attributesSchema.parse(JSON.parse(row.attributes)),
  };
}

/** Jobs of rigs. */
export class JobRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** Every job with its rig, newest first. @param assetId of this rig alone */
  async listIds(assetId: AssetId | undefined): Promise<{ jobId: number; assetId: AssetId }[]> {
    let query = this.#db.selectFrom('rig_jobs').select(['job_id', 'asset_id']);
    if (assetId !== undefined) query = query.where('asset_id', '=', assetId);
    const rows = await query.orderBy('opened_ms', 'desc').orderBy('job_id', 'desc').execute();
    return rows.map((row) => ({ jobId: row.job_id, assetId: row.asset_id as AssetId }));
  }

  /** In the order of the ids. */
  async listByIds(jobIds: readonly number[]): Promise<JobRecord[]> {
    if (jobIds.length === 0) return [];
    const rows = await this.#db.selectFrom('rig_jobs').selectAll().where('job_id', 'in', jobIds).execute();
    const byId = new Map(rows.map((row) => [row.job_id, toRecord(row)]));
    return jobIds.flatMap((jobId) => byId.get(jobId) ?? []);
  }

  async find(jobId: number): Promise<JobRecord | undefined> {
    const row = await this.#db.selectFrom('rig_jobs').selectAll().where('job_id', '=', jobId).executeTakeFirst();
    return row && toRecord(row);
  }

  /** The one that a rig is on. */
  async findOpen(assetId: AssetId): Promise<JobRecord | undefined> {
    const row = await this.#db
      .selectFrom('rig_jobs')
      .selectAll()
      .where('asset_id', '=', assetId)
      .where('closed_ms', 'is', null)
      .executeTakeFirst();
    return row && toRecord(row);
  }

  /** A job that is there already is open again, as it is planned now. */
  async open({ assetId, serialNumber, startMs, endMs, openedMs, openedBy }: OpenedJob): Promise<JobRecord> {
    const plan = { start_ms: startMs, end_ms: endMs };
    const row = await this.#db
      .insertInto('rig_jobs')
      .values({
        asset_id: assetId,
        serial_number: storableText(serialNumber),
        serial_key: nameKey(serialNumber),
        ...plan,
        opened_ms: openedMs,
        opened_by: storableText(openedBy),
        attributes: '[]',
      })
      .onConflict((conflict) =>
        conflict.columns(['asset_id', 'serial_key']).doUpdateSet({ ...plan, closed_ms: null, closed_by: null }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    return toRecord(row);
  }

  async close(jobId: number, timeMs: EpochMs, by: string, attributes: readonly JobAttribute[]): Promise<void> {
    await this.#db
      .updateTable('rig_jobs')
      .set({ closed_ms: timeMs, closed_by: storableText(by), attributes: JSON.stringify(attributes) })
      .where('job_id', '=', jobId)
      .execute();
  }

  async reopen(jobId: number): Promise<void> {
    await this.#db
      .updateTable('rig_jobs')
      .set({ closed_ms: null, closed_by: null })
      .where('job_id', '=', jobId)
      .execute();
  }
}
