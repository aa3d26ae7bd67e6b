import { findGaps, gapLimit, indexAtOrAfter, MinMaxPyramid, movingMean } from '@telltale/domain';
import type { SeriesLine } from './chart-settings.ts';

/** The points of one series as they are drawn: only those that are there, in typed arrays, ready to be folded. */
export interface ChartLine {
  /** Seconds since 1970, ascending. */
  times: Float64Array;
  values: Float64Array;
  /** Indexes of points to which no line leads from the one before: the first after each gap. */
  breaks: Int32Array;
  pyramid: MinMaxPyramid;
}

interface LineStyle {
  line: SeriesLine;
  smooth: number;
}

/**
 * Takes a column of a frame as a line: rows in which only other series have a point are left out, values are smoothed,
 * and gaps are learnt from the series' own pace; NaN is a gap by itself. `shiftS` moves it in time (a ghost of an
 * earlier period).
 */
export function chartLine(
  frameTimes: ArrayLike<number>,
  column: ArrayLike<number | null | undefined>,
  { line, smooth }: LineStyle,
  shiftS = 0,
): ChartLine {
  const { times, values, said } = compact(frameTimes, column, shiftS);
  // A step says that the value held until the next one came: it has no gaps.
  const limit = line === 'step' ? Number.POSITIVE_INFINITY : gapLimit(times, values);
  const gaps = limit === Number.POSITIVE_INFINITY ? [] : findGaps(times, values, limit);
  const drawn = smooth > 1 ? Float64Array.from(movingMean(times, Array.from(values), smooth, limit), Number) : values;
  const learnt = gaps.map(([, after]) => after);
  const breaks = Int32Array.from(said.length === 0 ? learnt : new Set([...learnt, ...said])).sort();
  return { times, values: drawn, breaks, pyramid: new MinMaxPyramid(drawn) };
}

function compact(frameTimes: ArrayLike<number>, column: ArrayLike<number | null | undefined>, shiftS: number) {
  const times = new Float64Array(frameTimes.length);
  const values = new Float64Array(frameTimes.length);
  /** Points before which the column itself says that there is a gap. */
  const said: number[] = [];
  let isGap = false;
  let count = 0;
  for (let row = 0; row < frameTimes.length; row++) {
    const value = column[row];
    if (value === null || value === undefined) continue;
    if (Number.isNaN(value)) {
      isGap = count > 0;
      continue;
    }
    if (isGap) said.push(count);
    isGap = false;
    times[count] = (frameTimes[row] as number) + shiftS;
    values[count++] = value;
  }
  return { times: times.subarray(0, count), values: values.subarray(0, count), said };
}

/** First and last index of the points within a range of time; first is behind last where there is none. */
export function pointsBetween({ times }: ChartLine, from: number, to: number): [first: number, last: number] {
  const after = indexAtOrAfter(times, to);
  return [indexAtOrAfter(times, from), times[after] === to ? after : after - 1];
}

/** The mean of some values; null of none. */
export function meanOf(values: Float64Array): number | null {
  // Shares of it are added up, so that values near the end of the scale don't overflow.
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value / values.length, 0);
}

/** The newest value, for legends; null when there is none. */
export function newestValue({ values }: ChartLine): number | null {
  return values.at(-1) ?? null;
}

/** Index of the point nearest to a moment, at most `reachS` seconds away; -1 when there is none. */
export function nearestPoint({ times }: Pick<ChartLine, 'times'>, moment: number, reachS: number): number {
  const right = indexAtOrAfter(times, moment);
  const distance = (index: number) => Math.abs((times[index] ?? Number.POSITIVE_INFINITY) - moment);
  const nearest = distance(right - 1) <= distance(right) ? right - 1 : right;
  return distance(nearest) <= reachS ? nearest : -1;
}

/** Index of the last point at or before a moment: the value that still holds in a step line; -1 before the first. */
export function heldPoint({ times }: ChartLine, moment: number): number {
  const right = indexAtOrAfter(times, moment);
  return times[right] === moment ? right : right - 1;
}

/** Whether a point stands alone between gaps: no line reaches it, so it is drawn as a dot. */
export function isLonely({ times, breaks }: ChartLine, index: number): boolean {
  const at = indexAtOrAfter(breaks, index);
  const hasBreakBefore = index === 0 || breaks[at] === index;
  const hasBreakAfter = index === times.length - 1 || breaks[breaks[at] === index ? at + 1 : at] === index + 1;
  return hasBreakBefore && hasBreakAfter;
}
