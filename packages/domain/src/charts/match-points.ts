import { indexAtOrAfter } from './fold-columns.ts';

/** Points of a series in order of time. */
export interface TimedValues {
  times: ArrayLike<number>;
  values: ArrayLike<number>;
  /** Indexes of points that come after a gap. */
  breaks: ArrayLike<number>;
}

/** `equal`: only points measured at the same time. `interpolated`: y read off the line between its neighbours. */
export type MatchMode = 'equal' | 'interpolated';

export interface MatchedPoints {
  times: Float64Array;
  x: Float64Array;
  y: Float64Array;
}

/**
 * Pairs each point of x with the value of y at its time. No value is read across a gap of y, nor before its first and
 * after its last point: a point that has no partner is left out.
 */
export function matchPoints(xSeries: TimedValues, ySeries: TimedValues, mode: MatchMode): MatchedPoints {
  const most = xSeries.times.length;
  const times = new Float64Array(most);
  const x = new Float64Array(most);
  const y = new Float64Array(most);
  let count = 0;
  for (let index = 0; index < most; index++) {
    const time = xSeries.times[index] as number;
    const value = valueAtTime(ySeries, time, mode);
    if (value === undefined) continue;
    times[count] = time;
    x[count] = xSeries.values[index] as number;
    y[count++] = value;
  }
  return { times: times.subarray(0, count), x: x.subarray(0, count), y: y.subarray(0, count) };
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
