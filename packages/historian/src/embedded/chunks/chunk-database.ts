import { DatabaseSync } from 'node:sqlite';

/** Version of everything in a history folder; a reader refuses a folder with a greater one. */
export const FORMAT_VERSION = 1;

/** Blobs of some 2 KB waste half of a 4 KB page but fill chains of 1 KB pages; index pages written are small, too. */
export const PAGE_BYTES = 1024;

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
  summary BLOB NOT NULL,
  PRIMARY KEY (series, level, start_ms)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS totals (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

/**
 * Opens the chunk database for writing, creating it when it is not there. Commits are not forced to disk one by one
 * (synchronous NORMAL): the log keeps their points until the writer has forced SQLite's own log, as a whole.
 */
export function openForWriting(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec(`
    PRAGMA page_size = ${PAGE_BYTES};
    PRAGMA auto_vacuum = INCREMENTAL;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA wal_autocheckpoint = 0;
    PRAGMA cache_size = -16384;
    PRAGMA busy_timeout = 5000;
  `);
  db.exec(SCHEMA);
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version !== FORMAT_VERSION) db.exec(`PRAGMA user_version = ${FORMAT_VERSION}`);
  return db;
}

/** Opens it for reading; each thread has its own. */
export function openForReading(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true });
  db.exec('PRAGMA cache_size = -16384; PRAGMA busy_timeout = 5000; PRAGMA query_only = ON');
  return db;
}
