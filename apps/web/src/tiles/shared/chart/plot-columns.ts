import { findGaps, gapLimit, movingMean } from '@telltale/domain';
import type uPlot from 'uplot';
import type { SeriesFrame } from '#tile-kit/series.ts';
import type { SeriesSpec } from './chart-spec.ts';

type Column = (number | null | undefined)[];

/** A frame as uPlot draws it. */
export interface PlotColumns {
  data: uPlot.AlignedData;
  /** Longest interval that the line of each series bridges, seconds; index 0 is the first series. */
  gapLimits: number[];
}

export const NO_COLUMNS: PlotColumns = { data: [[]], gapLimits: [] };

/**
 * Smooths, and learns where lines break. Rows in which a series has no point become undefined: null would break its
 * line wherever another series has a point of its own.
 */
export function plotColumns(frame: SeriesFrame, series: readonly SeriesSpec[]): PlotColumns {
  const { times } = frame;
  const gapLimits: number[] = [];
  const columns = series.map((spec, index): Column => {
    const stored = frame.columns[index] ?? times.map(() => null);
    // A step says that the value held until the next one came: it has no gaps.
    const limit = spec.line === 'step' ? Number.POSITIVE_INFINITY : gapLimit(times, stored);
    gapLimits.push(limit);
    const column: Column = spec.smooth > 1 ? movingMean(times, stored, spec.smooth, limit) : stored.slice();
    for (let row = 0; row < column.length; row++) column[row] ??= undefined;
    return column;
  });
  return { data: [times, ...columns], gapLimits };
}

/** Rows of points that stand alone between two gaps: no line reaches them, so they are drawn as dots. */
export function lonelyRows(times: ArrayLike<number>, column: Column, limit: number): number[] {
  const gaps = findGaps(times, column, limit);
  const lonely: number[] = [];
  for (const [index, [, after]] of gaps.entries()) {
    const next = gaps[index + 1];
    if (next !== undefined && next[0] === after) lonely.push(after);
  }
  const first = column.findIndex((value) => value !== undefined && value !== null);
  if (gaps[0]?.[0] === first && first >= 0) lonely.unshift(first);
  const last = gaps.at(-1)?.[1];
  if (last !== undefined && last === column.findLastIndex((value) => value !== undefined && value !== null)) {
    lonely.push(last);
  }
  return lonely;
}

/** The newest value of a column, for legends; null when it has none. */
export function lastValue(column: ArrayLike<number | null | undefined> | undefined): number | null {
  for (let row = (column?.length ?? 0) - 1; row >= 0; row--) {
    const value = column?.[row];
    if (value !== undefined && value !== null) return value;
  }
  return null;
}

/** The row nearest to another that has a value, looking at most `reach` seconds away; null when there is none. */
export function nearestRow(
  times: ArrayLike<number>,
  column: ArrayLike<number | null | undefined>,
  row: number,
  moment: number,
  reach: number,
): number | null {
  const has = (index: number) => column[index] !== undefined && column[index] !== null;
  let left = row;
  while (left >= 0 && !has(left) && moment - (times[left] ?? 0) <= reach) left--;
  let right = row + 1;
  while (right < column.length && !has(right) && (times[right] ?? 0) - moment <= reach) right++;
  const distance = (index: number) => {
    const time = times[index];
    return time === undefined || !has(index) ? Number.POSITIVE_INFINITY : Math.abs(time - moment);
  };
  const best = distance(left) <= distance(right) ? left : right;
  return distance(best) <= reach ? best : null;
}
