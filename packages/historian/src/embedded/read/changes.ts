import { isConstant } from '../../aggregation/bucket-part.ts';
import { type LastPoint, type PointValue, TooManyPointsError } from '../../port.ts';
import type { ChunkReader } from '../chunks/chunk-reader.ts';
import type { Summary } from '../chunks/summary.ts';
import { type Points, valueAt } from '../points/points.ts';
import { LATEST_MS } from '../points/time-range.ts';
import type { StopFlag } from './abort.ts';
import { segments } from './segments.ts';
import { readStateAt, type SeriesSource } from './series-reader.ts';

/** The first point after the time with another value than the one in force, or null. */
export function readNextChange(
  reader: ChunkReader,
  source: SeriesSource,
  afterMs: number,
  stop: StopFlag | null,
): LastPoint | null {
  const inForce = readStateAt(reader, source, afterMs);
  const takes = (summary: Summary): boolean => inForce !== null && holdsOnly(summary, inForce.value);
  for (const { points } of segments(reader, source, afterMs + 1, LATEST_MS, { stop, takes })) {
    if (!points) continue;
    const at = nextOther(points, 0, inForce);
    if (at < points.timesMs.length) return pointAt(source, points, at);
  }
  return null;
}

/** The value in force at the beginning of the range, and each point within it that has another than the one before. */
export function readChanges(
  reader: ChunkReader,
  source: SeriesSource,
  { fromMs, toMs, most }: { fromMs: number; toMs: number; most: number },
  stop: StopFlag | null,
): LastPoint[] {
  let inForce = readStateAt(reader, source, fromMs);
  const changes = inForce ? [inForce] : [];
  const takes = (summary: Summary): boolean => inForce !== null && holdsOnly(summary, inForce.value);
  for (const { points } of segments(reader, source, fromMs + 1, toMs, { stop, takes })) {
    if (!points) continue;
    for (let at = nextOther(points, 0, inForce); at < points.timesMs.length; at = nextOther(points, at + 1, inForce)) {
      inForce = pointAt(source, points, at);
      changes.push(inForce);
      if (changes.length > most) throw new TooManyPointsError(changes.length, most);
    }
  }
  return changes;
}

/** The last point before the time that begins a run of one value, or null. */
export function readPreviousChange(
  reader: ChunkReader,
  source: SeriesSource,
  beforeMs: number,
  stop: StopFlag | null,
): LastPoint | null {
  const last = readStateAt(reader, source, beforeMs - 1);
  if (!last) return null;
  const { value } = last;
  let beginMs = last.timeMs;
  const takes = (summary: Summary): boolean => holdsOnly(summary, value);
  search: for (const segment of segments(reader, source, -LATEST_MS, last.timeMs, { stop, takes, backwards: true })) {
    if (!segment.points) {
      beginMs = segment.startMs;
      continue;
    }
    for (let i = segment.points.timesMs.length - 1; i >= 0; i--) {
      if (!isSame(valueAt(segment.points, i), value)) break search;
      beginMs = segment.points.timesMs[i] as number;
    }
  }
  return readStateAt(reader, source, beginMs);
}

/** Index of the first point from one on that has another value than the one in force; their count: there is none. */
function nextOther(points: Points, from: number, inForce: LastPoint | null): number {
  const { values, texts, timesMs } = points;
  const { length } = timesMs;
  if (inForce === null) return from;
  let at = from;
  if (texts === null && typeof inForce.value === 'number' && !Number.isNaN(inForce.value)) {
    // Most values are the one before: numbers alone are compared without making anything of them.
    const number = inForce.value;
    while (at < length && values[at] === number) at++;
    return at;
  }
  while (at < length && isSame(valueAt(points, at), inForce.value)) at++;
  return at;
}

function pointAt({ key }: SeriesSource, points: Points, index: number): LastPoint {
  const timeMs = points.timesMs[index] as number;
  return { key, timeMs, value: valueAt(points, index), quality: points.qualities[index] as number };
}

function isSame(a: PointValue, b: PointValue): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

/** Whether all points behind a summary have this value, as far as it tells. */
function holdsOnly(summary: Summary, value: PointValue): boolean {
  if (typeof value === 'string') return false;
  if (Number.isNaN(value)) return !summary.hasTexts && summary.numbers === 0;
  return isConstant({ ...summary, hasDoubt: false }) && summary.min === value;
}
