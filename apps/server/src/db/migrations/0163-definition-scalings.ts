import type { AnyDatabase } from '../dialects/any-database.ts';

/** How definitions scale their data items, each scaling with the time in which it counted. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('definition_scalings')
    .addColumn('asset_definition_id', 'bigint', (c) =>
      c.notNull().references('asset_definitions.asset_definition_id').onDelete('cascade'),
    )
    .addColumn('data_item_id', 'bigint', (c) => c.notNull().references('data_items.data_item_id'))
    .addColumn('from_ms', 'bigint', (c) => c.notNull())
    .addColumn('until_ms', 'bigint')
    .addColumn('scaling', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('definition_scalings_key', ['asset_definition_id', 'data_item_id', 'from_ms'])
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('definition_scalings').execute();
}
