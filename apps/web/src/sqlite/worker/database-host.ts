import { blobRange } from '../bytes/blob-range.ts';
import type { RangeReader } from '../bytes/byte-source.ts';
import { httpRange } from '../bytes/http-range.ts';
import { SqliteEngine } from '../engine/sqlite-engine.ts';
import { loadSqlite, type Sqlite3 } from '../engine/sqlite3.ts';
import { MOST_COPIED_BYTES } from '../engine/utf16-copy.ts';
import type { DatabaseSource, LoadingStage, OpenedDatabase, QueryLimits, SqliteJob } from '../messages.ts';
import { SqliteProblem } from '../problem.ts';
import { type FileForSqlite, openFile } from './open-file.ts';

/** The columns of all tables are read within this. */
const OPEN_LIMITS: QueryLimits = { timeMs: 30_000, rows: 100_000, bytes: 50_000_000 };
const UTF16 =
  'Its text is stored as UTF-16, which is read up to 64 MB. Convert a copy: sqlite3 old.sqlite .dump | sqlite3 new.sqlite';

/** Answers the jobs of one worker: one database at a time. */
export class DatabaseHost {
  readonly #load: () => Promise<Sqlite3>;
  readonly #now: () => number;
  #engine: SqliteEngine | undefined;

  constructor(load: () => Promise<Sqlite3>, now: () => number) {
    this.#load = load;
    this.#now = now;
  }

  /** @throws SqliteProblem in words for the screen */
  async do(job: SqliteJob, onStage: (stage: LoadingStage) => void): Promise<unknown> {
    if (job.kind === 'open') return this.#open(job.source, onStage);
    if (this.#engine === undefined) throw new SqliteProblem('No database is open.');
    return job.kind === 'query' ? this.#engine.run(job.sql, job.limits) : this.#engine.preview(job.table, job.limits);
  }

  async #open(source: DatabaseSource, onStage: (stage: LoadingStage) => void): Promise<OpenedDatabase> {
    onStage('loading SQLite');
    this.#engine ??= new SqliteEngine(await this.#load(), this.#now);
    onStage('fetching database');
    const file = fileOf(source);
    onStage('opening database');
    return openDatabase(this.#engine, file);
  }
}

/**
 * Opens a file that was looked at, and reads what tables it has.
 * @throws SqliteProblem in words for the screen
 */
export function openDatabase(engine: SqliteEngine, file: FileForSqlite | undefined): OpenedDatabase {
  if (file !== undefined && file.encoding !== 'UTF-8' && file.sizeBytes > MOST_COPIED_BYTES) {
    throw new SqliteProblem(UTF16);
  }
  try {
    engine.open(file?.source, file?.encoding);
    return {
      tables: engine.tables(OPEN_LIMITS),
      sizeBytes: file?.sizeBytes ?? 0,
      encoding: file?.encoding ?? 'UTF-8',
      pageSize: file?.pageSize ?? 0,
      isWal: file?.isWal ?? false,
      walPages: file?.walPages ?? 0,
      readBytes: file?.readBytes() ?? 0,
    };
  } catch (error) {
    if (file?.problem === undefined || !(error instanceof SqliteProblem)) throw error;
    throw new SqliteProblem(`${file.problem} SQLite says: ${error.message}.`, { cause: error });
  }
}

function fileOf(source: DatabaseSource): FileForSqlite | undefined {
  if (source.kind === 'none') return undefined;
  const [main, wal]: (RangeReader | undefined)[] =
    source.kind === 'portal'
      ? [httpRange(source.address), source.walAddress === undefined ? undefined : httpRange(source.walAddress)]
      : [blobRange(source.file), source.wal && blobRange(source.wal)];
  return main && openFile(main, wal);
}

/** The host of a worker, which finds SQLite beside its own script. */
export function hostOfWorker(): DatabaseHost {
  return new DatabaseHost(
    () => loadSqlite('/wasm/sqlite3.wasm'),
    () => performance.now(),
  );
}
