import type { AnyDatabase } from '../dialects/any-database.ts';

/** A position that was taken back is a row of its own, so that where an asset was before can still be told. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('asset_coordinates')
    .addColumn('is_cleared', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  // Without the column these rows would stand for positions.
  await db.deleteFrom('asset_coordinates').where('is_cleared', '=', 1).execute();
  await db.schema.alterTable('asset_coordinates').dropColumn('is_cleared').execute();
}
