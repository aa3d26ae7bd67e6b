import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { SeriesKey } from '../../port.ts';
import { openForReading, openForWriting, PAGE_BYTES } from '../chunks/chunk-database.ts';
import { decodeChunk } from '../chunks/chunk-reader.ts';
import { ChunkWriter } from '../chunks/chunk-writer.ts';
import { CHUNK_POINTS } from '../chunks/series-tail.ts';
import { decodeSummary } from '../chunks/summary.ts';
import { DamagedDataError } from '../codec/bytes.ts';
import { isDatabaseDamage } from '../damage.ts';
import { checkFormat, type HistoryPaths, historyPaths } from '../folder/folder.ts';
import { FolderLock } from '../folder/folder-lock.ts';
import { PointsBuffer } from '../points/points-buffer.ts';
import { SqlitePages, type StoredRow } from './sqlite-pages.ts';

const CHUNKS_AT_A_TIME = 500;

/** A stretch of a series that could not be read any more. */
export interface LostChunk {
  key: SeriesKey;
  startMs: number;
  endMs: number;
  /** Null when its summary is damaged, too. */
  points: number | null;
}

/** What a repair saved; the damaged database stays beside the new one, under the name given. */
export interface Repair {
  chunks: number;
  points: number;
  /** Chunks that are in the old database and fail their checksums, as far as they can be told, at most a hundred. */
  lost: LostChunk[];
  /** Points that the old database said it held, or null when that cannot be read. */
  pointsBefore: number | null;
  damagedFile: string;
}

const MOST_LOST = 100;

/**
 * Repairs a store that no process has open: rebuilds its chunk database from every chunk that is whole.
 * @throws HistoryFolderError when the folder is in use, no store, or a newer one
 */
export async function repairStore(folder: string): Promise<Repair> {
  await checkFormat(folder);
  const paths = historyPaths(folder);
  const lock = FolderLock.take(paths.lockFile, folder);
  try {
    finishRepair(paths);
    return repairChunks(paths);
  } finally {
    lock.release();
  }
}

/** Notes that the database must be repaired before it is opened the next time. */
export function requestRepair(paths: HistoryPaths): void {
  writeFileSync(paths.repairFile, 'The chunk database is damaged; the next start repairs it.\n');
}

export function isRepairRequested(paths: HistoryPaths): boolean {
  return existsSync(paths.repairFile);
}

/** Where a repair builds; renamed when the new database is whole, and from then on it takes the place of the old one. */
const nameWhileBuilding = ({ chunkFile }: HistoryPaths): string => `${chunkFile}.repairing`;
const nameWhenBuilt = ({ chunkFile }: HistoryPaths): string => `${chunkFile}.repaired`;

/** Puts the database in place that a repair had built when its process ended, if there is one. */
export function finishRepair(paths: HistoryPaths): void {
  const { chunkFile } = paths;
  const built = nameWhenBuilt(paths);
  if (!existsSync(built)) return;
  // SQLite would apply the log of the old database to the new one.
  removeWithLogs(chunkFile, ['-wal', '-shm']);
  renameSync(built, chunkFile);
  removeWithLogs(built, ['-wal', '-shm']);
  sync(dirname(chunkFile));
  rmSync(paths.repairFile, { force: true });
}

function removeWithLogs(file: string, suffixes: readonly string[]): void {
  for (const suffix of suffixes) rmSync(file + suffix, { force: true });
}

function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Builds the chunk database anew from every chunk of the damaged one that is whole by its own checksum. Nobody may
 * have it open. The log is untouched: it is replayed over the result as at any start. Until the new database is whole
 * the old one stays where it is, and an end of the process changes nothing; from then on the next start goes on.
 */
export function repairChunks(paths: HistoryPaths): Repair {
  const fresh = nameWhileBuilding(paths);
  removeWithLogs(fresh, ['', '-wal', '-shm']);
  try {
    const { chunks, points, lost } = buildFrom(paths.chunkFile, fresh);
    const pointsBefore = storedTotal(paths.chunkFile);
    sync(fresh);
    const damagedFile = nameForDamaged(paths.chunkFile);
    for (const suffix of ['', '-wal']) keepAs(paths.chunkFile + suffix, damagedFile + suffix);
    sync(dirname(fresh));
    renameSync(fresh, nameWhenBuilt(paths));
    finishRepair(paths);
    return { chunks, points, lost, pointsBefore, damagedFile };
  } catch (error) {
    // Half of it would take the room that may be what was missing.
    removeWithLogs(fresh, ['', '-wal', '-shm']);
    throw error;
  }
}

/** Gives a file a second name, or makes a copy where the file system knows no second names. */
function keepAs(file: string, name: string): void {
  if (!existsSync(file)) return;
  try {
    linkSync(file, name);
  } catch {
    copyFileSync(file, name, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  }
}

function buildFrom(damaged: string, fresh: string): Pick<Repair, 'chunks' | 'points' | 'lost'> {
  const db = openForWriting(fresh);
  const writer = new ChunkWriter(db, () => undefined);
  const pages = new SqlitePages(damaged, PAGE_BYTES);
  let chunks = 0;
  const lost: LostChunk[] = [];
  try {
    const rows = pages.rows();
    for (let isOver = false; !isOver; ) {
      isOver = writer.transaction(() => {
        for (let left = CHUNKS_AT_A_TIME; left > 0; left--) {
          const row = rows.next();
          if (row.done) return true;
          const outcome = writeWhole(writer, row.value);
          if (outcome === 'written') chunks++;
          else if (outcome && lost.length < MOST_LOST) lost.push(outcome);
        }
        return false;
      });
    }
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return { chunks, points: writer.points, lost };
  } finally {
    pages.close();
    db.close();
  }
}

function nameForDamaged(chunkFile: string): string {
  for (let number = 1; ; number++) {
    const name = `${chunkFile}.damaged-${number}`;
    if (!existsSync(name)) return name;
  }
}

/** The number of points that a database says it holds. */
function storedTotal(chunkFile: string): number | null {
  try {
    const db = openForReading(chunkFile);
    try {
      const row = db.prepare("SELECT value FROM totals WHERE name = 'points'").get();
      return typeof row?.value === 'number' ? row.value : null;
    } finally {
      db.close();
    }
  } catch (error) {
    if (isDatabaseDamage(error)) return null;
    throw error;
  }
}

/** Writes the points of a row that is a chunk and passes its checksum; null when it is no chunk at all. */
function writeWhole(writer: ChunkWriter, { columns }: StoredRow): 'written' | LostChunk | null {
  const [, key, startMs, endMs, summary, data] = columns;
  if (columns.length !== 6 || !(summary instanceof Uint8Array) || !(data instanceof Uint8Array)) return null;
  if (typeof key !== 'number' || typeof startMs !== 'number' || typeof endMs !== 'number') return null;
  const buffer = new PointsBuffer(CHUNK_POINTS);
  try {
    decodeChunk(data, { series: key, startMs, endMs }, buffer);
  } catch (error) {
    if (!(error instanceof DamagedDataError)) throw error;
    return { key, startMs, endMs, points: countIn(summary, key, startMs, endMs) };
  }
  writer.write(key, buffer.points());
  return 'written';
}

function countIn(summary: Uint8Array, key: SeriesKey, startMs: number, endMs: number): number | null {
  try {
    return decodeSummary(summary, key, startMs, endMs).count;
  } catch (error) {
    if (error instanceof DamagedDataError) return null;
    throw error;
  }
}
