import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SeriesKey } from '../../port.ts';
import { DamagedDataError } from '../bytes.ts';
import { decodeInto } from '../codec/points-codec.ts';
import type { PointsBuffer } from '../points-buffer.ts';
import { chunkChecksum, decodeSummary, type Summary } from './summary.ts';

interface ChunkName {
  series: SeriesKey;
  startMs: number;
  endMs: number;
}

/** One row of the chunk table without its points. Chunks of one series never overlap in time. */
export interface ChunkRow extends ChunkName {
  id: number;
  /** Null when its bytes are damaged: the points may still be whole. */
  summary: Summary | null;
}

/** Told of chunks that cannot be read; the reader goes on without them. */
export type OnDamage = (text: string) => void;

/** Finds chunks and decodes them. */
export class ChunkReader {
  readonly #range: StatementSync;
  readonly #lastBefore: StatementSync;
  readonly #data: StatementSync;
  readonly #countUpTo: StatementSync;
  readonly #last: StatementSync;
  readonly #begin: StatementSync;
  readonly #end: StatementSync;
  readonly #onDamage: OnDamage;

  constructor(db: DatabaseSync, onDamage: OnDamage) {
    this.#onDamage = onDamage;
    this.#begin = db.prepare('BEGIN');
    this.#end = db.prepare('COMMIT');
    this.#range = db.prepare(`
      SELECT id, start_ms, end_ms, summary FROM chunks
      WHERE series = ?1 AND start_ms <= ?3 AND start_ms >= coalesce(
        (SELECT start_ms FROM chunks WHERE series = ?1 AND start_ms <= ?2 ORDER BY start_ms DESC LIMIT 1), ?2)
      ORDER BY start_ms`);
    this.#lastBefore = db.prepare(`
      SELECT id, start_ms, end_ms, summary FROM chunks
      WHERE series = ?1 AND start_ms <= ?2 ORDER BY start_ms DESC LIMIT 1`);
    this.#last = db.prepare(`
      SELECT id, start_ms, end_ms, summary FROM chunks WHERE series = ?1 ORDER BY start_ms DESC LIMIT ?2`);
    this.#data = db.prepare('SELECT data FROM chunks WHERE id = ?1');
    this.#countUpTo = db.prepare(`
      SELECT count(*) AS chunks FROM (
        SELECT 1 FROM chunks WHERE series = ?1 AND start_ms BETWEEN ?2 AND ?3 LIMIT ?4)`);
    for (const statement of [this.#range, this.#lastBefore, this.#last, this.#data]) statement.setReturnArrays(true);
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

  /** Chunks that hold some of the range (inclusive), in order of time. */
  listChunks(series: SeriesKey, fromMs: number, toMs: number): ChunkRow[] {
    const rows: ChunkRow[] = [];
    for (const row of this.#range.all(series, fromMs, toMs)) {
      const chunk = this.#toRow(series, row);
      if (chunk.endMs >= fromMs) rows.push(chunk);
    }
    return rows;
  }

  /** The last chunks of a series, the newest first. */
  listLast(series: SeriesKey, count: number): ChunkRow[] {
    return this.#last.all(series, count).map((row) => this.#toRow(series, row));
  }

  /** How many chunks begin in the range, counted no further than the limit. */
  countChunks(series: SeriesKey, fromMs: number, toMs: number, limit: number): number {
    const row = this.#countUpTo.get(series, fromMs, toMs, limit);
    return (row as { chunks: number }).chunks;
  }

  /** The chunk with the greatest start at or before the time. */
  findChunkBefore(series: SeriesKey, timeMs: number): ChunkRow | undefined {
    const row = this.#lastBefore.get(series, timeMs);
    return row && this.#toRow(series, row);
  }

  #toRow(series: SeriesKey, row: unknown): ChunkRow {
    const [id, startMs, endMs, bytes] = row as [number, number, number, Uint8Array];
    let summary: Summary | null = null;
    try {
      summary = decodeSummary(bytes, series, startMs, endMs);
    } catch (error) {
      if (!(error instanceof DamagedDataError)) throw error;
      this.#onDamage(`chunk ${id} of series ${series}: ${error.message}`);
    }
    return { id, series, startMs, endMs, summary };
  }

  /**
   * Adds the points of a chunk to the buffer; answers false when its bytes are damaged (reported) or the chunk is
   * gone, and then the buffer is as it was.
   */
  readInto(chunk: ChunkRow, buffer: PointsBuffer): boolean {
    const row = this.#data.get(chunk.id) as unknown as [Uint8Array] | undefined;
    if (!row) return false;
    try {
      decodeChunk(row[0], chunk, buffer);
      return true;
    } catch (error) {
      if (!(error instanceof DamagedDataError)) throw error;
      this.#onDamage(
        `chunk ${chunk.id} of series ${chunk.series} (${new Date(chunk.startMs).toISOString()} to ` +
          `${new Date(chunk.endMs).toISOString()}) cannot be read: ${error.message}`,
      );
      return false;
    }
  }
}

/** Reads the data column (u32 checksum, then the blob of points) and adds its points to the buffer. */
export function decodeChunk(data: Uint8Array, chunk: ChunkName, buffer: PointsBuffer): void {
  if (data.length < 4) throw new DamagedDataError('a chunk is too short');
  const stored = new DataView(data.buffer, data.byteOffset).getUint32(0, true);
  const blob = data.subarray(4);
  if (chunkChecksum(blob, chunk.series, chunk.startMs, chunk.endMs) !== stored) {
    throw new DamagedDataError('a chunk fails its checksum');
  }
  decodeInto(blob, buffer);
}
