import type { ByteSource } from '../bytes/byte-source.ts';
import type { Cell, QueryLimits, QueryResult, TableInfo, TablePreview } from '../messages.ts';
import { SqliteProblem } from '../problem.ts';
import { quoteSqlName } from '../quote-name.ts';
import { asNumbers, collectRows, RowReader } from './collect-rows.ts';
import { guardConnection, type ReadOnlyGuard } from './read-only-guard.ts';
import { installReadOnlyVfs, type ReadOnlyVfs, VFS_NAME } from './read-only-vfs.ts';
import type { RawSqlite, Sqlite3 } from './sqlite3.ts';
import { copyOfUtf16 } from './utf16-copy.ts';
import { connectVirtualTables } from './virtual-tables.ts';

/** Memory that one connection may take; beyond it a query ends with 'out of memory'. */
const MOST_HEAP_BYTES = 400_000_000;
/** A single text or blob. */
const MOST_VALUE_BYTES = 100_000_000;
const PAGE_CACHE_KB = 32_000;
/** What sorts and groups is held in memory: there is nowhere to write to. */
const SETTINGS = [
  `hard_heap_limit=${MOST_HEAP_BYTES}`,
  'temp_store=2',
  'trusted_schema=0',
  `cache_size=-${PAGE_CACHE_KB}`,
] as const;
/** Steps of SQLite's machine between two looks at the clock: well below a millisecond. */
const STEPS_PER_LOOK = 20_000;
/** Of a table's preview (spec 2 §2.12). */
export const PREVIEW_ROWS = 100;
export const PREVIEW_DISTINCT = 15;
/** Rows among which distinct values are looked for. */
const PREVIEW_LOOKED_AT = 10_000;

/** What a preview takes into memory: pictures in a table are many bytes each. */
const PREVIEW_BYTES = 32_000_000;
/** A blob is told from another by its beginning and its length. */
const KEY_BYTES = 1_024;
/** What opening a file may take: its own queries are run to copy one whose texts are UTF-16. */
const OPENING_MS = 60_000;

/** One database, opened to be read, and what may be asked of it. */
export class SqliteEngine {
  readonly #sqlite3: Sqlite3;
  readonly #vfs: ReadOnlyVfs;
  readonly #now: () => number;
  #connection: InstanceType<Sqlite3['oo1']['DB']> | undefined;
  #guard: ReadOnlyGuard = { refusal: undefined };
  #endsAt = Number.POSITIVE_INFINITY;

  constructor(sqlite3: Sqlite3, now: () => number) {
    this.#sqlite3 = sqlite3;
    this.#vfs = installReadOnlyVfs(sqlite3);
    this.#now = now;
  }

