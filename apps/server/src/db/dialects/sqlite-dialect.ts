import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import {
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { SqliteDriver } from './sqlite-driver.ts';

/** The driver itself keeps writers apart, so Kysely must not serialise every query of the process. */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Durable before fast: a 200 means the row survives a power cut (synchronous=FULL in WAL mode). */
function openHandle(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  database.exec('pragma trusted_schema = off');
  database.exec('pragma cache_size = -16000');
  return database;
}

/** Opens both handles; the file (and with it -wal and -shm) is readable by its owner only. */
export function openSqliteHandles(file: string): { writer: DatabaseSync; reader: DatabaseSync } {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  const writer = openHandle(file);
  const reader = openHandle(file);
  reader.exec('pragma query_only = on');
  return { writer, reader };
}

/** Kysely's dialect for the SQLite that comes with Node. */
export class NodeSqliteDialect implements Dialect {
  readonly #file: string;
  readonly #onDamage: (error: Error) => void;

  constructor(file: string, onDamage: (error: Error) => void = () => undefined) {
    this.#file = file;
    this.#onDamage = onDamage;
  }

  createDriver(): Driver {
    return new SqliteDriver(() => openSqliteHandles(this.#file), this.#onDamage);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return new NodeSqliteAdapter();
  }

  createIntrospector(db: Kysely<never>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}
