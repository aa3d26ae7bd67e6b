import type { AnyDatabase } from '../dialects/any-database.ts';

/** Imports of channels of measurement files: at which node each is under way, and what became of it. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('measurement_imports')
    .addColumn('job_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('asset_id', 'bigint', (c) => c.notNull())
    .addColumn('file_id', 'bigint', (c) => c.notNull())
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('group_name', 'text', (c) => c.notNull())
    .addColumn('channels', 'bigint', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('run', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('is_cancelled', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('points', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('message', 'text')
    .execute();
  await db.schema
    .createIndex('measurement_imports_by_user')
    .on('measurement_imports')
    .columns(['user_id', 'created_ms'])
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('measurement_imports').execute();
}