  /**
   * Opens a database in place of the one before.
   * @param source undefined: none, for queries that read no table
   * @param encoding of its texts, as SQLite names it; one that this build does not read is copied in memory
   * @throws SqliteProblem
   */
  open(source: ByteSource | undefined, encoding = 'UTF-8'): void {
    const { capi, oo1 } = this.#sqlite3;
    this.#connection?.close();
    this.#connection = undefined;
    this.#vfs.source = source;
    this.#vfs.problem = undefined;
    try {
      const isRead = source !== undefined && encoding === 'UTF-8';
      this.#connection = isRead
        ? new oo1.DB({ filename: '/database', flags: 'r', vfs: VFS_NAME })
        : new oo1.DB(':memory:');
      for (const setting of SETTINGS) this.#connection.exec(`pragma ${setting}`);
      this.#endsAt = this.#now() + OPENING_MS;
      capi.sqlite3_progress_handler(this.#pointer(), STEPS_PER_LOOK, () => (this.#now() > this.#endsAt ? 1 : 0), 0);
      if (source !== undefined && !isRead) copyOfUtf16(source, encoding, this.#sqlite3, this.#connection);
      if (isRead) connectVirtualTables(this.#sqlite3, this.#connection);
    } catch (error) {
      throw this.#problemOf(error);
    } finally {
      this.#endsAt = Number.POSITIVE_INFINITY;
    }
    const pointer = this.#pointer();
    capi.sqlite3_limit(pointer, capi.SQLITE_LIMIT_LENGTH, MOST_VALUE_BYTES);
    capi.sqlite3_limit(pointer, capi.SQLITE_LIMIT_ATTACHED, 0);
    this.#guard = guardConnection(this.#sqlite3, pointer);
  }

  /**
   * The tables and views with their columns; of one that cannot be read, why.
   * @throws SqliteProblem when the file cannot be read at all
   */
  tables(limits: QueryLimits): TableInfo[] {
    const listed = this.run(
      `select name, type from sqlite_schema where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\' order by type, name collate nocase`,
      limits,
    );
    return Array.from({ length: listed.rows }, (_, row): TableInfo => {
      const name = String(listed.columns[0]?.[row]);
      const kind = listed.columns[1]?.[row] === 'view' ? 'view' : 'table';
      try {
        const shown = this.run(`pragma table_xinfo(${quoteSqlName(name)})`, limits);
        const [names, types, hidden] = [1, 2, 6].map((column) => shown.columns[column]);
        const columns = Array.from({ length: shown.rows }, (_ignored, index) => ({
          name: String(names?.[index]),
          type: String(types?.[index] ?? ''),
          isHidden: hidden?.[index] === 1,
        }));
        return {
          name,
          kind,
          columns: columns.filter(({ isHidden }) => !isHidden).map(({ name, type }) => ({ name, type })),
          problem: undefined,
        };
      } catch (error) {
        if (!(error instanceof SqliteProblem)) throw error;
        return { name, kind, columns: [], problem: error.message };
      }
    });
  }

  /**
   * Runs statements one after the other, and answers what the last one that gives rows gave.
   * @throws SqliteProblem in words for the screen
   */
  run(sql: string, limits: QueryLimits): QueryResult {
    const began = this.#now();
    let result: QueryResult | undefined;
    this.#eachStatement(sql, limits, (statement, names) => {
      const { code, ...collected } = collectRows(this.#sqlite3, statement, names, limits);
      if (collected.cut === undefined) this.#check(code, limits);
      result = { ...collected, elapsedMs: this.#now() - began };
    });
    if (result === undefined)
      throw new SqliteProblem('There is nothing to run: write a query that begins with SELECT.');
    return result;
  }

  /** The first rows of a table, and values that its columns hold (spec 2 §2.12). */
  preview(table: string, limits: QueryLimits): TablePreview {
    const { capi } = this.#sqlite3;
    const raw = this.#sqlite3.wasm.exports as RawSqlite;
    const reader = new RowReader(this.#sqlite3);
    const began = this.#now();
    let preview: TablePreview | undefined;
    this.#eachStatement(`select * from ${quoteSqlName(table)}`, limits, (statement, names) => {
      const columns = names.map((): Cell[] => []);
      const distinct = names.map(() => new Map<unknown, Cell>());
      let [lookedAt, bytes] = [0, 0];
      let code = raw.sqlite3_step(statement);
      for (
        ;
        code === capi.SQLITE_ROW && lookedAt < PREVIEW_LOOKED_AT && bytes <= PREVIEW_BYTES;
        code = raw.sqlite3_step(statement)
      ) {
        for (let column = 0; column < names.length; column++) {
          const found = distinct[column];
          if (lookedAt >= PREVIEW_ROWS && (found?.size ?? 0) >= PREVIEW_DISTINCT) continue;
          const cell = reader.read(statement, column);
          bytes += reader.bytes;
          if (lookedAt < PREVIEW_ROWS) columns[column]?.push(cell);
          if (found && found.size < PREVIEW_DISTINCT) found.set(keyOf(cell), cell);
        }
        lookedAt++;
      }
      const isWhole = code !== capi.SQLITE_ROW;
      if (isWhole) this.#check(code, limits);
      const rows = Math.min(lookedAt, PREVIEW_ROWS);
      const isTooMuch = bytes > PREVIEW_BYTES;
      const cut = isTooMuch ? 'bytes' : lookedAt > rows ? 'rows' : undefined;
      const elapsedMs = this.#now() - began;
      preview = {
        result: { names, columns: columns.map(asNumbers), rows, cut, elapsedMs },
        distinct: distinct.map((found) => [...found.values()]),
        lookedAt,
        isWhole,
      };
    });
    if (preview === undefined) throw new SqliteProblem(`There is no table ${table}.`);
    return preview;
  }

  #pointer(): number {
    const pointer = this.#connection?.pointer;
    if (pointer === undefined) throw new SqliteProblem('No database is open.');
    return pointer as number;
  }

  /** Prepares each statement of a text and hands it on; one that gives no rows is not run. */
  #eachStatement(sql: string, limits: QueryLimits, use: (statement: number, names: string[]) => void): void {
    const { capi, wasm } = this.#sqlite3;
    const pointer = this.#pointer();
    this.#endsAt = this.#now() + limits.timeMs;
    this.#guard.refusal = undefined;
    this.#vfs.problem = undefined;
    const scope = wasm.scopedAllocPush();
    try {
      const [text, length] = wasm.scopedAllocCString(sql, true) as unknown as [number, number];
      const [outStatement, outRest] = [wasm.scopedAlloc(8), wasm.scopedAlloc(8)] as unknown as [number, number];
      for (let at = text; at < text + length; at = wasm.peekPtr(outRest) as number) {
        const left = text + length - at;
        this.#check(capi.sqlite3_prepare_v3(pointer, at, left, 0, outStatement, outRest), limits);
        const statement = wasm.peekPtr(outStatement) as number;
        // Blanks and comments at the end.
        if (statement === 0) {
          // A character of no text ends it, too.
          if ((wasm.peekPtr(outRest) as number) <= at) break;
          continue;
        }
        try {
          const count = capi.sqlite3_column_count(statement);
          if (count === 0)
            throw new SqliteProblem('The explorer only reads: a statement that gives no rows is refused.');
          use(
            statement,
            Array.from({ length: count }, (_, column) => capi.sqlite3_column_name(statement, column) ?? ''),
          );
        } finally {
          capi.sqlite3_finalize(statement);
        }
      }
    } finally {
      wasm.scopedAllocPop(scope);
      this.#endsAt = Number.POSITIVE_INFINITY;
    }
  }

