import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SeriesKey, StoredHour } from '../../port.ts';
import { DamagedDataError } from '../codec/bytes.ts';
import { type BlobExtremes, decodeInto, readExtremes } from '../codec/points-codec.ts';
import type { BlobTimes } from '../codec/times-codec.ts';
import { type OnDamage, reportOrThrow } from '../damage.ts';
import type { PointsBuffer } from '../points/points-buffer.ts';
import { Rollups, type Span } from './rollups.ts';
import { chunkChecksum, decodeSummary, type Summary } from './summary.ts';

interface ChunkName {
  series: SeriesKey;
  startMs: number;
  endMs: number;
}

/** More chunks than a series has. */
const MANY = Number.MAX_SAFE_INTEGER;

/** One row of the chunk table without its points. Chunks of one series never overlap in time. */
export interface ChunkRow extends ChunkName {
  id: number;
  /** Null when its bytes are damaged: the points may still be whole. */
  summary: Summary | null;
  /** Points in it, where that is known without its summary. */
  count?: number;
  /** Its points as stored, if they were asked for. */
  data?: Uint8Array;
}

/** What is known of the points of a chunk that cannot be read. */
const NOTHING: BlobExtremes = { times: { timeOf: () => Number.NaN, indexOf: () => 0 }, runs: [] };

const HOUR_MS = 3_600_000;

/** Finds chunks and decodes them. */
export class ChunkReader {
  readonly #range: StatementSync;
  readonly #rangeWithData: StatementSync;
  readonly #lastBefore: StatementSync;
  readonly #firstAfter: StatementSync;
  readonly #data: StatementSync;
  readonly #count: StatementSync;
  readonly #atLeast: StatementSync;
  readonly #last: StatementSync;
  readonly #begin: StatementSync;
  readonly #hours: StatementSync;
  readonly #end: StatementSync;
  readonly #onDamage: OnDamage;
  readonly #rollups: Rollups;
  readonly #rest: () => void;

