import type { AnyDatabase } from '../../dialects/any-database.ts';
import { idColumn } from '../../dialects/columns.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('dashboards')
    .addColumn('dashboard_id', ...idColumn(db))
    .addColumn('dashboard_name', 'text', (c) => c.notNull())
    .addColumn('asset_definition_id', 'bigint', (c) => c.references('asset_definitions.asset_definition_id'))
    .addColumn('system_definition_id', 'bigint')
    .addColumn('config', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('modified_ms', 'bigint', (c) => c.notNull())
    .addColumn('modified_by', 'text', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('dashboards_by_definition').on('dashboards').column('asset_definition_id').execute();
  await db.schema.createIndex('dashboards_by_system').on('dashboards').column('system_definition_id').execute();
  await db.schema
    .createTable('dashboard_versions')
    .addColumn('dashboard_id', 'bigint', (c) => c.notNull().references('dashboards.dashboard_id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('dashboard_name', 'text', (c) => c.notNull())
    .addColumn('config', 'text', (c) => c.notNull())
    .addColumn('modified_ms', 'bigint', (c) => c.notNull())
    .addColumn('modified_by', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('dashboard_versions_key', ['dashboard_id', 'version'])
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('dashboard_versions').execute();
  await db.schema.dropTable('dashboards').execute();
}
