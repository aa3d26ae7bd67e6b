import { matchPoints } from '@telltale/domain';
import type { SeriesFrame } from '#readings/series.ts';
import type { LegendFigures } from '#tiles/shared/chart/draw/chart-legend.ts';
import { chartLine, meanOf } from '#tiles/shared/chart/model/chart-line.ts';
import type { SeriesSpec } from '#tiles/shared/chart/model/chart-spec.ts';
import type { XyChartSettings } from './settings.ts';

/** The points of one y over x, in order of time. */
export interface XyPoints {
  times: Float64Array;
  x: Float64Array;
  y: Float64Array;
  /** Indexes of points to which no line leads from the one before: the first after each gap in time. */
  breaks: ReadonlySet<number>;
}

const AS_MEASURED = { line: 'solid', smooth: 1 } as const;

/**
 * The points of each series. With a data item on x the frame's first column is x; else x is time, in seconds.
 */
export function xyPoints(frame: SeriesFrame, series: readonly SeriesSpec[], { x, match }: XyChartSettings): XyPoints[] {
  const hasX = x.dataItem !== null;
  const own = hasX ? chartLine(frame.times, frame.columns[0] ?? [], AS_MEASURED) : undefined;
  return series.map((style, index) => {
    const line = chartLine(frame.times, frame.columns[index + (hasX ? 1 : 0)] ?? [], { ...style, line: 'solid' });
    if (own === undefined) return { times: line.times, x: line.times, y: line.values, breaks: new Set(line.breaks) };
    const matched = matchPoints(own, line, match);
    return { ...matched, breaks: new Set(matched.breaks) };
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

/** What the legend tells of the values of a series that are in sight; the last one is the newest of all. */
export function figuresOf(
  { times, x, y }: Omit<XyPoints, 'breaks'>,
  isSeen: (x: number, y: number) => boolean,
): LegendFigures {
  const seen = y.filter((value, index) => isSeen(x[index] as number, value));
  const extremes = extremesOf([seen], false);
  const last = y.at(-1);
  const timeOf = (wanted: number) =>
    times[y.findIndex((value, index) => value === wanted && isSeen(x[index] as number, value))] as number;
  const ends = extremes === null ? {} : { min: timeOf(extremes[0]), max: timeOf(extremes[1]) };
  return {
    ...(last === undefined ? {} : { last }),
    ...(extremes === null ? {} : { min: extremes[0], max: extremes[1], mean: meanOf(seen) }),
    times: { ...ends, ...(last === undefined ? {} : { last: times.at(-1) as number }) },
  };
}
