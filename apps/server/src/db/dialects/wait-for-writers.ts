import { type Kysely, sql } from 'kysely';
import { engineOf } from './columns.ts';

/** Who writes to these tables waits for so long at most; then the transaction is made again. */
const LONGEST = '1s';

/**
 * Resolves once no other transaction has written to these tables without having ended; until this one ends none begins to. In
 * SQLite a transaction is the only writer anyhow. In PostgreSQL it must be the first thing that a transaction does: what it sees is
 * settled by its first question, and a lock is none.
 */
export async function waitForWriters<Tables>(
  db: Kysely<Tables>,
  tables: readonly (keyof Tables & string)[],
): Promise<void> {
  if (engineOf(db) === 'sqlite') return;
  await sql`set local lock_timeout = ${sql.lit(LONGEST)}`.execute(db);
  await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in share mode`.execute(db);
}
