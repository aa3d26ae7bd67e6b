import type { AnyDatabase } from '../dialects/any-database.ts';

/** Uploads that may be gone on with; what they are to take counts like stored files until they are one, or expire. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('upload_id', 'text', (c) => c.primaryKey())
    .addColumn('asset_id', 'bigint', (c) => c.references('assets.asset_id').onDelete('cascade'))
    .addColumn('admin_id', 'bigint', (c) => c.notNull())
    .addColumn('by_user_id', 'bigint', (c) => c.notNull())
    .addColumn('by_name', 'text', (c) => c.notNull())
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('length', 'bigint', (c) => c.notNull())
    .addColumn('touched_ms', 'bigint', (c) => c.notNull())
    .addColumn('file_id', 'bigint')
    .execute();
  await db.schema.createIndex('uploads_by_asset').on('uploads').columns(['asset_id', 'by_user_id']).execute();
  await db.schema.createIndex('uploads_by_time').on('uploads').columns(['touched_ms']).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.dropTable('uploads').execute();
}
