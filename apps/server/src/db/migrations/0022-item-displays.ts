import type { AnyDatabase } from '../dialects/any-database.ts';

/** How data items are read: on the data item of a definition, and what single assets have differently. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('definition_data_items')
    .addColumn('display', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createTable('asset_item_displays')
    .addColumn('asset_id', 'bigint', (c) => c.notNull().references('assets.asset_id').onDelete('cascade'))
    .addColumn('data_item_id', 'bigint', (c) => c.notNull().references('data_items.data_item_id'))
    .addColumn('display', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('asset_item_displays_key', ['asset_id', 'data_item_id'])
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('asset_item_displays').execute();
  await db.schema.alterTable('definition_data_items').dropColumn('display').execute();
}
