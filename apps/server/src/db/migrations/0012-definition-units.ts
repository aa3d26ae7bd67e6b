import type { Kysely } from 'kysely';

/** Which admin unit made an asset definition; those of before count as the first one's. */
// biome-ignore lint/suspicious/noExplicitAny: a migration is written against the schema of its own day
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable('asset_definitions')
    .addColumn('admin_id', 'bigint', (c) => c.notNull().defaultTo(1))
    .execute();
}

// biome-ignore lint/suspicious/noExplicitAny: see up
export async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('asset_definitions').dropColumn('admin_id').execute();
}
