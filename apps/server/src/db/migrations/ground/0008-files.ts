import type { AnyDatabase } from '../../dialects/any-database.ts';
import { idColumn } from '../../dialects/columns.ts';

export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('files')
    .addColumn('file_id', ...idColumn(db))
    .addColumn('asset_id', 'bigint', (c) => c.references('assets.asset_id').onDelete('cascade'))
    .addColumn('admin_id', 'bigint', (c) => c.notNull())
    .addColumn('by_user_id', 'bigint', (c) => c.notNull())
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('hostname', 'text', (c) => c.notNull())
    .addColumn('hasp_id', 'text', (c) => c.notNull())
    .addColumn('length', 'bigint', (c) => c.notNull())
    .addColumn('timestamp_ms', 'bigint', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('storage_name', 'text', (c) => c.notNull().unique())
    .execute();
  await db.schema.createIndex('files_by_asset').on('files').columns(['asset_id', 'timestamp_ms', 'file_id']).execute();
  await db.schema.createIndex('files_by_time').on('files').columns(['timestamp_ms', 'file_id']).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('files').execute();
}
