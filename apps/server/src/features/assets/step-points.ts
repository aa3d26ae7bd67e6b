import type { EpochMs, playback } from '@telltale/contract';
import type { LastPoint, SeriesPoints } from '@telltale/historian';

/** Equal steps: from, from + step, …, up to `toMs`. */
export interface StepGrid {
  fromMs: EpochMs;
  stepMs: number;
  /** How many steps follow the first moment. */
  count: number;
}

/** The step at which something that happened at a moment shows: the first at or after it. */
export function stepOf({ fromMs, stepMs }: StepGrid, timeMs: EpochMs): number {
  return Math.ceil((timeMs - fromMs) / stepMs);
}

export function stepTime({ fromMs, stepMs }: StepGrid, step: number): EpochMs {
  return fromMs + step * stepMs;
}

export type PointColumns = Omit<playback.RecordedPoints, 'dataItemId'>;

/** Of the points after the grid's first moment the last one of each step: what the series shows at every step. */
export function lastPerStep(points: SeriesPoints, grid: StepGrid): PointColumns {
  const columns: PointColumns = { times: [], values: [], qualities: [] };
  for (const [index, timeMs] of points.timesMs.entries()) {
    if (timeMs <= grid.fromMs) continue;
    const next = points.timesMs[index + 1];
    const isLast = next === undefined || stepOf(grid, next) !== stepOf(grid, timeMs);
    if (isLast) push(columns, timeMs, points.values[index] ?? Number.NaN, points.qualities[index] ?? 0);
  }
  return columns;
}

/** The same from the state at each step, in order; a series without a point yet is undefined there. */
export function changesOfStates(states: readonly (LastPoint | undefined)[], fromMs: EpochMs): PointColumns {
  const columns: PointColumns = { times: [], values: [], qualities: [] };
  for (const state of states) {
    if (state === undefined || state.timeMs <= fromMs || state.timeMs === columns.times.at(-1)) continue;
    push(columns, state.timeMs, state.value, state.quality);
  }
  return columns;
}

function push(columns: PointColumns, timeMs: EpochMs, value: number | string, quality: number): void {
  columns.times.push(timeMs);
  columns.values.push(typeof value === 'string' || Number.isFinite(value) ? value : null);
  columns.qualities.push(quality);
}
