import type { WindowFunction } from '#expression/syntax.ts';
import { type Spread, SpreadSum, shareOfSpread } from './spread.ts';

/** A window is kept in at most about so many segments; the ends of what it answers are exact to this share of it. */
const SEGMENTS = 512;

/** Samples of one stretch of the grid, as one: from its first sample to the start of the next segment. */
interface Segment {
  /** Which stretch since 1970: where segments end must not hang on when watching began, or a restart would change answers. */
  readonly stretch: number;
  readonly startMs: number;
  /** Value × ms from the start to the last sample of the segment; the last value holds from there. */
  area: number;
  lastMs: number;
  last: number;
  least: number;
  greatest: number;
  /** How values lie between the start and the last sample; null where nothing asks for it. */
  readonly spread: SpreadSum | null;
}

/**
 * The samples of one data item over the last seconds, in bounded memory. A value holds until the next one, so the mean
 * is weighted by time, and what was measured before the window holds into it.
 */
export class SampleWindow {
  readonly #spanMs: number;
  readonly #isSpread: boolean;
  readonly #stretchMs: number;
  readonly #segments: Segment[] = [];
  /** The newest sample stands alone until a later one comes: another value of the same time takes its place. */
  #newestMs = Number.NEGATIVE_INFINITY;
  #newest = Number.NaN;

  /**
   * @param spanMs the longest stretch that will be asked for
   * @param isSpread whether `stddev` and `slope` will be
   */
  constructor(spanMs: number, isSpread = false) {
    this.#spanMs = spanMs;
    this.#isSpread = isSpread;
    this.#stretchMs = spanMs / SEGMENTS;
  }

  /** How much further back than its span a window must have been filled to answer as if it had always been there. */
  static marginMs(spanMs: number): number {
    return Math.ceil(spanMs / SEGMENTS);
  }

  /**
   * Adds a sample; one that is older than the newest is passed over, as are NaN and infinities. One of the same time
   * replaces it.
   */
  push(timeMs: number, value: number): void {
    if (!Number.isFinite(value) || timeMs < this.#newestMs) return;
    if (timeMs > this.#newestMs && this.#newestMs !== Number.NEGATIVE_INFINITY) {
      this.#settle(this.#newestMs, this.#newest);
    }
    this.#newestMs = timeMs;
    this.#newest = value;
  }

  /** Undefined: nothing was measured yet. */
  answer(name: WindowFunction, nowMs: number, seconds: number): number | undefined {
    const newestMs = this.#newestMs;
    if (newestMs === Number.NEGATIVE_INFINITY) return undefined;
    // A device may be a little ahead of the server.
    const toMs = Math.max(nowMs, newestMs);
    const fromMs = Math.max(toMs - seconds * 1_000, this.#segments[0]?.startMs ?? newestMs);
    if (name === 'rate' || name === 'delta') {
      if (toMs <= fromMs) return undefined;
      const change = this.#newest - this.#valueAt(fromMs);
      return name === 'delta' ? change : (change / (toMs - fromMs)) * 1_000;
    }
    if (name === 'stddev' || name === 'slope') {
      const { ms, square, product } = this.#spread(fromMs, toMs);
      if (name === 'stddev') return ms > 0 ? Math.sqrt(Math.max(0, square) / ms) : 0;
      return ms > 0 ? (12 * product * 1_000) / ms ** 3 : undefined;
    }
    let area = this.#newest * (toMs - Math.max(newestMs, fromMs));
    let least = this.#newest;
    let greatest = this.#newest;
    let endMs = newestMs;
    for (let i = this.#segments.length - 1; i >= 0 && endMs > fromMs; i--) {
      const segment = this.#segments[i] as Segment;
      const isBefore = segment.startMs < fromMs && segment.lastMs <= fromMs;
      area += areaWithin(segment, fromMs, endMs);
      least = Math.min(least, isBefore ? segment.last : segment.least);
      greatest = Math.max(greatest, isBefore ? segment.last : segment.greatest);
      endMs = segment.startMs;
    }
    if (name === 'min') return least;
    if (name === 'max') return greatest;
    if (name === 'integral') return area / 1_000;
    return toMs > fromMs ? area / (toMs - fromMs) : this.#newest;
  }

  /** How values lie in a stretch up to now. */
  #spread(fromMs: number, toMs: number): Spread {
    const whole = new SpreadSum();
    whole.addFlat(Math.max(this.#newestMs, fromMs), toMs, this.#newest);
    let endMs = this.#newestMs;
    for (let i = this.#segments.length - 1; i >= 0 && endMs > fromMs; i--) {
      const { startMs, lastMs, last, spread } = this.#segments[i] as Segment;
      whole.addFlat(Math.max(lastMs, fromMs), endMs, last);
      if (spread && lastMs > fromMs) whole.add(startMs >= fromMs ? spread : shareOfSpread(spread, fromMs, lastMs));
      endMs = startMs;
    }
    return whole;
  }

  #valueAt(timeMs: number): number {
    if (this.#newestMs <= timeMs) return this.#newest;
    // The last segment that began by then: it lies far back, where a window has some five hundred of them.
    let low = 0;
    for (let high = this.#segments.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if ((this.#segments[middle] as Segment).startMs <= timeMs) low = middle;
      else high = middle;
    }
    return (this.#segments[low] as Segment).last;
  }

  #settle(timeMs: number, value: number): void {
    const stretch = Math.floor(timeMs / this.#stretchMs);
    const last = this.#segments.at(-1);
    if (last?.stretch !== stretch) {
      this.#segments.push({
        stretch,
        startMs: timeMs,
        area: 0,
        lastMs: timeMs,
        last: value,
        least: value,
        greatest: value,
        spread: this.#isSpread ? new SpreadSum() : null,
      });
      this.#forget(timeMs - this.#spanMs);
      return;
    }
    last.area += last.last * (timeMs - last.lastMs);
    last.spread?.addFlat(last.lastMs, timeMs, last.last);
    last.lastMs = timeMs;
    last.last = value;
    last.least = Math.min(last.least, value);
    last.greatest = Math.max(last.greatest, value);
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
