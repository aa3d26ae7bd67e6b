import { sql } from 'kysely';
import type { AnyDatabase } from '../dialects/any-database.ts';
import { engineOf } from '../dialects/columns.ts';

/**
 * The nodes of a portal of several, who ended which, and the turns that their units of work take. One process alone is the
 * portal of a SQLite file.
 */
export async function up(db: AnyDatabase): Promise<void> {
  if (engineOf(db) === 'sqlite') return;
  await db.schema
    .createTable('cluster_nodes')
    .addColumn('node_id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('prints', 'text', (column) => column.notNull())
    .addColumn('joined_at', sql`timestamptz`, (column) => column.notNull().defaultTo(sql`clock_timestamp()`))
    .addColumn('ended', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
  await db.schema.createTable('cluster_turns').addColumn('turn', 'integer').execute();
  await db.schema
    .createTable('cluster_identity')
    .addColumn('identity_id', 'integer', (column) => column.primaryKey())
    .addColumn('database_id', 'text', (column) => column.notNull())
    .execute();
  await sql`insert into cluster_identity (identity_id, database_id) values (1, gen_random_uuid()::text)`.execute(db);
}

export async function down(db: AnyDatabase): Promise<void> {
  if (engineOf(db) === 'sqlite') return;
  for (const table of ['cluster_identity', 'cluster_turns', 'cluster_nodes'])
    await db.schema.dropTable(table).execute();
}
