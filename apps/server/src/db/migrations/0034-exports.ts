import type { AnyDatabase } from '../dialects/any-database.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('export_jobs')
    .addColumn('job_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('plan', 'text', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('points', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('length', 'bigint')
    .addColumn('expires_ms', 'bigint')
    .addColumn('message', 'text')
    .addColumn('notes', 'text', (c) => c.notNull())
    .addColumn('mails', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('export_jobs_by_user').on('export_jobs').columns(['user_id', 'created_ms']).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('export_jobs').execute();
}
