import { sql } from 'kysely';
import type { AnyDatabase } from './any-database.ts';
import { engineOf } from './columns.ts';

/** Lets the database itself refuse every change of a table's rows, whoever asks; new rows are taken. */
export async function makeAppendOnly(db: AnyDatabase, table: string): Promise<void> {
  const text = sql.lit(`${table} is append-only`);
  if (engineOf(db) === 'sqlite') {
    for (const change of ['update', 'delete'] as const) {
      await sql`create trigger ${sql.id(`${table}_no_${change}`)} before ${sql.raw(change)} on ${sql.table(table)}
        begin select raise(abort, ${text}); end`.execute(db);
    }
    return;
  }
  await sql`create function ${sql.id(`${table}_refuse_change`)}() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception '${table} is append-only'; end`)}`.execute(db);
  await sql`create trigger ${sql.id(`${table}_no_change`)} before update or delete or truncate on ${sql.table(table)}
    for each statement execute function ${sql.id(`${table}_refuse_change`)}()`.execute(db);
}

export async function makeChangeable(db: AnyDatabase, table: string): Promise<void> {
  if (engineOf(db) === 'sqlite') {
    for (const change of ['update', 'delete']) await sql`drop trigger ${sql.id(`${table}_no_${change}`)}`.execute(db);
    return;
  }
  await sql`drop trigger ${sql.id(`${table}_no_change`)} on ${sql.table(table)}`.execute(db);
  await sql`drop function ${sql.id(`${table}_refuse_change`)}()`.execute(db);
}
