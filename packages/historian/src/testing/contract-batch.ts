import { PointBatch, type PointValue, type SeriesKey } from '../port.ts';

/** Points of one series, of good quality unless said otherwise. */
export function aBatch(
  key: SeriesKey,
  points: readonly [timeMs: number, value: PointValue, quality?: number][],
): PointBatch {
  const batch = new PointBatch();
  for (const [timeMs, value, quality] of points) batch.add(key, timeMs, value, quality ?? 192);
  return batch;
}
