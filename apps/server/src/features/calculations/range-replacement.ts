import type { EpochMs } from '@telltale/contract';
import { type Historian, PointBatch, type SeriesKey } from '@telltale/historian';
import type { CalculatedPoint } from './calculation-run.ts';

interface Range {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}

/** Values that one range of one data item may get at once. */
export const MAX_REPLACED_POINTS = 5_000_000;
/** What devices send waits behind a batch. */
const POINTS_PER_BATCH = 100_000;
/** More stretches than these are not worth finding one by one. */
const MOST_STALE = 200;

/**
 * Puts calculated values in the place of what a range holds: all of them are known before the first is written, and what
 * stays at its time is overwritten without a gap. Doing it twice is doing it once.
 * @returns how many values there were
 */
export async function replaceRange(
  historian: Historian,
  key: SeriesKey,
  { fromMs, toMs }: Range,
  points: readonly CalculatedPoint[],
): Promise<number> {
  const before = await historian.readSeries(key, fromMs, toMs);
  const stale = staleStretches(before.timesMs, points);
  if (stale.length > MOST_STALE) await historian.deleteRange(key, fromMs, toMs);
  for (let first = 0; first < points.length; first += POINTS_PER_BATCH) {
    const some = points.slice(first, first + POINTS_PER_BATCH);
    const batch = new PointBatch(some.length);
    for (const { timeMs, value, quality } of some) batch.add(key, timeMs, value, quality);
    await historian.append(batch);
  }
  if (stale.length <= MOST_STALE) for (const one of stale) await historian.deleteRange(key, one.fromMs, one.toMs);
  return before.timesMs.length;
}

/** Stretches of times that have no value any more; none of the new values lies in one. */
function staleStretches(timesMs: Float64Array, points: readonly CalculatedPoint[]): Range[] {
  const stretches: { fromMs: EpochMs; toMs: EpochMs }[] = [];
  let next = 0;
  let isOpen = false;
  for (const timeMs of timesMs) {
    while ((points[next]?.timeMs ?? Number.POSITIVE_INFINITY) < timeMs) {
      next++;
      isOpen = false;
    }
    const last = stretches.at(-1);
    if (points[next]?.timeMs === timeMs) isOpen = false;
    else if (isOpen && last) last.toMs = timeMs;
    else {
      stretches.push({ fromMs: timeMs, toMs: timeMs });
      isOpen = true;
    }
  }
  return stretches;
}
