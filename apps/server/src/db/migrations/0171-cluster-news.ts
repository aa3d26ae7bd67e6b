import { sql } from 'kysely';
import type { AnyDatabase } from '../dialects/any-database.ts';
import { engineOf } from '../dialects/columns.ts';

/** What units of work tell the nodes of a portal of several; kept for minutes. */
export async function up(db: AnyDatabase): Promise<void> {
  if (engineOf(db) === 'sqlite') return;
  await db.schema
    .createTable('cluster_news')
    .addColumn('news_id', sql`bigint generated always as identity`, (column) => column.primaryKey())
    .addColumn('node_id', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addColumn('told_at', sql`timestamptz`, (column) => column.notNull().defaultTo(sql`clock_timestamp()`))
    .execute();
  await db.schema.createIndex('cluster_news_told_at').on('cluster_news').column('told_at').execute();
}

export async function down(db: AnyDatabase): Promise<void> {
  if (engineOf(db) === 'postgres') await db.schema.dropTable('cluster_news').execute();
}
