import type { AnyDatabase } from '../dialects/any-database.ts';
import { idColumn } from '../dialects/columns.ts';

/** Keys with which devices make themselves assets. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('provision_keys')
    .addColumn('provision_key_id', ...idColumn(db))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('admin_id', 'bigint', (c) => c.notNull().references('admin_units.admin_id').onDelete('cascade'))
    .addColumn('asset_definition_id', 'bigint', (c) =>
      c.notNull().references('asset_definitions.asset_definition_id').onDelete('cascade'),
    )
    .addColumn('asset_group_id', 'bigint', (c) => c.references('asset_groups.asset_group_id').onDelete('set null'))
    .addColumn('device_key', 'text', (c) => c.notNull().unique())
    .addColumn('secret_hash', 'text', (c) => c.notNull())
    .addColumn('expires_ms', 'bigint')
    .addColumn('max_assets', 'bigint')
    .addColumn('made_assets', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('created_ms', 'bigint', (c) => c.notNull())
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('provision_keys').execute();
}
