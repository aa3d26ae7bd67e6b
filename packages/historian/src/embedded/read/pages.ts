import type { ChunkReader } from '../chunks/chunk-reader.ts';
import { type Points, pointsWithin } from '../points/points.ts';
import { PointsBuffer } from '../points/points-buffer.ts';
import type { StopFlag } from './abort.ts';
import { unionOfTimes } from './columns.ts';
import { segments } from './segments.ts';
import type { SeriesSource } from './series-reader.ts';

/** The beginning of a range: whole up to a time. */
export interface Page {
  series: Points[];
  /** Where the next page begins, or null when this is the last. */
  nextMs: number | null;
}

/** Arrays that pages are read into again and again: new ones for each are more than a page, and lie about until they are collected. */
export class PageBuffers {
  readonly #buffers: PointsBuffer[] = [];

  /** An empty one; those beyond the first are not kept. */
  at(index: number, capacity: number): PointsBuffer {
    const known = this.#buffers[index];
    if (known) {
      known.clear();
      return known;
    }
    const made = new PointsBuffer(capacity);
    if (index < MOST_KEPT) this.#buffers[index] = made;
    return made;
  }
}

const MOST_KEPT = 32;

/**
 * The points at the beginning of a range, of so many of its times at most.
 * @param buffers hold the points until they are used for the next page
 */
export function readPage(
  reader: ChunkReader,
  sources: readonly SeriesSource[],
  fromMs: number,
  toMs: number,
  mostTimes: number,
  stop: StopFlag | null,
  buffers: PageBuffers,
): Page {
  let untilMs = toMs;
  let series: Points[] = [];
  for (const [index, source] of sources.entries()) {
    const buffer = buffers.at(index, Math.min(mostTimes, 16_384) + 1024);
    const points = readFirst(reader, source, fromMs, untilMs, mostTimes, stop, buffer);
    // A series that is cut off ends the page for all.
    if (points.timesMs.length === mostTimes) untilMs = points.timesMs.at(-1) as number;
    series.push(points);
  }
  series = series.map((points) => pointsWithin(points, fromMs, untilMs));
  const times = unionOfTimes(series.map((points) => points.timesMs));
  if (times.length > mostTimes) {
    untilMs = times[mostTimes - 1] as number;
    series = series.map((points) => pointsWithin(points, fromMs, untilMs));
  }
  return { series, nextMs: untilMs < toMs ? untilMs + 1 : null };
}

function readFirst(
  reader: ChunkReader,
  source: SeriesSource,
  fromMs: number,
  toMs: number,
  most: number,
  stop: StopFlag | null,
  buffer: PointsBuffer,
): Points {
  for (const { points } of segments(reader, source, fromMs, toMs, { stop })) {
    if (points) buffer.add(points);
    if (buffer.length >= most) break;
  }
  buffer.remove(most, buffer.length);
  return buffer.points();
}
