import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { SeriesKey } from '../../port.ts';
import { DamagedDataError } from '../bytes.ts';
import { openForReading, openForWriting, PAGE_BYTES } from '../chunks/chunk-database.ts';
import { decodeChunk } from '../chunks/chunk-reader.ts';
import { ChunkWriter } from '../chunks/chunk-writer.ts';
import { CHUNK_POINTS } from '../chunks/series-tail.ts';
import { decodeSummary } from '../chunks/summary.ts';
import { isDatabaseDamage } from '../damage.ts';
import { checkFormat, type HistoryPaths, historyPaths } from '../folder.ts';
import { FolderLock } from '../folder-lock.ts';
import { PointsBuffer } from '../points-buffer.ts';
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

/**
 * Builds the chunk database anew from every chunk of the damaged one that is whole by its own checksum. Nobody may
 * have it open. The log is untouched: it is replayed over the result as at any start.
 */
export function repairChunks(paths: HistoryPaths): Repair {
  const fresh = `${paths.chunkFile}.repaired`;
  for (const suffix of ['', '-wal', '-shm']) rmSync(fresh + suffix, { force: true });
  const db = openForWriting(fresh);
  const writer = new ChunkWriter(db, () => undefined);
  const pages = new SqlitePages(paths.chunkFile, PAGE_BYTES);
  let chunks = 0;
  const lost: LostChunk[] = [];
  const pointsBefore = storedTotal(paths.chunkFile);
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
  } finally {
    pages.close();
  }
  const { points } = writer;
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
  const damagedFile = nameForDamaged(paths.chunkFile);
  for (const suffix of ['-wal', '-shm']) {
    if (existsSync(paths.chunkFile + suffix)) renameSync(paths.chunkFile + suffix, damagedFile + suffix);
  }
  renameSync(paths.chunkFile, damagedFile);
  renameSync(fresh, paths.chunkFile);
  rmSync(paths.repairFile, { force: true });
  return { chunks, points, lost, pointsBefore, damagedFile };
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