  /** @param rest is called before each chunk that is decoded */
  constructor(db: DatabaseSync, onDamage: OnDamage, rest: () => void = () => undefined) {
    this.#onDamage = onDamage;
    this.#rest = rest;
    this.#rollups = new Rollups(db);
    this.#begin = db.prepare('BEGIN');
    this.#end = db.prepare('ROLLBACK');
    const begin = 'FROM chunks WHERE series = ?1 AND start_ms BETWEEN ?2 AND ?3';
    const inRange = `FROM chunks
      WHERE series = ?1 AND start_ms <= ?3 AND start_ms >= coalesce(
        (SELECT start_ms FROM chunks WHERE series = ?1 AND start_ms <= ?2 ORDER BY start_ms DESC LIMIT 1), ?2)
      ORDER BY start_ms`;
    this.#range = db.prepare(`SELECT id, start_ms, end_ms, summary ${inRange}`);
    this.#rangeWithData = db.prepare(`SELECT id, start_ms, end_ms, summary, data ${inRange}`);
    this.#lastBefore = db.prepare(`
      SELECT id, start_ms, end_ms, summary FROM chunks
      WHERE series = ?1 AND start_ms <= ?2 ORDER BY start_ms DESC LIMIT 1`);
    this.#firstAfter = db.prepare(`
      SELECT id, start_ms, end_ms, summary FROM chunks
      WHERE series = ?1 AND start_ms > ?2 ORDER BY start_ms LIMIT 1`);
    this.#last = db.prepare(`
      SELECT id, start_ms, end_ms, summary FROM chunks WHERE series = ?1 ORDER BY start_ms DESC LIMIT ?2`);
    this.#data = db.prepare('SELECT data FROM chunks WHERE id = ?1');
    this.#count = db.prepare(`SELECT count(*) ${begin}`);
    this.#atLeast = db.prepare(`SELECT 1 ${begin} LIMIT 1 OFFSET ?4`);
    // Length of a blob is in its row's head: its pages are not read.
    this.#hours = db.prepare(`
      SELECT start_ms / ${HOUR_MS} - (start_ms < 0) AS hour, sum(length(data) + length(summary)) AS bytes
      FROM chunks GROUP BY hour ORDER BY hour`);
    const rows = [this.#range, this.#rangeWithData, this.#lastBefore, this.#firstAfter, this.#last];
    for (const statement of [...rows, this.#data, this.#count]) statement.setReturnArrays(true);
  }

  /** Runs work that sees the chunks as they are at one moment: a chunk that is listed can be read, too. */
  snapshot<T>(work: () => T): T {
    this.#begin.run();
    try {
      return work();
    } finally {
      this.#end.run();
    }
  }

  /** Chunks that hold some of the range (inclusive), in order of time; with their points when all will be read. */
  listChunks(series: SeriesKey, fromMs: number, toMs: number, withData = false): ChunkRow[] {
    const rows = this.#all(withData ? this.#rangeWithData : this.#range, series, fromMs, toMs);
    // Only the first can lie before the range.
    return rows[0] && rows[0].endMs < fromMs ? rows.slice(1) : rows;
  }

  /** Rollups of a level that lie within the range, in order of time; there may be gaps between them. */
  listRollups(series: SeriesKey, level: number, fromMs: number, toMs: number): Span[] {
    return this.#rollups.list(series, level, fromMs, toMs);
  }

  /** The last chunks of a series, the newest first. */
  listLast(series: SeriesKey, count: number): ChunkRow[] {
    return this.#all(this.#last, series, count);
  }

  /** How many chunks begin in the range, counted no further than the limit. */
  countChunks(series: SeriesKey, fromMs: number, toMs: number, limit = MANY): number {
    if (limit <= 0) return 0;
    const isMany = limit < MANY && this.#atLeast.get(series, fromMs, toMs, limit - 1) !== undefined;
    if (isMany) return limit;
    const [count] = this.#count.get(series, fromMs, toMs) as unknown as [number];
    return Math.min(count, limit);
  }

  /** Bytes of the chunks that begin in each hour, in order of time; hours without any are left out. */
  bytesByHour(): StoredHour[] {
    const rows = this.#hours.all() as unknown as { hour: number; bytes: number }[];
    return rows.map(({ hour, bytes }) => ({ startMs: hour * HOUR_MS, bytes }));
  }

  /** The chunk with the greatest start at or before the time. */
  findChunkBefore(series: SeriesKey, timeMs: number): ChunkRow | undefined {
    return this.#all(this.#lastBefore, series, timeMs)[0];
  }

  /** The chunk with the least start after the time. */
  findChunkAfter(series: SeriesKey, timeMs: number): ChunkRow | undefined {
    return this.#all(this.#firstAfter, series, timeMs)[0];
  }

  #toRow(series: SeriesKey, row: unknown): ChunkRow {
    const [id, startMs, endMs, bytes, data] = row as [number, number, number, Uint8Array, Uint8Array?];
    let summary: Summary | null = null;
    try {
      summary = decodeSummary(bytes, series, startMs, endMs);
    } catch (error) {
      if (!(error instanceof DamagedDataError)) throw error;
      this.#onDamage({ text: `chunk ${id} of series ${series}: ${error.message}`, isStructural: false });
    }
    return data ? { id, series, startMs, endMs, summary, data } : { id, series, startMs, endMs, summary };
  }

  /**
   * Adds the points of a chunk within a range (inclusive) to the buffer; answers false when it cannot be read (reported), and then the buffer is
   * as it was.
   */
  readInto(
    chunk: ChunkRow,
    buffer: PointsBuffer,
    fromMs = Number.NEGATIVE_INFINITY,
    toMs = Number.POSITIVE_INFINITY,
  ): boolean {
    return this.#read(chunk, (blob) => decodeInto(blob, buffer, fromMs, toMs));
  }

  /**
   * The extremes of runs of a chunk's points; null when it has strings: then it has to be read as a whole. Of one that cannot
   * be read (reported) there are none.
   */
  readExtremes(chunk: ChunkRow, cutsOf: (times: BlobTimes) => readonly number[]): BlobExtremes | null {
    let found: BlobExtremes | null = NOTHING;
    this.#read(chunk, (blob) => {
      found = readExtremes(blob, cutsOf);
    });
    return found;
  }

  /** Answers false when the chunk cannot be read, and reports it. */
  #read(chunk: ChunkRow, decode: (blob: Uint8Array) => void): boolean {
    this.#rest();
    try {
      decode(checkedBlob(chunk.data ?? this.#dataOf(chunk), chunk));
      return true;
    } catch (error) {
      const which = `chunk ${chunk.id} of series ${chunk.series} (${moment(chunk.startMs)} to ${moment(chunk.endMs)})`;
      if (!(error instanceof DamagedDataError)) reportOrThrow(error, this.#onDamage, which);
      else this.#onDamage({ text: `${which} cannot be read: ${error.message}`, isStructural: false });
      return false;
    }
  }

  #dataOf(chunk: ChunkRow): Uint8Array {
    const row = this.#data.get(chunk.id) as unknown as [Uint8Array] | undefined;
    if (!row) throw new DamagedDataError('its row is missing');
    return row[0];
  }

  /** Rows of a query; none, and a report, where the database is damaged. */
  #all(statement: StatementSync, series: SeriesKey, ...others: number[]): ChunkRow[] {
    try {
      return statement.all(series, ...others).map((row) => this.#toRow(series, row));
    } catch (error) {
      reportOrThrow(error, this.#onDamage, `looking for series ${series}`);
      return [];
    }
  }
}

/** A time for a message; a damaged row may hold one that is none. */
function moment(timeMs: number): string {
  return Math.abs(timeMs) <= 8.64e15 ? new Date(timeMs).toISOString() : String(timeMs);
}

/** Reads the data column (u32 checksum, then the blob of points) and adds its points to the buffer. */
export function decodeChunk(data: Uint8Array, chunk: ChunkName, buffer: PointsBuffer): void {
  decodeInto(checkedBlob(data, chunk), buffer);
}

function checkedBlob(data: Uint8Array, chunk: ChunkName): Uint8Array {
  if (!(data instanceof Uint8Array) || data.length < 4) throw new DamagedDataError('a chunk is too short');
  const stored = new DataView(data.buffer, data.byteOffset).getUint32(0, true);
  const blob = data.subarray(4);
  if (chunkChecksum(blob, chunk.series, chunk.startMs, chunk.endMs) !== stored) {
    throw new DamagedDataError('a chunk fails its checksum');
  }
  return blob;
}
