import type { AnyDatabase } from '../dialects/any-database.ts';

/** Which export the newest run of a schedule has made. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('export_schedules').addColumn('last_job_id', 'text').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('export_schedules').dropColumn('last_job_id').execute();
}
