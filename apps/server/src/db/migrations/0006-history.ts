import type { Kysely } from 'kysely';
import { idColumn } from '../dialects/columns.ts';

// biome-ignore lint/suspicious/noExplicitAny: a migration is written against the schema of its own day
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('history_edits')
    .addColumn('edit_id', ...idColumn(db))
    .addColumn('asset_id', 'bigint', (c) => c.notNull())
    .addColumn('data_item_id', 'bigint', (c) => c.notNull())
    .addColumn('from_ms', 'bigint', (c) => c.notNull())
    .addColumn('to_ms', 'bigint', (c) => c.notNull())
    .addColumn('new_value', 'text', (c) => c.notNull())
    .addColumn('values_before', 'text', (c) => c.notNull())
    .addColumn('requested_ms', 'bigint', (c) => c.notNull())
    .addColumn('by_actor', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .alterTable('definition_data_items')
    .addColumn('retention_days', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}

// biome-ignore lint/suspicious/noExplicitAny: see up
export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('definition_data_items').dropColumn('retention_days').execute();
  await db.schema.dropTable('history_edits').execute();
}
