import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openForReading } from '../chunks/chunk-database.ts';
import { decodeChunk } from '../chunks/chunk-reader.ts';
import { CHUNK_POINTS } from '../chunks/series-tail.ts';
import { decodeSummary, encodeSummary, summarise } from '../chunks/summary.ts';
import { DamagedDataError } from '../codec/bytes.ts';
import { isDatabaseDamage } from '../damage.ts';
import { checkFormat, historyPaths } from '../folder/folder.ts';
import { logFileNumber } from '../log/log-file.ts';
import { LOG_HEADER, scanLog } from '../log/log-frames.ts';
import { PointsBuffer } from '../points/points-buffer.ts';

/** What an integrity check found; the store is whole when there are no problems. */
export interface StoreCheck {
  chunks: number;
  points: number;
  logFiles: number;
  /** SQLite's own structures are damaged: only a repair brings back what they hide. */
  needsRepair: boolean;
  /** One line each, at most a hundred. */
  problems: string[];
  /** What is as a crash leaves it, or as a running portal has it: the next start completes it, nothing is lost. */
  notes: string[];
}

const MOST_PROBLEMS = 100;

/**
 * Reads everything in a history folder and compares it with its checksums: every chunk, its summary, their order,
 * every log file, and SQLite's own structures. Reads only, so it may run beside the store.
 * @throws HistoryFolderError when the folder is no store, or a newer one
 */
export async function checkStore(folder: string): Promise<StoreCheck> {
  await checkFormat(folder);
  const paths = historyPaths(folder);
  const check: StoreCheck = { chunks: 0, points: 0, logFiles: 0, needsRepair: false, problems: [], notes: [] };
  const note = (problem: string): void => {
    if (check.problems.length < MOST_PROBLEMS) check.problems.push(problem);
  };
  try {
    const db = openForReading(paths.chunkFile);
    try {
      checkDatabase(db, check, note);
    } finally {
      db.close();
    }
  } catch (error) {
    if (!isDatabaseDamage(error)) throw error;
    check.needsRepair = true;
    note(`chunks.db: ${String(error)}`);
  }
  // A copy of a history that was sealed whole has no log.
  for (const name of existsSync(paths.logFolder) ? await readdir(paths.logFolder) : []) {
    if (logFileNumber(name) === null) continue;
    const content = await readIfThere(join(paths.logFolder, name));
    if (content === undefined) continue;
    check.logFiles++;
    const scan = scanLog(content, () => undefined);
    if (scan.damagedBytes > 0) note(`${name}: ${scan.damagedBytes} bytes are damaged`);
    if (scan.tornBytes > LOG_HEADER.length) {
      check.notes.push(`${name}: the last ${scan.tornBytes} bytes are an unfinished write`);
    }
  }
  return check;
}

/** Undefined: the store beside has moved what the file held into chunks, and removed it. */
async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

type Row = [id: number, series: number, startMs: number, endMs: number, summary: Uint8Array, data: Uint8Array];

function checkDatabase(db: DatabaseSync, check: StoreCheck, note: (problem: string) => void): void {
  for (const row of db.prepare(`PRAGMA integrity_check(${MOST_PROBLEMS})`).all()) {
    if (row.integrity_check === 'ok') continue;
    check.needsRepair = true;
    note(`chunks.db: ${String(row.integrity_check)}`);
  }
  const aside = db.prepare('SELECT count(*) AS chunks FROM damaged').get() as { chunks: number };
  if (aside.chunks > 0) note(`${aside.chunks} damaged chunk(s) were set aside`);
  const rows = db.prepare('SELECT id, series, start_ms, end_ms, summary, data FROM chunks');
  rows.setReturnArrays(true);
  const buffer = new PointsBuffer(CHUNK_POINTS);
  for (const row of rows.iterate()) {
    buffer.clear();
    check.chunks++;
    checkChunk(row as unknown as Row, buffer, note);
    check.points += buffer.length;
  }
  const overlaps = db.prepare(`
    SELECT series, id FROM (
      SELECT series, id, start_ms, lag(end_ms) OVER (PARTITION BY series ORDER BY start_ms) AS before_ms FROM chunks)
    WHERE before_ms >= start_ms LIMIT ${MOST_PROBLEMS}`);
  for (const { series, id } of overlaps.all()) note(`chunk ${id} of series ${series} overlaps the one before it`);
}

function checkChunk(
  [id, series, startMs, endMs, summary, data]: Row,
  buffer: PointsBuffer,
  note: (problem: string) => void,
): void {
  try {
    decodeChunk(data, { series, startMs, endMs }, buffer);
    const points = buffer.points();
    const { timesMs } = points;
    if (timesMs[0] !== startMs || timesMs.at(-1) !== endMs) note(`chunk ${id}: its times are not those of its row`);
    if (timesMs.some((timeMs, i) => i > 0 && timeMs <= (timesMs[i - 1] ?? 0)))
      note(`chunk ${id}: its times do not ascend`);
    decodeSummary(summary, series, startMs, endMs);
    const expected = encodeSummary(summarise(points), series, startMs, endMs);
    if (Buffer.compare(expected, summary) !== 0) note(`chunk ${id}: its summary is not that of its points`);
  } catch (error) {
    if (!(error instanceof DamagedDataError)) throw error;
    note(`chunk ${id} of series ${series}: ${error.message}`);
  }
}
