import type { SeriesKey } from '../../port.ts';
import { hasFewLevels } from '../codec/numbers-codec.ts';
import { encodeOnce } from '../codec/points-codec.ts';
import { type Points, slicePoints } from '../points/points.ts';
import type { ChunkRow } from './chunk-reader.ts';
import { LONGEST, type SmallChunk } from './series-tail.ts';
import { chunkChecksum, encodeSummary, summarise } from './summary.ts';

/** A chunk of more points than a full one takes no more bytes than this. */
const MOST_LONG_BYTES = 4096;
/** Bytes of a row beside its blobs: its head, series and times. */
const ROW_BYTES = 26;

/** A chunk as it is to be stored; its id is given when it is. */
export interface NewChunk {
  chunk: ChunkRow;
  /** What the tail of its series knows of it, if it is small. */
  small: SmallChunk | null;
  summary: Uint8Array;
  data: Uint8Array;
}

/** Chunks for what comes behind the end of a series: long ones where that takes few bytes. */
export function makeChunks(series: SeriesKey, points: Points, chunkPoints: number): NewChunk[] {
  const parts = evenParts(points, chunkPoints * LONGEST);
  return parts.flatMap((part) => {
    const one = makeChunk(series, part);
    if (part.timesMs.length <= chunkPoints) return [one];
    const isLong = one.data.length > MOST_LONG_BYTES;
    // Few levels in each may be too many in all.
    if (!isLong && !hasFewLevels(part.values, chunkPoints)) return [one];
    const several = evenParts(part, chunkPoints).map((short) => makeChunk(series, short));
    return isLong || bytesOf(several) < bytesOf([one]) ? several : [one];
  });
}

/** One chunk of all these points, which are sorted. */
export function makeChunk(series: SeriesKey, points: Points): NewChunk {
  const startMs = points.timesMs[0] as number;
  const endMs = points.timesMs.at(-1) as number;
  const summary = summarise(points);
  const blob = encodeOnce(points, true);
  const data = new Uint8Array(blob.length + 4);
  data.set(blob, 4);
  new DataView(data.buffer).setUint32(0, chunkChecksum(blob, series, startMs, endMs), true);
  const chunk: ChunkRow = { id: 0, series, startMs, endMs, summary };
  return { chunk, summary: encodeSummary(summary, series, startMs, endMs), data, small: null };
}

/** Bytes of a chunk's row in its table. */
export function rowBytesOf({ summary, data }: NewChunk): number {
  return summary.length + data.length + ROW_BYTES;
}

/** What chunks take on disk with their rows in the index, more or less. */
function bytesOf(chunks: readonly NewChunk[]): number {
  return chunks.reduce((sum, chunk) => sum + rowBytesOf(chunk) + ROW_BYTES, 0);
}

/** Points in as few parts of the same size as have at most so many each. */
export function evenParts(points: Points, most: number): Points[] {
  const count = points.timesMs.length;
  const size = Math.ceil(count / Math.ceil(count / most));
  const parts: Points[] = [];
  for (let from = 0; from < count; from += size) {
    parts.push(slicePoints(points, from, Math.min(count, from + size)));
  }
  return parts;
}
