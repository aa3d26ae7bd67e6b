import type { AnyDatabase } from '../../dialects/any-database.ts';
import { idColumn } from '../../dialects/columns.ts';

export async function up(db: AnyDatabase): Promise<void> {
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

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('definition_data_items').dropColumn('retention_days').execute();
  await db.schema.dropTable('history_edits').execute();
}
