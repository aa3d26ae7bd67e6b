import { DatabaseSync } from 'node:sqlite';
import { SQLITE_CORRUPT } from '../damage.ts';

/** Version of everything in a history folder; a reader refuses a folder with a greater one. */
export const FORMAT_VERSION = 2;

/** Blobs of some 2 KB waste half of a 4 KB page but fill chains of 1 KB pages; index pages written are small, too. */
export const PAGE_BYTES = 1024;

/** How long a connection waits for the lock of another. */
export const BUSY_WAIT_MS = 5000;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS chunks (
  id INTEGER PRIMARY KEY,
  series INTEGER NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  summary BLOB NOT NULL,
  data BLOB NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS chunks_by_series ON chunks (series, start_ms);
CREATE TABLE IF NOT EXISTS damaged (
  id INTEGER PRIMARY KEY,
  series INTEGER NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  summary BLOB NOT NULL,
  data BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS rollups (
  series INTEGER NOT NULL,
  level INTEGER NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  chunks INTEGER NOT NULL,
  summary BLOB NOT NULL,
  PRIMARY KEY (series, level, start_ms)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS totals (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

/** Format 1 did not say how many chunks a rollup covers; everything else in its database is as it is now. */
const FROM_FORMAT_1 = `
ALTER TABLE rollups ADD COLUMN chunks INTEGER NOT NULL DEFAULT 0;
UPDATE rollups SET chunks = (
  SELECT count(*) FROM chunks
  WHERE chunks.series = rollups.series AND chunks.start_ms BETWEEN rollups.start_ms AND rollups.end_ms);
`;

/** Pages of the index that are changed again and again, and those of a transaction: the system has the others. */
const WRITER_CACHE_KB = 4096;

/**
 * Opens the chunk database for writing, creating it when it is not there and bringing an older one up to this format.
 * Commits are not forced to disk one by one (synchronous NORMAL): the log keeps their points until the writer has forced SQLite's own log, as a whole.
 */
export function openForWriting(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec(`
    PRAGMA page_size = ${PAGE_BYTES};
    PRAGMA auto_vacuum = INCREMENTAL;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA wal_autocheckpoint = 0;
    PRAGMA cache_size = -${WRITER_CACHE_KB};
    PRAGMA busy_timeout = ${BUSY_WAIT_MS};
  `);
  if (formatOf(db) === FORMAT_VERSION) {
    refuseOtherTables(db);
    return db;
  }
  db.exec('BEGIN IMMEDIATE');
  db.exec(SCHEMA);
  const hasCounts = db.prepare("SELECT 1 FROM pragma_table_info('rollups') WHERE name = 'chunks'").get() !== undefined;
  if (!hasCounts) db.exec(FROM_FORMAT_1);
  db.exec(`PRAGMA user_version = ${FORMAT_VERSION}; COMMIT`);
  refuseOtherTables(db);
  return db;
}

/**
 * SQLite reads the names of tables and columns from text that it does not check: one that a flipped bit has changed
 * would look like a mistake in a statement.
 * @throws Error with SQLite's own code for a damaged file
 */
function refuseOtherTables(db: DatabaseSync): void {
  const [found, made] = [columnsOf(db), columnsAsMade()];
  if (found === made) return;
  db.close();
  throw Object.assign(new Error('the tables are not those that were made'), { errcode: SQLITE_CORRUPT });
}

/** Every column of every table with what counts of it, in an order that does not depend on when it was added. */
function columnsOf(db: DatabaseSync): string {
  const columns = db.prepare(
    `SELECT m.type AS kind, m.name AS of, c.name, c.type, c."notnull", c.pk
     FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
     UNION ALL
     SELECT m.type, m.name, c.name, c.seqno, c."desc", c.key FROM sqlite_schema AS m JOIN pragma_index_xinfo(m.name) AS c
     WHERE m.type = 'index' ORDER BY 1, 2, 3, 4, 5, 6`,
  );
  return JSON.stringify(columns.all());
}

let asMade: string | undefined;

function columnsAsMade(): string {
  if (asMade !== undefined) return asMade;
  const db = new DatabaseSync(':memory:');
  db.exec(SCHEMA);
  asMade = columnsOf(db);
  db.close();
  return asMade;
}

/** Opens it for reading; each thread has its own. */
export function openForReading(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true });
  db.exec(`PRAGMA cache_size = -16384; PRAGMA busy_timeout = ${BUSY_WAIT_MS}; PRAGMA query_only = ON`);
  if (formatOf(db) === FORMAT_VERSION) refuseOtherTables(db);
  return db;
}

function formatOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version);
}
