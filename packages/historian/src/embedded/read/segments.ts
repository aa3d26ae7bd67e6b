import type { SeriesKey } from '../../port.ts';
import type { ChunkReader, ChunkRow } from '../chunks/chunk-reader.ts';
import { FAN_OUT, LEVELS, type Span } from '../chunks/rollups.ts';
import type { Summary } from '../chunks/summary.ts';
import { decodePoints } from '../codec/points-codec.ts';
import { lowerBound, mergePoints, type Points, pointsWithin, slicePoints } from '../points/points.ts';
import { PointsBuffer } from '../points/points-buffer.ts';
import { type StopFlag, throwIfStopped } from './abort.ts';
import type { SeriesSource } from './series-reader.ts';

/** A part of a series: its points (good until the next part is asked for), or what a summary says of them. */
export type Segment =
  | { points: Points; summary?: undefined }
  | { points?: undefined; summary: Summary; startMs: number; endMs: number };

export interface WalkOptions {
  stop: StopFlag | null;
  /** Whether a summary may stand for its points, which lie in the range; without it every point is handed out. */
  takes?: (summary: Summary, startMs: number, endMs: number) => boolean;
  backwards?: boolean;
}

interface Walk extends WalkOptions {
  reader: ChunkReader;
  key: SeriesKey;
  /** Points of memory in the range: they win over stored ones. */
  fresh: Points;
  buffer: PointsBuffer;
}

/** Chunks whose stored points are fetched along with their list, where all of them are wanted: those of level 2. */
const MOST_DATA_AT_ONCE = FAN_OUT ** 2;

/**
 * Goes through a series in order of time (or backwards: the segments, not the points in them), from the top of the
 * pyramid of summaries down: whoever stops early, or takes summaries, has not listed the chunks behind.
 */
export function* segments(
  reader: ChunkReader,
  source: SeriesSource,
  fromMs: number,
  toMs: number,
  options: WalkOptions,
): Generator<Segment> {
  const inRange = source.pieces.filter((piece) => piece.startMs <= toMs && piece.endMs >= fromMs);
  const fresh = mergePoints(inRange.map((piece) => pointsWithin(decodePoints(piece.bytes), fromMs, toMs)));
  yield* walkLevel(
    { ...options, reader, key: source.key, fresh, buffer: new PointsBuffer(1024) },
    LEVELS,
    fromMs,
    toMs,
  );
}

function* walkLevel(walk: Walk, level: number, fromMs: number, toMs: number): Generator<Segment> {
  if (fromMs > toMs) return;
  if (level < (walk.takes ? 1 : 2)) {
    yield* walkChunks(walk, fromMs, toMs);
    return;
  }
  for (const { startMs, endMs, rollup, isInner } of stretches(walk, level, fromMs, toMs)) {
    throwIfStopped(walk.stop);
    const summary = rollup?.summary;
    const isTaken = summary && !hasFresh(walk, startMs, endMs) && walk.takes?.(summary, startMs, endMs);
    if (isTaken) yield { summary, startMs, endMs };
    else if (!isInner || hasSome(walk, startMs, endMs)) yield* walkLevel(walk, level - 1, startMs, endMs);
  }
}

interface Stretch {
  startMs: number;
  endMs: number;
  rollup: Span | null;
  /** A gap between two rollups, with nothing in it most of the time. */
  isInner: boolean;
}

/** The rollups of a level and what lies before, between and behind them, in the order of the walk. */
function stretches({ reader, key, backwards }: Walk, level: number, fromMs: number, toMs: number): Stretch[] {
  const found: Stretch[] = [];
  let at = fromMs;
  for (const rollup of reader.listRollups(key, level, fromMs, toMs)) {
    const { startMs, endMs } = rollup;
    if (startMs > at) found.push({ startMs: at, endMs: startMs - 1, rollup: null, isInner: at > fromMs });
    found.push({ startMs, endMs, rollup, isInner: false });
    at = endMs + 1;
  }
  found.push({ startMs: at, endMs: toMs, rollup: null, isInner: false });
  return backwards ? found.reverse() : found;
}

function hasFresh({ fresh }: Walk, startMs: number, endMs: number): boolean {
  return lowerBound(fresh.timesMs, startMs) < lowerBound(fresh.timesMs, endMs + 1);
}

function hasSome(walk: Walk, startMs: number, endMs: number): boolean {
  return hasFresh(walk, startMs, endMs) || walk.reader.countChunks(walk.key, startMs, endMs, 1) > 0;
}

/** A chunk, or none, and the points of memory that lie in it, from one index up to another. */
interface Step {
  chunk: ChunkRow | null;
  from: number;
  to: number;
}

function* walkChunks(walk: Walk, fromMs: number, toMs: number): Generator<Segment> {
  for (const { chunk, from, to } of chunkSteps(walk, fromMs, toMs)) {
    throwIfStopped(walk.stop);
    const fresh = slicePoints(walk.fresh, from, to);
    if (!chunk) {
      yield { points: fresh };
      continue;
    }
    const { startMs, endMs, summary } = chunk;
    const isWhole = startMs >= fromMs && endMs <= toMs;
    if (isWhole && from === to && summary && walk.takes?.(summary, startMs, endMs)) {
      yield { summary, startMs, endMs };
      continue;
    }
    walk.buffer.clear();
    walk.reader.readInto(chunk, walk.buffer);
    const stored = isWhole ? walk.buffer.points() : pointsWithin(walk.buffer.points(), fromMs, toMs);
    const points = from === to ? stored : mergePoints([stored, fresh]);
    if (points.timesMs.length > 0) yield { points };
  }
}

function chunkSteps({ reader, key, fresh, takes, backwards }: Walk, fromMs: number, toMs: number): Step[] {
  const isAllRead = !takes && reader.countChunks(key, fromMs, toMs, MOST_DATA_AT_ONCE + 1) <= MOST_DATA_AT_ONCE;
  const steps: Step[] = [];
  let used = lowerBound(fresh.timesMs, fromMs);
  for (const chunk of reader.listChunks(key, fromMs, toMs, isAllRead)) {
    const from = lowerBound(fresh.timesMs, Math.max(chunk.startMs, fromMs));
    const to = lowerBound(fresh.timesMs, Math.min(chunk.endMs, toMs) + 1);
    if (from > used) steps.push({ chunk: null, from: used, to: from });
    used = Math.max(used, to);
    steps.push({ chunk, from, to });
  }
  const end = lowerBound(fresh.timesMs, toMs + 1);
  if (used < end) steps.push({ chunk: null, from: used, to: end });
  return backwards ? steps.reverse() : steps;
}
