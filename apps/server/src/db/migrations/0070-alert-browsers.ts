import type { AnyDatabase } from '../dialects/any-database.ts';
import { idColumn } from '../dialects/columns.ts';

/** The browsers in which users are told of alarms. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('alert_browsers')
    .addColumn('browser_id', ...idColumn(db))
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    // Not a reference: a session that lapses takes no browser along.
    .addColumn('auth_id', 'text', (c) => c.notNull())
    .addColumn('mark', 'text', (c) => c.notNull())
    .addColumn('sealed_subscription', 'text', (c) => c.notNull())
    .addColumn('service', 'text', (c) => c.notNull())
    .addColumn('user_agent', 'text', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('last_used_ms', 'bigint')
    .execute();
  await db.schema.createIndex('alert_browsers_by_mark').unique().on('alert_browsers').column('mark').execute();
  await db.schema.createIndex('alert_browsers_by_user').on('alert_browsers').column('user_id').execute();
  await db.schema.createIndex('alert_browsers_by_session').on('alert_browsers').column('auth_id').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('alert_browsers').execute();
}
