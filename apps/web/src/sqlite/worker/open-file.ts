import type { ByteSource, RangeReader } from '../bytes/byte-source.ts';
import { CachedSource } from '../bytes/cached-source.ts';
import { readHeader } from '../bytes/database-header.ts';
import { MOST_WAL_BYTES, readWal, withWal } from '../bytes/wal.ts';
import { SqliteProblem } from '../problem.ts';

const HEADER_BYTES = 100;

/** A file that was looked at: what SQLite is to read, and what is known of it before. */
export interface FileForSqlite {
  readonly source: ByteSource | undefined;
  readonly sizeBytes: number;
  readonly isWal: boolean;
  readonly walPages: number;
  /** Of its texts, as SQLite names it. */
  readonly encoding: string;
  /** Bytes; undefined where there is no page. */
  readonly pageSize: number | undefined;
  /** Why it will hardly be read whole, though it is a database. */
  readonly problem: string | undefined;
  readBytes(): number;
}

/**
 * Looks at the beginning of a file, and puts its write-ahead log over it.
 * @throws SqliteProblem for what is no database
 */
export function openFile(main: RangeReader, wal: RangeReader | undefined): FileForSqlite {
  const file = new CachedSource(main);
  const header = readHeader(file.read(0, HEADER_BYTES), file.size);
  if (header.kind === 'other') throw new SqliteProblem(header.problem);
  const found = wal === undefined ? undefined : readWhole(wal);
  const committed = found && readWal(found);
  const isEmpty = header.kind === 'empty' && committed === undefined;
  return {
    source: isEmpty ? undefined : found && committed ? withWal(file, found, committed) : file,
    sizeBytes: file.size,
    isWal: header.kind === 'database' && header.isWal,
    walPages: committed?.pages.size ?? 0,
    encoding: header.kind === 'database' ? header.encoding : 'UTF-8',
    pageSize: header.kind === 'database' ? header.pageSize : undefined,
    problem: header.kind === 'database' && committed === undefined ? header.problem : undefined,
    readBytes: () => file.readBytes + (found?.length ?? 0),
  };
}

function readWhole(range: RangeReader): Uint8Array {
  const { bytes, size } = range(0, MOST_WAL_BYTES - 1);
  if (size > MOST_WAL_BYTES) {
    throw new SqliteProblem(
      'The -wal file beside the database is larger than 256 MB. Let its program write it back first.',
    );
  }
  return bytes;
}
