import type { AnyDatabase } from '../dialects/any-database.ts';

/** When people are told of alarms later, and until when that is for what they are told. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('alert_quiet_hours')
    .addColumn('user_id', 'bigint', (c) => c.primaryKey().references('users.user_id').onDelete('cascade'))
    .addColumn('spans', 'text', (c) => c.notNull())
    .addColumn('breaks_through', 'integer')
    .addColumn('zone', 'text', (c) => c.notNull())
    .addColumn('changed_ms', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.alterTable('alert_deliveries').addColumn('held_until_ms', 'bigint').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('alert_deliveries').dropColumn('held_until_ms').execute();
  await db.schema.dropTable('alert_quiet_hours').execute();
}
