import type { LastPoint, SeriesKey } from '../../port.ts';
import type { ChunkReader, ChunkRow } from '../chunks/chunk-reader.ts';
import { decodePoints } from '../codec/points-codec.ts';
import type { Piece } from '../piece.ts';
import { joinPoints, lowerBound, mergePoints, type Points, pointsWithin, slicePoints, valueAt } from '../points.ts';
import { type StopFlag, throwIfStopped } from './abort.ts';
import { Buckets } from './buckets.ts';

/** A series to read: chunks come from the disk, pieces from memory (they win, later ones over earlier ones). */
export interface SeriesSource {
  key: SeriesKey;
  pieces: readonly Piece[];
}

/** Pieces of memory within the range as one sorted run. */
function memoryPoints(pieces: readonly Piece[], fromMs: number, toMs: number): Points {
  const inRange = pieces.filter((piece) => piece.startMs <= toMs && piece.endMs >= fromMs);
  return mergePoints(inRange.map((piece) => pointsWithin(decodePoints(piece.bytes), fromMs, toMs)));
}

/** Every point of the range, inclusive at both ends. */
export function readRaw(
  reader: ChunkReader,
  source: SeriesSource,
  fromMs: number,
  toMs: number,
  stop: StopFlag | null,
): Points {
  const stored: Points[] = [];
  for (const chunk of reader.listChunks(source.key, fromMs, toMs)) {
    throwIfStopped(stop);
    const points = reader.readPoints(chunk);
    if (points) stored.push(pointsWithin(points, fromMs, toMs));
  }
  return mergePoints([joinPoints(stored), memoryPoints(source.pieces, fromMs, toMs)]);
}

/** At most `threshold` buckets with minimum and maximum, or every point when there are no more than `threshold`. */
export function readBuckets(
  reader: ChunkReader,
  source: SeriesSource,
  fromMs: number,
  toMs: number,
  threshold: number,
  stop: StopFlag | null,
): Points {
  const chunks = reader.listChunks(source.key, fromMs, toMs);
  const fresh = memoryPoints(source.pieces, fromMs, toMs);
  if (mayBeFew(chunks, fresh, threshold)) {
    const raw = readRaw(reader, source, fromMs, toMs, stop);
    if (raw.timesMs.length <= threshold) return raw;
  }
  const buckets = new Buckets(fromMs, toMs, threshold);
  let used = 0;
  for (const chunk of chunks) {
    throwIfStopped(stop);
    const from = lowerBound(fresh.timesMs, chunk.startMs);
    const to = lowerBound(fresh.timesMs, chunk.endMs + 1);
    if (from > used) buckets.add(slicePoints(fresh, used, from));
    used = Math.max(used, to);
    const isWhole = chunk.startMs >= fromMs && chunk.endMs <= toMs;
    if (isWhole && from === to && chunk.summary && buckets.addSummary(chunk.summary, chunk.startMs, chunk.endMs))
      continue;
    const points = reader.readPoints(chunk);
    const stored = points ? [pointsWithin(points, fromMs, toMs)] : [];
    buckets.add(mergePoints([...stored, slicePoints(fresh, from, to)]));
  }
  if (used < fresh.timesMs.length) buckets.add(slicePoints(fresh, used, fresh.timesMs.length));
  return buckets.toPoints();
}

/** Whether the range may hold no more than `threshold` points (edge chunks and overlaps make it a guess). */
function mayBeFew(chunks: readonly ChunkRow[], fresh: Points, threshold: number): boolean {
  let inner = 0;
  for (const chunk of chunks.slice(1, -1)) {
    inner += chunk.summary?.count ?? 0;
    if (inner > threshold) return false;
  }
  return fresh.timesMs.length <= threshold;
}

/** The last point in memory at or before the time, or null. */
export function lastOfPieces(source: SeriesSource, timeMs: number): LastPoint | null {
  let best: LastPoint | null = null;
  for (const piece of source.pieces) {
    if (piece.startMs > timeMs || piece.endMs < (best?.timeMs ?? Number.NEGATIVE_INFINITY)) continue;
    const found = lastAt(decodePoints(piece.bytes), source.key, timeMs);
    if (found && (!best || found.timeMs >= best.timeMs)) best = found;
  }
  return best;
}

/** The last point at or before the time, or null. */
export function readStateAt(reader: ChunkReader, source: SeriesSource, timeMs: number): LastPoint | null {
  const best = lastOfPieces(source, timeMs);
  let before = timeMs;
  for (;;) {
    const chunk = reader.findChunkBefore(source.key, before);
    if (!chunk || (best && chunk.endMs <= best.timeMs)) return best;
    const points = reader.readPoints(chunk);
    const found = points && lastAt(points, source.key, timeMs);
    if (found) return best && best.timeMs >= found.timeMs ? best : found;
    // A chunk that cannot be read hides its points, not those before it.
    before = chunk.startMs - 1;
  }
}

function lastAt(points: Points, key: SeriesKey, timeMs: number): LastPoint | null {
  const index = lowerBound(points.timesMs, timeMs + 1) - 1;
  if (index < 0) return null;
  return {
    key,
    timeMs: points.timesMs[index] as number,
    value: valueAt(points, index),
    quality: points.qualities[index] as number,
  };
}
