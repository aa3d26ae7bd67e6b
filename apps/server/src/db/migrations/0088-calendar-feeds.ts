import type { AnyDatabase } from '../dialects/any-database.ts';
import { idColumn } from '../dialects/columns.ts';

/** Addresses at which calendar programs read maintenance. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('calendar_feeds')
    .addColumn('feed_id', ...idColumn(db))
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('filter', 'text', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('last_used_ms', 'bigint')
    .execute();
  await db.schema.createIndex('calendar_feeds_by_user').on('calendar_feeds').column('user_id').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('calendar_feeds').execute();
}
