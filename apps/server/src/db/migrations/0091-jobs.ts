import type { AnyDatabase } from '../dialects/any-database.ts';
import { idColumn } from '../dialects/columns.ts';

/** Jobs of well-service rigs. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('rig_jobs')
    .addColumn('job_id', ...idColumn(db))
    .addColumn('asset_id', 'bigint', (c) => c.notNull().references('assets.asset_id').onDelete('cascade'))
    .addColumn('serial_number', 'text', (c) => c.notNull())
    .addColumn('serial_key', 'text', (c) => c.notNull())
    .addColumn('start_ms', 'bigint')
    .addColumn('end_ms', 'bigint')
    .addColumn('opened_ms', 'bigint', (c) => c.notNull())
    .addColumn('opened_by', 'text', (c) => c.notNull())
    .addColumn('closed_ms', 'bigint')
    .addColumn('closed_by', 'text')
    .addColumn('attributes', 'text', (c) => c.notNull())
    .addUniqueConstraint('rig_jobs_of_rig', ['asset_id', 'serial_key'])
    .execute();
  await db.schema.createIndex('rig_jobs_by_time').on('rig_jobs').columns(['opened_ms', 'job_id']).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('rig_jobs').execute();
}
