import { findGaps, gapLimit, movingMean } from '@telltale/domain';
import type uPlot from 'uplot';
import type { SeriesFrame } from '#tile-kit/series.ts';
import type { SeriesSpec } from './chart-spec.ts';

type Column = (number | null | undefined)[];

/** Rows of the last point before a gap and of the first one after it. */
export type Gap = readonly [before: number, after: number];

/** A frame as uPlot draws it. */
export interface PlotColumns {
  data: uPlot.AlignedData;
  /** Where the line of each series breaks; index 0 is the first series. */
  gaps: (readonly Gap[])[];
  /** Rows of points that stand alone between gaps: no line reaches them, so they are drawn as dots. */
  lonely: (readonly number[])[];
}

export const NO_COLUMNS: PlotColumns = { data: [[]], gaps: [], lonely: [] };

/**
 * Smooths, and learns where lines break. Rows in which a series has no point become undefined: null would break its
 * line wherever another series has a point of its own.
 */
export function plotColumns(frame: SeriesFrame, series: readonly SeriesSpec[]): PlotColumns {
  const { times } = frame;
  const gaps: Gap[][] = [];
  const lonely: number[][] = [];
  const columns = series.map((spec, index): Column => {
    const stored = frame.columns[index] ?? times.map(() => null);
    // A step says that the value held until the next one came: it has no gaps.
    const limit = spec.line === 'step' ? Number.POSITIVE_INFINITY : gapLimit(times, stored);
    const found = limit === Number.POSITIVE_INFINITY ? [] : findGaps(times, stored, limit);
    gaps.push(found);
    lonely.push(lonelyRows(stored, found));
    const column: Column = spec.smooth > 1 ? movingMean(times, stored, spec.smooth, limit) : stored.slice();
    for (let row = 0; row < column.length; row++) if (column[row] === null) column[row] = undefined;
    return column;
  });
  return { data: [times, ...columns], gaps, lonely };
}

/** Rows of points between two gaps that follow each other, or between a gap and an end of the series. */
export function lonelyRows(column: Column, gaps: readonly Gap[]): number[] {
  if (gaps.length === 0) return [];
  const isPoint = (value: number | null | undefined) => value !== undefined && value !== null;
  const befores = [...gaps.map(([before]) => before), column.findLastIndex(isPoint)];
  const afters = [column.findIndex(isPoint), ...gaps.map(([, after]) => after)];
  return afters.filter((after, index) => after === befores[index]);
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
