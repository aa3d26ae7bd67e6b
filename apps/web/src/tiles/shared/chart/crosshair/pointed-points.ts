import type { EpochSeconds } from '@telltale/contract';
import type { ChartData } from '../data/chart-data.ts';
import type { ChartSpec } from '../model/chart-spec.ts';

/** The crosshair shows the nearest point within this many pixels. */
export const REACH_PX = 24;

/** What a chart shows of a series at a moment. */
export interface PointedPoint {
  series: number;
  axis: number;
  time: EpochSeconds;
  /** Null: no point is near, and what held then was not loaded. */
  value: number | null;
}

/**
 * The point of each series that is shown at a moment, as the crosshair names it; where it names none, the moment itself
 * for each.
 * @param perPixelS seconds that a pixel stands for
 */
export function pointsAt(
  { series }: ChartSpec,
  data: ChartData,
  isShown: readonly boolean[],
  moment: EpochSeconds,
  perPixelS: number,
): PointedPoint[] {
  const shown = series.flatMap(({ axis, line: kind }, index) =>
    isShown[index] === false ? [] : [{ series: index, axis, kind }],
  );
  const points = shown.flatMap(({ kind, ...one }) => {
    const line = data.lines[one.series];
    const point = data.pointAt(line, kind === 'step', moment, REACH_PX * perPixelS);
    if (line === undefined || point < 0) return [];
    return [{ ...one, time: line.times[point] as number, value: line.values[point] as number }];
  });
  return points.length > 0 ? points : shown.map(({ kind: _, ...one }) => ({ ...one, time: moment, value: null }));
}
