import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SelectQueryNode } from 'kysely';
import { databaseFaultOf } from '../database-faults.ts';
import { AsyncLock } from './async-lock.ts';
import { Turns } from './turns.ts';

const CACHED_STATEMENTS = 500;

/** One node:sqlite handle with its prepared statements, least recently used dropped first. */
class StatementCache {
  readonly #database: DatabaseSync;
  readonly #onError: (error: unknown) => void;
  readonly #statements = new Map<string, { statement: StatementSync; reads: boolean }>();

  constructor(database: DatabaseSync, onError: (error: unknown) => void) {
    this.#database = database;
    this.#onError = onError;
  }

  /** False also when SQLite itself took the transaction back, as it does when the disk is full. */
  get isInTransaction(): boolean {
    return this.#database.isTransaction;
  }

  execute<R>(sql: string, parameters: readonly unknown[]): QueryResult<R> {
    try {
      const { statement, reads } = this.#prepared(sql);
      const values = parameters as readonly SQLInputValue[];
      if (reads) return { rows: statement.all(...values) as R[] };
      const { changes, lastInsertRowid } = statement.run(...values);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    } catch (error) {
      this.#onError(error);
      throw error;
    }
  }

  /** A statement of its own: an iteration must not be reset by another user of the same text. */
  *iterate(sql: string, parameters: readonly unknown[]): Iterable<unknown> {
    try {
      yield* this.#database.prepare(sql).iterate(...(parameters as readonly SQLInputValue[]));
    } catch (error) {
      this.#onError(error);
      throw error;
    }
  }

  #prepared(sql: string) {
    const cached = this.#statements.get(sql);
    if (cached) {
      this.#statements.delete(sql);
      this.#statements.set(sql, cached);
      return cached;
    }
    const statement = this.#database.prepare(sql);
    const entry = { statement, reads: statement.columns().length > 0 };
    this.#statements.set(sql, entry);
    if (this.#statements.size > CACHED_STATEMENTS) {
      const oldest = this.#statements.keys().next().value;
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    return entry;
  }
}

interface Handles {
  writer: DatabaseSync;
  reader: DatabaseSync;
}

/**
 * Kysely over node:sqlite with two handles on one file. Reads outside a transaction use the reader and see the last
 * committed state, as they would on PostgreSQL. Writes and transactions use the writer, one at a time: concurrent
 * asynchronous transactions queue, so they cannot interleave on the one handle. Between two statements of a long
 * transaction whatever needs no writer has its turn.
 */
export class SqliteDriver implements Driver {
  readonly #open: () => Handles;
  readonly #onDamage: (error: Error) => void;
  readonly #now: (() => number) | undefined;
  readonly #writeLock = new AsyncLock();
  #handles: Handles | undefined;
  #writer: StatementCache | undefined;
  #reader: StatementCache | undefined;
  #isDamaged = false;

  /**
   * @param onDamage hears once of a file that turned out to be damaged; from then on nothing is written to it
   * @param now milliseconds since any moment, by which a transaction is long
   */
  constructor(open: () => Handles, onDamage: (error: Error) => void, now?: () => number) {
    this.#open = open;
    this.#onDamage = onDamage;
    this.#now = now;
  }

  async init(): Promise<void> {
    this.#handles = this.#open();
    const onError = (error: unknown) => this.#failed(error);
    this.#writer = new StatementCache(this.#handles.writer, onError);
    this.#reader = new StatementCache(this.#handles.reader, onError);
  }

  /** Writing on would carry the damage into what is still whole. */
  #failed(error: unknown): void {
    if (this.#isDamaged || databaseFaultOf(error) !== 'damaged') return;
    this.#isDamaged = true;
    this.#handles?.writer.exec('pragma query_only = on');
    this.#onDamage(error as Error);
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#writer || !this.#reader) throw new Error('The database is closed.');
    return new SqliteConnection(this.#writer, this.#reader, this.#writeLock, () => new Turns(this.#now));
  }

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.end('commit');
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    await connection.end('rollback');
  }

  async savepoint(connection: SqliteConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`savepoint "${name}"`));
  }

  async rollbackToSavepoint(connection: SqliteConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`rollback to "${name}"`));
  }

  async releaseSavepoint(connection: SqliteConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`release "${name}"`));
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    await connection.abandon();
  }

  async destroy(): Promise<void> {
    this.#reader = undefined;
    this.#writer = undefined;
    this.#handles?.reader.close();
    this.#handles?.writer.close();
    this.#handles = undefined;
  }
}

/** Reads never wait for a writer, however they are written. */
function isRead({ query, sql }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) || /^\s*select\b/i.test(sql);
}

class SqliteConnection implements DatabaseConnection {
  readonly #writer: StatementCache;
  readonly #reader: StatementCache;
  readonly #lock: AsyncLock;
  readonly #newTurns: () => Turns;
  #release: (() => void) | undefined;
  #turns: Turns | undefined;

  constructor(writer: StatementCache, reader: StatementCache, lock: AsyncLock, newTurns: () => Turns) {
    this.#writer = writer;
    this.#reader = reader;
    this.#lock = lock;
    this.#newTurns = newTurns;
  }

  async begin(): Promise<void> {
    const release = await this.#lock.acquire();
    try {
      this.#writer.execute('begin immediate', []);
    } catch (error) {
      release();
      throw error;
    }
    this.#release = release;
    this.#turns = this.#newTurns();
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    // Of the two errors, the one that ended the transaction is the one to tell.
    if (how === 'commit' || this.#writer.isInTransaction) this.#writer.execute(how, []);
    this.#release?.();
    this.#release = undefined;
  }

  /** A connection given back in the middle of a transaction (its commit failed) must not hold the lock for ever. */
  async abandon(): Promise<void> {
    if (!this.#release) return;
    try {
      if (this.#writer.isInTransaction) this.#writer.execute('rollback', []);
    } finally {
      this.#release();
      this.#release = undefined;
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#release) {
      const result = this.#writer.execute<R>(query.sql, query.parameters);
      if (this.#turns?.isDue) await this.#turns.give();
      return result;
    }
    if (isRead(query)) return this.#reader.execute<R>(query.sql, query.parameters);
    const release = await this.#lock.acquire();
    try {
      return this.#writer.execute<R>(query.sql, query.parameters);
    } finally {
      release();
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const source = this.#release ? this.#writer : this.#reader;
    for (const row of source.iterate(query.sql, query.parameters)) yield { rows: [row as R] };
  }
}
