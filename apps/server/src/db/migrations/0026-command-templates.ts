import type { AnyDatabase } from '../dialects/any-database.ts';
import { idColumn } from '../dialects/columns.ts';

/** Templates of commands, by asset definition. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('command_definitions')
    .addColumn('command_definition_id', ...idColumn(db))
    .addColumn('asset_definition_id', 'bigint', (c) =>
      c.notNull().references('asset_definitions.asset_definition_id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('module', 'text', (c) => c.notNull())
    .addColumn('command', 'text', (c) => c.notNull())
    .addColumn('form', 'text', (c) => c.notNull())
    .addColumn('parameter_field', 'text')
    .addColumn('data_item_id', 'bigint', (c) => c.references('data_items.data_item_id').onDelete('set null'))
    .addColumn('expected_field', 'text')
    .addColumn('tolerance', 'double precision', (c) => c.notNull())
    .addColumn('within_s', 'bigint', (c) => c.notNull())
    .addColumn('expiration_s', 'bigint', (c) => c.notNull())
    .addColumn('is_dangerous', 'bigint', (c) => c.notNull())
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('command_definition_name', ['asset_definition_id', 'name_key'])
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('command_definitions').execute();
}
