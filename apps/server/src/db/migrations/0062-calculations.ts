import type { AnyDatabase } from '../dialects/any-database.ts';

/** What data items are calculated by, and calculating them again for a range of the past. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('definition_data_items')
    .addColumn('calculation', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createTable('recalculations')
    .addColumn('job_id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'bigint', (c) => c.notNull().references('users.user_id').onDelete('cascade'))
    .addColumn('by_actor', 'text', (c) => c.notNull())
    .addColumn('asset_definition_id', 'bigint', (c) => c.notNull())
    .addColumn('data_item_id', 'bigint', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('asset_ids', 'text', (c) => c.notNull())
    .addColumn('from_ms', 'bigint', (c) => c.notNull())
    .addColumn('to_ms', 'bigint', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('assets_done', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('points', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('message', 'text')
    .execute();
  await db.schema
    .createIndex('recalculations_by_user')
    .on('recalculations')
    .columns(['user_id', 'created_ms'])
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('recalculations').execute();
  await db.schema.alterTable('definition_data_items').dropColumn('calculation').execute();
}
