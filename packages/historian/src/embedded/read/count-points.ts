import { TooManyPointsError } from '../../port.ts';
import type { ChunkReader } from '../chunks/chunk-reader.ts';
import { CHUNK_POINTS, LONGEST } from '../chunks/series-tail.ts';
import type { StopFlag } from './abort.ts';
import { segments } from './segments.ts';
import type { SeriesSource } from './series-reader.ts';

/** How many points the series have in the range together: of what lies wholly in it, summaries tell. */
export function countPoints(
  reader: ChunkReader,
  sources: readonly SeriesSource[],
  fromMs: number,
  toMs: number,
  stop: StopFlag | null,
): number {
  let count = 0;
  for (const source of sources) {
    for (const { points, summary } of segments(reader, source, fromMs, toMs, { stop, takes: () => true })) {
      count += points ? points.timesMs.length : summary.count;
    }
  }
  return count;
}

/** Throws TooManyPointsError with their number when there are more points than the limit. */
export function refuseTooMany(
  reader: ChunkReader,
  sources: readonly SeriesSource[],
  fromMs: number,
  toMs: number,
  limit: number,
  stop: StopFlag | null,
): void {
  if (mayBeMore(reader, sources, fromMs, toMs, limit)) {
    const count = countPoints(reader, sources, fromMs, toMs, stop);
    if (count > limit) throw new TooManyPointsError(count, limit);
  }
}

/** Most points of a chunk. */
const MOST_CHUNK_POINTS = CHUNK_POINTS * LONGEST;

/** Whether the longest chunks would come to more than the limit: most of the time they don't, and nothing must be counted. */
function mayBeMore(
  reader: ChunkReader,
  sources: readonly SeriesSource[],
  fromMs: number,
  toMs: number,
  limit: number,
): boolean {
  let left = limit;
  for (const { key, pieces } of sources) {
    for (const piece of pieces) left -= piece.count;
    // One more may begin before the range.
    const mostChunks = Math.ceil(Math.max(0, left) / MOST_CHUNK_POINTS);
    left -= (reader.countChunks(key, fromMs, toMs, mostChunks) + 1) * MOST_CHUNK_POINTS;
    if (left < 0) return true;
  }
  return false;
}
