import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SeriesKey } from '../../port.ts';
import { DamagedDataError } from '../bytes.ts';
import { decodePoints } from '../codec/points-codec.ts';
import type { Points } from '../points.ts';
import { chunkChecksum, decodeSummary, type Summary } from './summary.ts';

/** One row of the chunk table without its points. Chunks of one series never overlap in time. */
export interface ChunkRow {
  id: number;
  series: SeriesKey;
  startMs: number;
  endMs: number;
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
  readonly #onDamage: OnDamage;

  constructor(db: DatabaseSync, onDamage: OnDamage) {
    this.#onDamage = onDamage;
    this.#range = db.prepare(`
      SELECT id, start_ms, end_ms, summary FROM chunks
      WHERE series = ?1 AND start_ms <= ?3 AND start_ms >= coalesce(
        (SELECT start_ms FROM chunks WHERE series = ?1 AND start_ms <= ?2 ORDER BY start_ms DESC LIMIT 1), ?2)
      ORDER BY start_ms`);
    this.#lastBefore = db.prepare(`
      SELECT id, start_ms, end_ms, summary FROM chunks
      WHERE series = ?1 AND start_ms <= ?2 ORDER BY start_ms DESC LIMIT 1`);
    this.#data = db.prepare('SELECT data FROM chunks WHERE id = ?1');
    for (const statement of [this.#range, this.#lastBefore, this.#data]) statement.setReturnArrays(true);
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

  /** Points of a chunk, or null when its bytes are damaged (reported) or the chunk is gone. */
  readPoints(chunk: ChunkRow): Points | null {
    const row = this.#data.get(chunk.id) as unknown as [Uint8Array] | undefined;
    if (!row) return null;
    try {
      return decodeChunk(row[0], chunk);
    } catch (error) {
      if (!(error instanceof DamagedDataError)) throw error;
      this.#onDamage(
        `chunk ${chunk.id} of series ${chunk.series} (${new Date(chunk.startMs).toISOString()} to ` +
          `${new Date(chunk.endMs).toISOString()}) cannot be read: ${error.message}`,
      );
      return null;
    }
  }
}

/** Reads the data column: u32 checksum, then the blob of points. */
export function decodeChunk(data: Uint8Array, chunk: Pick<ChunkRow, 'series' | 'startMs' | 'endMs'>): Points {
  if (data.length < 4) throw new DamagedDataError('a chunk is too short');
  const stored = new DataView(data.buffer, data.byteOffset).getUint32(0, true);
  const blob = data.subarray(4);
  if (chunkChecksum(blob, chunk.series, chunk.startMs, chunk.endMs) !== stored) {
    throw new DamagedDataError('a chunk fails its checksum');
  }
  return decodePoints(blob);
}
