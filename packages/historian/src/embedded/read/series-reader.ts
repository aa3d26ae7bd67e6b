import type { LastPoint, SeriesKey } from '../../port.ts';
import type { ChunkReader, ChunkRow } from '../chunks/chunk-reader.ts';
import { FAN_OUT, LEVELS, type Span } from '../chunks/rollups.ts';
import { decodePoints } from '../codec/points-codec.ts';
import type { Piece } from '../points/piece.ts';
import {
  copyPoints,
  lowerBound,
  mergePoints,
  type Points,
  pointsWithin,
  slicePoints,
  valueAt,
} from '../points/points.ts';
import { PointsBuffer } from '../points/points-buffer.ts';
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

/** Chunks whose stored points are fetched in one go: faster than one by one, but they are all in memory at once. */
const MOST_DATA_AT_ONCE = 500;

/** Every point of the range, inclusive at both ends. */
export function readRaw(
  reader: ChunkReader,
  source: SeriesSource,
  fromMs: number,
  toMs: number,
  stop: StopFlag | null,
): Points {
  const isShort = reader.countChunks(source.key, fromMs, toMs, MOST_DATA_AT_ONCE) < MOST_DATA_AT_ONCE;
  const chunks = reader.listChunks(source.key, fromMs, toMs, isShort);
  return readRawOf(reader, chunks, memoryPoints(source.pieces, fromMs, toMs), fromMs, toMs, stop);
}

function readRawOf(
  reader: ChunkReader,
  chunks: readonly ChunkRow[],
  fresh: Points,
  fromMs: number,
  toMs: number,
  stop: StopFlag | null,
): Points {
  // What a chunk holds beside the range must not make the answer's arrays larger: they are new memory each time.
  const edges = new Map<ChunkRow, Points>();
  let expected = fresh.timesMs.length;
  for (const chunk of chunks) {
    if (chunk.startMs < fromMs || chunk.endMs > toMs)
      edges.set(chunk, copyPoints(readChunk(reader, chunk, fromMs, toMs)));
    expected += edges.get(chunk)?.timesMs.length ?? chunk.summary?.count ?? 0;
  }
  const buffer = new PointsBuffer(expected);
  for (const chunk of chunks) {
    throwIfStopped(stop);
    const edge = edges.get(chunk);
    if (edge) buffer.add(edge);
    else reader.readInto(chunk, buffer);
  }
  const isFreshAfter = (fresh.timesMs[0] ?? 0) > (buffer.timesMs[buffer.length - 1] ?? 0);
  if (fresh.timesMs.length === 0) return buffer.points();
  if (!isFreshAfter && buffer.length > 0) return mergePoints([buffer.points(), fresh]);
  buffer.add(fresh);
  return buffer.points();
}

/** One buffer per thread is enough: a bucket forgets points as soon as it has seen them. */
const scratch = new PointsBuffer(2048);

/** At most `threshold` buckets with minimum and maximum, or every point when there are no more than `threshold`. */
export function readBuckets(
  reader: ChunkReader,
  source: SeriesSource,
  fromMs: number,
  toMs: number,
  threshold: number,
  stop: StopFlag | null,
): Points {
  const fresh = memoryPoints(source.pieces, fromMs, toMs);
  const chunkCount = reader.countChunks(source.key, fromMs, toMs);
  // Each chunk has a point, so these are more points than the threshold, too.
  const isLong = chunkCount > CHUNKS_PER_BUCKET * threshold + 2;
  // Chunks longer than a bucket will all be read.
  const withData = chunkCount <= Math.min(threshold, MOST_DATA_AT_ONCE);
  const chunks = isLong ? null : reader.listChunks(source.key, fromMs, toMs, withData);
  if (chunks && mayBeFew(chunks, fresh, threshold)) {
    const raw = readRawOf(reader, chunks, fresh, fromMs, toMs, stop);
    if (raw.timesMs.length <= threshold) return raw;
  }
  const buckets = new Buckets(fromMs, toMs, threshold);
  const filling = { reader, key: source.key, fresh, stop };
  if (chunks) fillFromChunks(buckets, filling, chunks, fromMs, toMs);
  else fillBuckets(buckets, filling, levelFor(chunkCount / threshold), fromMs, toMs, chunkCount);
  return buckets.toPoints();
}

/** From this many chunks a bucket on, it pays to look at rollups first. */
const CHUNKS_PER_BUCKET = 12;

/** The highest level of which a row is still shorter than a bucket. */
function levelFor(chunksPerBucket: number): number {
  return Math.min(LEVELS, Math.max(1, Math.floor(Math.log(chunksPerBucket) / Math.log(FAN_OUT))));
}

interface Filling {
  reader: ChunkReader;
  key: SeriesKey;
  /** Points of memory in the whole range: they win over stored ones. */
  fresh: Points;
  stop: StopFlag | null;
}

