import { Kysely } from 'kysely';
import { postgresDialect } from './dialects/postgres-dialect.ts';
import { NodeSqliteDialect } from './dialects/sqlite-dialect.ts';
import type { DatabaseHold } from './hold/database-hold.ts';
import type { Database } from './schema.ts';

export type DatabaseLocation = { file: string } | { url: string };

export interface OpenDatabaseOptions {
  /** Which PostgreSQL connections stand on: without it the database is used beside a portal's (tests). */
  hold?: Pick<DatabaseHold, 'admit' | 'onSilent'>;
  /** Hears of PostgreSQL connections that break while nobody uses them. */
  onError?: (error: Error) => void;
  /** Hears once when the SQLite file turns out to be damaged; nothing is written to it from then on. */
  onDamage?: (error: Error) => void;
}

/**
 * Opens the relational database: the SQLite file of the data folder, or PostgreSQL. Opens nothing before the first
 * query; `destroy()` closes it. The schema is brought up to date by `migrate`.
 */
export function openDatabase(location: DatabaseLocation, options: OpenDatabaseOptions = {}): Kysely<Database> {
  if ('file' in location)
    return new Kysely<Database>({ dialect: new NodeSqliteDialect(location.file, options.onDamage) });
  return new Kysely<Database>({
    dialect: postgresDialect(location.url, options.onError ?? (() => undefined), options.hold),
  });
}
