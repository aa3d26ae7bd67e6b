import type { AnyDatabase } from '../dialects/any-database.ts';

/** Maintenance that comes again by a counter: since when it counts, and what is expected of the one that is open. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('maintenance_series').addColumn('since_ms', 'bigint').execute();
  await db.schema.alterTable('maintenance_occurrences').addColumn('forecast', 'text').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('maintenance_occurrences').dropColumn('forecast').execute();
  await db.schema.alterTable('maintenance_series').dropColumn('since_ms').execute();
}
