import { type MatchedPoints, matchPoints } from '@telltale/domain';
import type { SeriesFrame } from '#tile-kit/series.ts';
import { chartLine } from '#tiles/shared/chart/chart-line.ts';
import type { SeriesSpec } from '#tiles/shared/chart/chart-spec.ts';
import type { XyChartSettings } from './settings.ts';

/** The points of one y over x, in order of time. */
export type XyPoints = MatchedPoints;

/**
 * The points of each series. With a data item on x the frame's first column is x; else x is time, in seconds.
 */
export function xyPoints(frame: SeriesFrame, series: readonly SeriesSpec[], { x, match }: XyChartSettings): XyPoints[] {
  const hasX = x.dataItem !== null;
  const own = hasX ? chartLine(frame.times, frame.columns[0] ?? [], { line: 'solid', smooth: 1 }) : undefined;
  return series.map((style, index) => {
    const line = chartLine(frame.times, frame.columns[index + (hasX ? 1 : 0)] ?? [], { ...style, line: 'solid' });
    if (own === undefined) return { times: line.times, x: line.times, y: line.values };
    return matchPoints(own, line, match);
  });
}

/** Lowest and highest of some values; null when there is none. A logarithmic axis has positive ones only. */
export function extremesOf(lists: readonly Float64Array[], isLog: boolean): [number, number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const values of lists) {
    for (const value of values) {
      if (isLog && value <= 0) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : null;
}

export interface NearestPoint {
  series: number;
  index: number;
}

/** The drawn point nearest to a place, at most `reach` pixels away. */
export function nearestOf(
  all: readonly XyPoints[],
  isShown: readonly boolean[],
  toPlace: (x: number, y: number, series: number) => readonly [left: number, top: number],
  at: { left: number; top: number },
  reach: number,
): NearestPoint | undefined {
  let best: NearestPoint | undefined;
  let least = reach * reach;
  for (const [series, { x, y }] of all.entries()) {
    if (isShown[series] === false) continue;
    for (let index = 0; index < x.length; index++) {
      const [left, top] = toPlace(x[index] as number, y[index] as number, series);
      const distance = (left - at.left) ** 2 + (top - at.top) ** 2;
      if (distance > least) continue;
      least = distance;
      best = { series, index };
    }
  }
  return best;
}
