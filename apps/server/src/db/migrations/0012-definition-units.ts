import type { AnyDatabase } from '../dialects/any-database.ts';

/** Which admin unit made an asset definition; those of before count as the first one's. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('asset_definitions')
    .addColumn('admin_id', 'bigint', (c) => c.notNull().defaultTo(1))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('asset_definitions').dropColumn('admin_id').execute();
}
