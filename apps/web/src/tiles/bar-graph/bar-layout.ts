import { niceTicks } from '@telltale/domain';

export interface BarLayout {
  /** Values with a line and a label, from the lowest. */
  ticks: number[];
  /** Share of the plot's height, from the bottom, of a value; outside the ends it is cut off there. */
  shareOf: (value: number) => number;
  /** Where bars begin: zero, or the end that is nearest to it. */
  base: number;
}

const LEAST_TICK_PX = 36;

/**
 * The scale of a bar graph. Unset ends follow the values and zero, in round steps; ends that leave no room between them
 * count as unset (spec 1 §5).
 */
export function layoutBars(
  values: readonly number[],
  limits: { min: number | null; max: number | null },
  heightPx: number,
): BarLayout {
  const isUpsideDown = limits.min !== null && limits.max !== null && limits.min >= limits.max;
  const { min, max } = isUpsideDown ? { min: null, max: null } : limits;
  const low = min ?? Math.min(0, max ?? 0, ...values);
  const high = max ?? Math.max(0, min ?? 0, ...values);
  const round = niceTicks(low, low === high ? low + 1 : high, Math.max(2, Math.floor(heightPx / LEAST_TICK_PX)));
  const from = min ?? round[0] ?? 0;
  const to = max ?? round.at(-1) ?? 1;
  const ticks = [...new Set([from, ...round.filter((tick) => tick > from && tick < to), to])];
  const shareOf = (value: number) => Math.min(1, Math.max(0, (value - from) / (to - from)));
  return { ticks, shareOf, base: Math.min(to, Math.max(from, 0)) };
}
