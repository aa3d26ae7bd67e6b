import type { ValueRange, WindowRange } from '#expression/readings.ts';
import type { WindowFunction } from '#expression/syntax.ts';
import { Segments } from './segments.ts';
import { WindowSums } from './window-sums.ts';

/** A window is kept in at most about so many segments; the ends of what it answers are exact to this share of it. */
const SEGMENTS = 512;

/**
 * The samples of one data item over the last seconds, in bounded memory. A value holds until the next one, so the mean
 * is weighted by time, and what was measured before the window holds into it.
 */
export class SampleWindow {
  readonly #spanMs: number;
  readonly #isSpread: boolean;
  readonly #stretchMs: number;
  readonly #segments: Segments;
  /** Which stretch since 1970 the last segment is: where segments end must not hang on when watching began, or a restart would change answers. */
  #stretch = Number.NaN;
  /** One for each length that is asked for. */
  readonly #sums: { readonly seconds: number; readonly sums: WindowSums }[] = [];
  /** The newest sample stands alone until a later one comes: another value of the same time takes its place. */
  #newestMs = Number.NEGATIVE_INFINITY;
  #newest = Number.NaN;
  #lastAt = 0;

  /**
   * @param spanMs the longest stretch that will be asked for
   * @param isSpread whether `stddev` and `slope` will be
   */
  constructor(spanMs: number, isSpread = false) {
    this.#spanMs = spanMs;
    this.#isSpread = isSpread;
    this.#stretchMs = spanMs / SEGMENTS;
    this.#segments = new Segments(isSpread);
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

  /** Adds samples one after the other, as `push`: those from a place on until before another. */
  pushAll(timesMs: Float64Array, values: ArrayLike<unknown>, from: number, end: number): void {
    for (let i = from; i < end; i++) {
      const value = values[i];
      if (typeof value === 'number') this.push(timesMs[i] as number, value);
    }
  }

  /** Undefined: nothing was measured yet. */
  answer(name: WindowFunction, nowMs: number, seconds: number): number | undefined {
    const newestMs = this.#newestMs;
    if (newestMs === Number.NEGATIVE_INFINITY) return undefined;
    // A device may be a little ahead of the server.
    const toMs = Math.max(nowMs, newestMs);
    const fromMs = Math.max(toMs - seconds * 1_000, this.#beginMs());
    if (name === 'rate' || name === 'delta') {
      if (toMs <= fromMs) return undefined;
      const change = this.#newest - this.#valueAt(fromMs);
      return name === 'delta' ? change : (change / (toMs - fromMs)) * 1_000;
    }
    const sums = this.#sumsOf(seconds);
    if (name === 'stddev' || name === 'slope') {
      const { ms, square, product } = sums.spread(fromMs, toMs, newestMs, this.#newest);
      if (name === 'stddev') return ms > 0 ? Math.sqrt(Math.max(0, square) / ms) : 0;
      return ms > 0 ? (12 * product * 1_000) / ms ** 3 : undefined;
    }
    sums.sum(fromMs, toMs, newestMs, this.#newest);
    if (name === 'min') return sums.least;
    if (name === 'max') return sums.greatest;
    if (name === 'integral') return sums.area / 1_000;
    return toMs > fromMs ? sums.area / (toMs - fromMs) : this.#newest;
  }

  /**
   * The least and the greatest value of the last seconds; undefined: nothing was measured yet.
   * @param coming between which numbers the next values lie, which count as well
   */
  range(nowMs: number, seconds: number, coming: ValueRange | undefined): WindowRange | undefined {
    const newestMs = this.#newestMs;
    if (newestMs === Number.NEGATIVE_INFINITY) return undefined;
    const toMs = Math.max(nowMs, newestMs);
    const sums = this.#sumsOf(seconds);
    const fromMs = Math.max(toMs - seconds * 1_000, this.#beginMs());
    sums.sum(fromMs, toMs, newestMs, this.#newest);
    const [ms, newest] = [toMs - fromMs, this.#newest];
    const { least, greatest } = sums;
    if (!coming) return { least, greatest, newestLeast: newest, newestGreatest: newest, ms };
    return {
      least: Math.min(least, coming.least),
      greatest: Math.max(greatest, coming.greatest),
      newestLeast: Math.min(newest, coming.least),
      newestGreatest: Math.max(newest, coming.greatest),
      ms,
    };
  }

  #beginMs(): number {
    const segments = this.#segments;
    return segments.end > segments.first ? segments.startMs(segments.first) : this.#newestMs;
  }

  #sumsOf(seconds: number): WindowSums {
    for (const one of this.#sums) if (one.seconds === seconds) return one.sums;
    const sums = new WindowSums(this.#segments, seconds, this.#isSpread);
    this.#sums.push({ seconds, sums });
    return sums;
  }

  #valueAt(timeMs: number): number {
    const segments = this.#segments;
    if (this.#newestMs <= timeMs) return this.#newest;
    return segments.last(this.#segmentAt(timeMs));
  }

  /**
   * Until when, exclusively, the value that the last seconds begin with is the same, while no other value comes; and how long they are, since
   * `rate` is by that. Undefined: there is no change to tell of yet.
   */
  beginSameUntil(nowMs: number, seconds: number): { untilMs: number; isFull: boolean } | undefined {
    const newestMs = this.#newestMs;
    if (newestMs === Number.NEGATIVE_INFINITY) return undefined;
    const toMs = Math.max(nowMs, newestMs);
    const spanMs = seconds * 1_000;
    const beginMs = this.#beginMs();
    // A single moment has no change yet.
    if (toMs <= beginMs) return undefined;
    if (toMs - spanMs < beginMs) return { untilMs: beginMs + spanMs, isFull: false };
    const fromMs = toMs - spanMs;
    if (newestMs <= fromMs) return { untilMs: Number.POSITIVE_INFINITY, isFull: true };
    const segments = this.#segments;
    const next = this.#segmentAt(fromMs) + 1;
    const nextMs = next < segments.end ? segments.startMs(next) : newestMs;
    return { untilMs: nextMs + spanMs, isFull: true };
  }

  /** The last segment that began by then, else the first: mostly the one of the last time, or the next. */
  #segmentAt(timeMs: number): number {
    const segments = this.#segments;
    for (let n = Math.max(this.#lastAt, segments.first), end = n + 3; n < end && n < segments.end; n++) {
      if (segments.startMs(n) > timeMs) break;
      if (n + 1 === segments.end || segments.startMs(n + 1) > timeMs) {
        this.#lastAt = n;
        return n;
      }
    }
    const next = segments.firstFrom(timeMs);
    const isAtStart = next < segments.end && segments.startMs(next) === timeMs;
    this.#lastAt = isAtStart ? next : Math.max(segments.first, next - 1);
    return this.#lastAt;
  }

  #settle(timeMs: number, value: number): void {
    const stretch = Math.floor(timeMs / this.#stretchMs);
    if (stretch === this.#stretch) {
      this.#segments.extend(timeMs, value);
      return;
    }
    this.#stretch = stretch;
    this.#segments.push(timeMs, value);
    // What no window reaches any more; the segment that holds into it stays.
    this.#segments.forget(timeMs - this.#spanMs);
  }
}
