import type { EpochMs, exportSchedules, UserId } from '@telltale/contract';
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '#db/schema.ts';
import { storableText } from '#names.ts';
import type { ExportSchedulesTable } from '../export-tables.ts';

export interface ExportScheduleRecord {
  scheduleId: string;
  userId: UserId;
  rhythm: exportSchedules.ExportRhythm;
  template: exportSchedules.ExportTemplate;
  createdMs: EpochMs;
  nextMs: EpochMs;
  last: ScheduledRun | null;
}

export interface ScheduledRun {
  timeMs: EpochMs;
  /** Which export it made. */
  jobId: string | null;
  /** Why it made none. */
  message: string | null;
}

/** What users have exported again and again. */
export class ExportScheduleRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  async insert({ scheduleId, userId, rhythm, template, createdMs, nextMs }: ExportScheduleRecord): Promise<void> {
    await this.#db
      .insertInto('export_schedules')
      .values({
        schedule_id: scheduleId,
        user_id: userId,
        rhythm: JSON.stringify(rhythm),
        template: storableText(JSON.stringify(template)),
        created_ms: createdMs,
        next_ms: nextMs,
      })
      .execute();
  }

  async find(scheduleId: string): Promise<ExportScheduleRecord | undefined> {
    const query = this.#db.selectFrom('export_schedules').selectAll().where('schedule_id', '=', scheduleId);
    const row = await query.executeTakeFirst();
    return row && toRecord(row);
  }

  /** By the time at which they come. */
  async listOfUser(userId: UserId): Promise<ExportScheduleRecord[]> {
    const query = this.#db.selectFrom('export_schedules').selectAll().where('user_id', '=', userId);
    return (await query.orderBy('next_ms').orderBy('schedule_id').execute()).map(toRecord);
  }

  async countOfUser(userId: UserId): Promise<number> {
    const { count } = await this.#db
      .selectFrom('export_schedules')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Those whose time has come, the oldest first. */
  async listDue(nowMs: EpochMs): Promise<ExportScheduleRecord[]> {
    const query = this.#db.selectFrom('export_schedules').selectAll().where('next_ms', '<=', nowMs);
    return (await query.orderBy('next_ms').orderBy('schedule_id').execute()).map(toRecord);
  }

  /**
   * Takes one run, so that nobody else makes it: another portal on the same database, or the same one again.
   * @returns whether it was still to be made
   */
  async take(
    { scheduleId, nextMs }: Pick<ExportScheduleRecord, 'scheduleId' | 'nextMs'>,
    { nextMs: afterMs, last }: { nextMs: EpochMs; last: ScheduledRun },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('export_schedules')
      .set({ next_ms: afterMs, last_ms: last.timeMs, last_message: last.message, last_job_id: last.jobId })
      .where('schedule_id', '=', scheduleId)
      .where('next_ms', '=', nextMs)
      .executeTakeFirst();
    return Number(numUpdatedRows) === 1;
  }

  async delete(scheduleId: string): Promise<void> {
    await this.#db.deleteFrom('export_schedules').where('schedule_id', '=', scheduleId).execute();
  }
}

function toRecord(row: Selectable<ExportSchedulesTable>): ExportScheduleRecord {
  return {
    scheduleId: row.schedule_id,
    userId: row.user_id as UserId,
    rhythm: JSON.parse(row.rhythm),
    template: JSON.parse(row.template),
    createdMs: row.created_ms,
    nextMs: row.next_ms,
    last: row.last_ms === null ? null : { timeMs: row.last_ms, jobId: row.last_job_id, message: row.last_message },
  };
}
