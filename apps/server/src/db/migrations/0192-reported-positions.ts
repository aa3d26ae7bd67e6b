import type { AnyDatabase } from '../dialects/any-database.ts';

/** Which positions devices reported themselves: those that are there count as set by people, as nobody noted who it was. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('asset_coordinates')
    .addColumn('is_reported', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('asset_coordinates').dropColumn('is_reported').execute();
}
