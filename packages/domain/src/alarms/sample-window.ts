import type { WindowFunction } from '#expression/syntax.ts';

/** A window is kept in at most about so many segments; the ends of what it answers are exact to this share of it. */
const SEGMENTS = 512;

/** Samples that came within one segment's time, as one: from its start to the start of the next. */
interface Segment {
  readonly startMs: number;
  /** Value × ms from the start to the last sample of the segment; the last value holds from there. */
  area: number;
  lastMs: number;
  last: number;
  least: number;
  greatest: number;
}

/**
 * The samples of one data item over the last seconds, in bounded memory. A value holds until the next one, so the mean
 * is weighted by time, and what was measured before the window holds into it.
 */
export class SampleWindow {
  readonly #spanMs: number;
  readonly #segments: Segment[] = [];

  /** @param spanMs the longest stretch that will be asked for */
  constructor(spanMs: number) {
    this.#spanMs = spanMs;
  }

  /** Adds a sample; one that is older than the newest is passed over, as are NaN and infinities. */
  push(timeMs: number, value: number): void {
    if (!Number.isFinite(value)) return;
    const newest = this.#segments.at(-1);
    if (newest && timeMs < newest.lastMs) return;
    if (newest && timeMs - newest.startMs < this.#spanMs / SEGMENTS) {
      newest.area += newest.last * (timeMs - newest.lastMs);
      newest.lastMs = timeMs;
      newest.last = value;
      newest.least = Math.min(newest.least, value);
      newest.greatest = Math.max(newest.greatest, value);
      return;
    }
    this.#segments.push({ startMs: timeMs, area: 0, lastMs: timeMs, last: value, least: value, greatest: value });
    this.#forget(timeMs - this.#spanMs);
  }

  /** Undefined: nothing was measured yet. */
  answer(name: WindowFunction, nowMs: number, seconds: number): number | undefined {
    const first = this.#segments[0];
    const newest = this.#segments.at(-1);
    if (!first || !newest) return undefined;
    // A device may be a little ahead of the server.
    const toMs = Math.max(nowMs, newest.lastMs);
    const fromMs = Math.max(toMs - seconds * 1_000, first.startMs);
    if (name === 'rate') {
      if (toMs <= fromMs) return undefined;
      return ((newest.last - this.#valueAt(fromMs)) / (toMs - fromMs)) * 1_000;
    }
    let area = 0;
    let least = Number.POSITIVE_INFINITY;
    let greatest = Number.NEGATIVE_INFINITY;
    let endMs = toMs;
    for (let i = this.#segments.length - 1; i >= 0; i--) {
      const segment = this.#segments[i] as Segment;
      area += areaWithin(segment, fromMs, endMs);
      least = Math.min(least, segment.startMs < fromMs && segment.lastMs <= fromMs ? segment.last : segment.least);
      greatest = Math.max(
        greatest,
        segment.startMs < fromMs && segment.lastMs <= fromMs ? segment.last : segment.greatest,
      );
      if (segment.startMs <= fromMs) break;
      endMs = segment.startMs;
    }
    if (name === 'min') return least;
    if (name === 'max') return greatest;
    return toMs > fromMs ? area / (toMs - fromMs) : newest.last;
  }

  #valueAt(timeMs: number): number {
    const segment = this.#segments.findLast(({ startMs }) => startMs <= timeMs);
    return (segment ?? (this.#segments[0] as Segment)).last;
  }

  /** Drops what no window reaches any more; the segment that holds into it stays. */
  #forget(beforeMs: number): void {
    let count = 0;
    while (count + 1 < this.#segments.length && (this.#segments[count + 1] as Segment).startMs <= beforeMs) count++;
    // Seldom and many at once: removing from the front of an array costs as much as the array is long.
    if (count > SEGMENTS / 4 || (count > 0 && this.#segments.length < SEGMENTS / 4)) this.#segments.splice(0, count);
  }
}

/** Value × ms of a segment that ends at `endMs`, as far as it lies after `fromMs`. */
function areaWithin({ startMs, area, lastMs, last }: Segment, fromMs: number, endMs: number): number {
  if (fromMs >= lastMs) return last * Math.max(0, endMs - fromMs);
  const tail = last * (endMs - lastMs);
  if (fromMs <= startMs) return area + tail;
  return area * ((lastMs - fromMs) / (lastMs - startMs)) + tail;
}