/** Adds a range to the buckets: from summaries where one lies in one bucket, from what it summarises where not. */
function fillBuckets(
  buckets: Buckets,
  filling: Filling,
  level: number,
  fromMs: number,
  toMs: number,
  chunkCount?: number,
): void {
  if (fromMs > toMs) return;
  if (level === 0) {
    fillFromChunks(buckets, filling, filling.reader.listChunks(filling.key, fromMs, toMs), fromMs, toMs);
    return;
  }
  const { reader, key, fresh } = filling;
  const rollups = reader.listRollups(key, level, fromMs, toMs);
  const hasGaps = hasChunksBetween(filling, rollups, chunkCount === undefined ? null : { chunkCount, fromMs, toMs });
  const left: Span[] = [];
  let at = fromMs;
  for (const rollup of rollups) {
    throwIfStopped(filling.stop);
    const { startMs, endMs, summary } = rollup;
    if (hasGaps || at === fromMs) fillBuckets(buckets, filling, level - 1, at, startMs - 1);
    const isUntouched = lowerBound(fresh.timesMs, startMs) === lowerBound(fresh.timesMs, endMs + 1);
    if (!isUntouched) fillBuckets(buckets, filling, level - 1, startMs, endMs);
    else if (summary === null || !buckets.addSummary(summary, startMs, endMs)) left.push(rollup);
    at = endMs + 1;
  }
  fillBuckets(buckets, filling, level - 1, at, toMs);
  // Those across the edge of a bucket come last: what both buckets have by then nearly always surpasses them.
  for (const { startMs, endMs, summary } of left) {
    if (summary !== null && buckets.surpass(summary, startMs, endMs)) continue;
    fillBuckets(buckets, filling, level - 1, startMs, endMs);
  }
}

/** Whether some chunk or point of memory lies between the rollups: asked once, so that not every gap is searched. */
function hasChunksBetween(
  { reader, key, fresh }: Filling,
  rollups: readonly Span[],
  range: { chunkCount: number; fromMs: number; toMs: number } | null,
): boolean {
  const [first] = rollups;
  const last = rollups.at(-1);
  if (!first || !last) return false;
  const isFreshInside = lowerBound(fresh.timesMs, first.startMs) < lowerBound(fresh.timesMs, last.endMs + 1);
  const covered = rollups.reduce((sum, rollup) => sum + (rollup.chunks ?? 1), 0);
  if (isFreshInside) return true;
  if (range === null) return reader.countChunks(key, first.startMs, last.endMs) !== covered;
  // There are few at the ends, and counting a year takes a millisecond or two.
  const before = reader.countChunks(key, range.fromMs, first.startMs - 1);
  const after = reader.countChunks(key, last.endMs + 1, range.toMs);
  return range.chunkCount - before - after !== covered;
}

function fillFromChunks(
  buckets: Buckets,
  { reader, fresh, stop }: Filling,
  chunks: readonly ChunkRow[],
  fromMs: number,
  toMs: number,
): void {
  const left: ChunkRow[] = [];
  let used = lowerBound(fresh.timesMs, fromMs);
  for (const chunk of chunks) {
    const from = lowerBound(fresh.timesMs, Math.max(chunk.startMs, fromMs));
    const to = lowerBound(fresh.timesMs, Math.min(chunk.endMs, toMs) + 1);
    if (from > used) buckets.add(slicePoints(fresh, used, from));
    used = Math.max(used, to);
    if (from < to) {
      throwIfStopped(stop);
      fillFromBoth(buckets, readChunk(reader, chunk, fromMs, toMs), slicePoints(fresh, from, to));
      continue;
    }
    const isWhole = chunk.startMs >= fromMs && chunk.endMs <= toMs;
    if (!isWhole || !chunk.summary || !buckets.addSummary(chunk.summary, chunk.startMs, chunk.endMs)) left.push(chunk);
  }
  const end = lowerBound(fresh.timesMs, toMs + 1);
  if (used < end) buckets.add(slicePoints(fresh, used, end));
  for (const chunk of left) {
    throwIfStopped(stop);
    const [startMs, endMs] = [Math.max(chunk.startMs, fromMs), Math.min(chunk.endMs, toMs)];
    if (chunk.summary && buckets.surpass(chunk.summary, startMs, endMs)) continue;
    const hasTexts = chunk.summary?.hasTexts === true;
    const extremes = hasTexts ? null : reader.readExtremes(chunk, (times) => buckets.cuts(times, fromMs, toMs));
    if (extremes) buckets.addExtremes(extremes);
    else buckets.add(readChunk(reader, chunk, fromMs, toMs));
  }
}

/** The points of a chunk in the range, good until the next call. */
function readChunk(reader: ChunkReader, chunk: ChunkRow, fromMs: number, toMs: number): Points {
  scratch.clear();
  reader.readInto(chunk, scratch, fromMs, toMs);
  return scratch.points();
}

/** Adds stored points and those of memory that win over them. */
function fillFromBoth(buckets: Buckets, stored: Points, later: Points): void {
  if (shareNoTime(stored.timesMs, later.timesMs)) {
    // Buckets take points in any order.
    buckets.add(stored);
    buckets.add(later);
  } else {
    buckets.add(mergePoints([stored, later]));
  }
}

/** Whether no point of the few overwrites one of the many. */
function shareNoTime(many: Float64Array, few: Float64Array): boolean {
  if (few.length * 4 > many.length) return few.length === 0;
  let at = 0;
  for (let i = 0; i < few.length; i++) {
    const timeMs = few[i] as number;
    at = lowerBound(many, timeMs, at);
    if (many[at] === timeMs) return false;
  }
  return true;
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
    scratch.clear();
    const found = reader.readInto(chunk, scratch) && lastAt(scratch.points(), source.key, timeMs);
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
