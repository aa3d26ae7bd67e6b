import { drawnPoints } from '../draw/line-paths.ts';
import { type ChartLine, isLonely } from '../model/chart-line.ts';
import type { SeriesLine } from '../model/chart-settings.ts';
import type { TimeRange } from '../model/time-range.ts';

/** A point as an amCharts series reads it; without a value the line breaks. */
export interface AmPoint {
  /** Milliseconds since 1970. */
  t: number;
  v?: number;
}

const HALF_DASH_PX = 1.5;

/**
 * The points that amCharts draws of a line: as many as its pixels can show. A step has a point more before each, and a
 * gap one without a value. A point that no line reaches is a dash of a few pixels, or it would not be seen.
 */
export function amPoints(line: ChartLine, kind: SeriesLine, window: TimeRange, width: number): AmPoint[] {
  const { times, values, breaks } = line;
  const points: AmPoint[] = [];
  const dashMs = ((window.to - window.from) * 1000 * HALF_DASH_PX) / Math.max(1, width);
  let nextBreak = 0;
  let before: number | undefined;
  for (const index of drawnPoints(line, window, width)) {
    const t = (times[index] as number) * 1000;
    const halfMs = isLonely(line, index) ? dashMs : 0;
    while (nextBreak < breaks.length && (breaks[nextBreak] as number) <= index) {
      nextBreak++;
      if (before !== undefined) points.push({ t: t - halfMs });
      before = undefined;
    }
    if (kind === 'step' && before !== undefined) points.push({ t, v: before });
    before = values[index] as number;
    points.push({ t: t - halfMs, v: before });
    if (halfMs > 0) points.push({ t: t + halfMs, v: before });
  }
  return points;
}
