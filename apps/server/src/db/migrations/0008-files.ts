import type { Kysely } from 'kysely';
import { idColumn } from '../dialects/columns.ts';

// biome-ignore lint/suspicious/noExplicitAny: a migration is written against the schema of its own day
export async function up(db: Kysely<any>): Promise<void> {
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

// biome-ignore lint/suspicious/noExplicitAny: see up
export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable('files').execute();
}
