import { type ColumnDefinitionBuilder, PostgresAdapter, sql } from 'kysely';
import type { AnyDatabase } from './any-database.ts';

export type Engine = 'sqlite' | 'postgres';

/** Which engine a database handle speaks to; the few things that differ are decided here. */
export function engineOf(db: AnyDatabase): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/**
 * Type and constraints of an id column that numbers itself and never gives a number twice:
 * `.addColumn('user_id', ...idColumn(db))`.
 */
export function idColumn(db: AnyDatabase) {
  const identity = (column: ColumnDefinitionBuilder) =>
    engineOf(db) === 'postgres'
      ? column.primaryKey().generatedByDefaultAsIdentity()
      : column.primaryKey().autoIncrement();
  return [engineOf(db) === 'postgres' ? 'bigint' : 'integer', identity] as const;
}

/**
 * After rows were written with ids of their own (148 is reserved for the label Activity), the next number must be
 * beyond them. SQLite sees to it by itself.
 */
export async function continueIdsAfter(db: AnyDatabase, table: string, column: string, id: number): Promise<void> {
  if (engineOf(db) !== 'postgres') return;
  await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${id})`.execute(db);
}
