import { sql } from 'kysely';
import type { AnyDatabase } from '../dialects/any-database.ts';
import { engineOf } from '../dialects/columns.ts';

/** Since when a node is gone that did not say that it goes. */
export async function up(db: AnyDatabase): Promise<void> {
  if (engineOf(db) === 'sqlite') return;
  await db.schema.alterTable('cluster_nodes').addColumn('lost_at', sql`timestamptz`).execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  if (engineOf(db) === 'sqlite') return;
  await db.schema.alterTable('cluster_nodes').dropColumn('lost_at').execute();
}
