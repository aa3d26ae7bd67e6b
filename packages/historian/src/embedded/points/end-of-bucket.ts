import { lowerBound } from './points.ts';

/** Index of the first time at or after the edge: where it would be if times came evenly, else searched for. */
export function endOfBucket(timesMs: Float64Array, edge: number, from: number, count: number): number {
  const first = timesMs[from] as number;
  const last = timesMs[count - 1] as number;
  if (last < edge) return count;
  const guess = from + Math.ceil(((edge - first) * (count - 1 - from)) / (last - first));
  if ((timesMs[guess] as number) >= edge && (timesMs[guess - 1] as number) < edge) return guess;
  return lowerBound(timesMs, edge, from, count);
}
