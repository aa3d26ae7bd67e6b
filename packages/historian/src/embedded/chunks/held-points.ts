import { lowerBound, type Points, slicePoints, valueAt } from '../points/points.ts';
import { PointsBuffer } from '../points/points-buffer.ts';
import type { ChunkReader, ChunkRow } from './chunk-reader.ts';
import { CHUNK_POINTS } from './series-tail.ts';

/**
 * Whether chunks hold just these points already: those that a log says again after a crash, and those that a device sent
 * twice, need not be written anew.
 * @param chunks all that reach into the range of the points, in order of time
 */
export function holdsPoints(reader: ChunkReader, chunks: readonly ChunkRow[], fresh: Points): boolean {
  const { timesMs } = fresh;
  const stored = new PointsBuffer(CHUNK_POINTS);
  let from = 0;
  for (const chunk of chunks) {
    const firstMs = timesMs[from] as number;
    if (chunk.summary === null || firstMs < chunk.startMs) return false;
    const to = lowerBound(timesMs, chunk.endMs + 1, from);
    stored.clear();
    if (!reader.readInto(chunk, stored, firstMs)) return false;
    if (!isWithin(slicePoints(fresh, from, to), stored.points())) return false;
    from = to;
  }
  return from === timesMs.length;
}

/** Whether each of the points stands among others as it is; both are in order of time. */
function isWithin(points: Points, others: Points): boolean {
  let at = 0;
  for (let i = 0; i < points.timesMs.length; i++) {
    // Nearly always the next one.
    while ((others.timesMs[at] as number) < (points.timesMs[i] as number)) at++;
    const isSame =
      others.timesMs[at] === points.timesMs[i] &&
      others.qualities[at] === points.qualities[i] &&
      Object.is(valueAt(others, at), valueAt(points, i));
    if (!isSame) return false;
  }
  return true;
}
