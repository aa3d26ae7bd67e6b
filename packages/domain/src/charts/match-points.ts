import { indexAtOrAfter } from './fold-columns.ts';

/** Points of a series in order of time. */
export interface TimedValues {
  times: ArrayLike<number>;
  values: ArrayLike<number>;
  /** Indexes of points that come after a gap. */
  breaks: ArrayLike<number>;
}

/** `equal`: only points measured at the same time. `interpolated`: at each time of either, the other read off its line. */
export type MatchMode = 'equal' | 'interpolated';

export interface MatchedPoints {
  times: Float64Array;
  x: Float64Array;
  y: Float64Array;
  /** Indexes of points before which either series has a gap. */
  breaks: number[];
}

/**
 * Pairs the values of x and y of the same time. Where one is read off the line between its neighbours, every point of both
 * is in a pair, so that no extreme one of either is lost. No value is read across a gap, nor before the first and after the
 * last point of its series: a point that has no partner is left out.
 */
export function matchPoints(xSeries: TimedValues, ySeries: TimedValues, mode: MatchMode): MatchedPoints {
  const most = xSeries.times.length + (mode === 'equal' ? 0 : ySeries.times.length);
  const times = new Float64Array(most);
  const x = new Float64Array(most);
  const y = new Float64Array(most);
  const breaks: number[] = [];
  const [xGaps, yGaps] = [new GapsPassed(xSeries), new GapsPassed(ySeries)];
  let isBroken = false;
  let count = 0;
  for (const time of mode === 'equal' ? Array.from(xSeries.times) : mergedTimes(xSeries.times, ySeries.times)) {
    const isPast = [xGaps.passes(time), yGaps.passes(time)];
    isBroken ||= isPast.includes(true);
    const [xValue, yValue] = [valueAtTime(xSeries, time, mode), valueAtTime(ySeries, time, mode)];
    if (xValue === undefined || yValue === undefined) continue;
    if (isBroken && count > 0) breaks.push(count);
    isBroken = false;
    times[count] = time;
    x[count] = xValue;
    y[count++] = yValue;
  }
  return { times: times.subarray(0, count), x: x.subarray(0, count), y: y.subarray(0, count), breaks };
}

/** The gaps of a series, as time goes by them. */
class GapsPassed {
  readonly #series: TimedValues;
  #next = 0;

  constructor(series: TimedValues) {
    this.#series = series;
  }

  /** Whether a gap has ended since the last time. */
  passes(time: number): boolean {
    const { times, breaks } = this.#series;
    const before = this.#next;
    while (this.#next < breaks.length && (times[breaks[this.#next] as number] as number) <= time) this.#next++;
    return this.#next > before;
  }
}

/** Times of either list, each once, in order. */
function* mergedTimes(a: ArrayLike<number>, b: ArrayLike<number>): Iterable<number> {
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [first, second] = [a[i] ?? Number.POSITIVE_INFINITY, b[j] ?? Number.POSITIVE_INFINITY];
    if (first <= second) i++;
    if (second <= first) j++;
    yield Math.min(first, second);
  }
}

function valueAtTime({ times, values, breaks }: TimedValues, time: number, mode: MatchMode): number | undefined {
  const after = indexAtOrAfter(times, time);
  if (times[after] === time) return values[after];
  if (mode === 'equal' || after === 0 || after === times.length) return undefined;
  if (breaks[indexAtOrAfter(breaks, after)] === after) return undefined;
  const [t0, t1] = [times[after - 1] as number, times[after] as number];
  const [v0, v1] = [values[after - 1] as number, values[after] as number];
  return v0 + ((time - t0) / (t1 - t0)) * (v1 - v0);
}
