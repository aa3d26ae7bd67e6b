import type { EpochSeconds } from '@telltale/contract';
import type { SeriesFeed, SeriesFrame } from '#readings/series.ts';
import { type ChartLine, chartLine, heldPoint, meanOf, nearestPoint, pointsBetween } from '../model/chart-line.ts';
import type { ChartSpec } from '../model/chart-spec.ts';
import type { TimeRange } from '../model/time-range.ts';

/** The lines of a chart, and what can be asked of them whichever library draws. */
export class ChartData {
  #frame: SeriesFrame | undefined;
  #ghostFrame: SeriesFrame | undefined;
  lines: readonly ChartLine[] = [];
  ghosts: readonly ChartLine[] = [];

  /** Other settings: the same frame makes other lines. */
  forget(): void {
    this.#frame = undefined;
    this.#ghostFrame = undefined;
    this.ghosts = [];
  }

  /** Takes the feed's frame if it is a new one; what was there stays while a feed has nothing yet. */
  take(feed: SeriesFeed | undefined, { series }: ChartSpec): boolean {
    const frame = feed?.frame();
    const isKept = feed?.status().state === 'loading' && frame?.times.length === 0;
    if (frame === undefined || frame === this.#frame || isKept) return false;
    this.lines = series.map((style, index) => chartLine(frame.times, frame.columns[index] ?? [], style));
    this.#frame = frame;
    return true;
  }

  /** Takes the frame of an earlier period, moved on in time. */
  takeGhost(feed: SeriesFeed | undefined, shiftS: number, { series }: ChartSpec): boolean {
    const frame = feed?.frame();
    if (frame === this.#ghostFrame) return false;
    this.#ghostFrame = frame;
    this.ghosts =
      frame === undefined
        ? []
        : series.map((style, index) => chartLine(frame.times, frame.columns[index] ?? [], style, shiftS));
    return true;
  }

  /**
   * Lowest and highest value in sight on an axis; null when there is none. A logarithmic axis has positive ones only. An
   * axis all of whose series are hidden keeps its scale.
   */
  extremes(spec: ChartSpec, axis: number, isShown: readonly boolean[], window: TimeRange): [number, number] | null {
    const isLog = spec.axes[axis]?.isLog === true;
    const isSeen = spec.series.some((series, index) => series.axis === axis && isShown[index] !== false);
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (const [index, series] of spec.series.entries()) {
      if (series.axis !== axis || (isSeen && isShown[index] === false)) continue;
      for (const line of [this.lines[index], this.ghosts[index]]) {
        const found = line && lineExtremes(line, window, isLog);
        if (found === undefined) continue;
        low = Math.min(low, found[0]);
        high = Math.max(high, found[1]);
      }
    }
    return low <= high ? [low, high] : null;
  }

  /** Lowest and highest value of a series in sight, and when they were; undefined when there is none. */
  extremesOf(series: number, { from, to }: TimeRange) {
    const line = this.lines[series];
    const [first, last] = line === undefined ? [0, -1] : pointsBetween(line, from, to);
    if (line === undefined || first > last) return undefined;
    const { pyramid, values, times } = line;
    pyramid.scan(first, last);
    const [low, high] = [pyramid.lowAt, pyramid.highAt];
    return {
      values: [values[low], values[high]] as [number, number],
      times: [times[low], times[high]] as [EpochSeconds, EpochSeconds],
    };
  }

  /** The mean of a series' points in sight; null when there is none. */
  meanOf(series: number, { from, to }: TimeRange): number | null {
    const line = this.lines[series];
    if (line === undefined) return null;
    const [first, last] = pointsBetween(line, from, to);
    return meanOf(line.values.subarray(first, last + 1));
  }

  /** Index of the point that the crosshair shows of a line; -1 when none is near enough. */
  pointAt(line: ChartLine | undefined, isStep: boolean, moment: number, reachS: number): number {
    if (line === undefined) return -1;
    // A step says that its value still holds.
    return isStep ? heldPoint(line, moment) : nearestPoint(line, moment, reachS);
  }

  /** How many points of what was loaded lie within a range, over all lines that are shown. */
  countBetween(isShown: readonly boolean[], { from, to }: TimeRange): number {
    return this.lines.reduce((sum, line, index) => {
      if (isShown[index] === false) return sum;
      const [first, last] = pointsBetween(line, from, to);
      return sum + Math.max(0, last - first + 1);
    }, 0);
  }
}

function lineExtremes(line: ChartLine, { from, to }: TimeRange, isLog: boolean): [number, number] | undefined {
  const [first, last] = pointsBetween(line, from, to);
  if (first > last) return undefined;
  const { pyramid, values } = line;
  pyramid.scan(first, last);
  const high = values[pyramid.highAt] as number;
  const low = values[pyramid.lowAt] as number;
  if (!isLog || low > 0) return [low, high];
  if (high <= 0) return undefined;
  let least = high;
  for (let index = first; index <= last; index++) {
    const value = values[index] as number;
    if (value > 0 && value < least) least = value;
  }
  return [least, high];
}
