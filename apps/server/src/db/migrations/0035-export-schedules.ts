import type { AnyDatabase } from '../dialects/any-database.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('export_schedules')
    .addColumn('schedule_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('rhythm', 'text', (c) => c.notNull())
    .addColumn('template', 'text', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('next_ms', 'bigint', (c) => c.notNull())
    .addColumn('last_ms', 'bigint')
    .addColumn('last_message', 'text')
    .execute();
  await db.schema.createIndex('export_schedules_by_user').on('export_schedules').column('user_id').execute();
  await db.schema.createIndex('export_schedules_by_time').on('export_schedules').column('next_ms').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('export_schedules').execute();
}