  /** @throws SqliteProblem unless all is well */
  #check(code: number, limits: QueryLimits): void {
    const { capi } = this.#sqlite3;
    if (code === capi.SQLITE_OK || code === capi.SQLITE_DONE) return;
    if (this.#vfs.problem !== undefined) throw this.#problemOf(this.#vfs.problem);
    // Extended codes carry the plain one in their lowest byte.
    const plain = code & 0xff;
    if (plain === capi.SQLITE_AUTH && this.#guard.refusal !== undefined) throw new SqliteProblem(this.#guard.refusal);
    if (plain === capi.SQLITE_INTERRUPT) throw new SqliteProblem(tookTooLong(limits.timeMs));
    if (plain === capi.SQLITE_NOMEM) {
      throw new SqliteProblem('The query took more memory than it may have and was stopped. Ask for less at once.');
    }
    throw new SqliteProblem(capi.sqlite3_errmsg(this.#pointer()));
  }

  #problemOf(error: unknown): SqliteProblem {
    const cause = this.#vfs.problem ?? error;
    if (cause instanceof SqliteProblem) return cause;
    const { capi, SQLite3Error } = this.#sqlite3;
    if (cause instanceof SQLite3Error && this.#connection?.pointer !== undefined) {
      return new SqliteProblem(capi.sqlite3_errmsg(this.#connection.pointer), { cause });
    }
    return new SqliteProblem('The file could not be read.', { cause });
  }
}

export const tookTooLong = (timeMs: number): string =>
  `The query took longer than ${timeMs / 1_000} seconds and was stopped.`;

/** Tells values of a column apart. */
const keyOf = (cell: Cell) =>
  cell instanceof Uint8Array ? `${cell.length}: ${cell.subarray(0, KEY_BYTES).join()}` : cell;
