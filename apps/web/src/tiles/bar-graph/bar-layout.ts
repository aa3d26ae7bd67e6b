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
/** Labels nearer than this lie over one another. */
const LABEL_PX = 14;

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
  const room = ((to - from) * LABEL_PX) / Math.max(heightPx, 1);
  const ticks = [from, ...round.filter((tick) => tick - from >= room && to - tick >= room), to];
  const shareOf = (value: number) => Math.min(1, Math.max(0, (value - from) / (to - from)));
  return { ticks, shareOf, base: Math.min(to, Math.max(from, 0)) };
}

/** Of one figure at most, at 12 px, and of a gap between two bars. */
const FIGURE_PX = 7.5;
const GAP_PX = 4;

/**
 * How the numbers below the bars are written where each has so many pixels: with their units, without, or not at all.
 * A number that is cut reads as another one; each bar still tells its own on hover and focus.
 */
export function numberRoom(
  numbers: readonly { text: string; unit: string }[],
  slotPx: number,
): 'with-unit' | 'bare' | 'none' {
  const fits = (texts: readonly string[]) =>
    Math.max(0, ...texts.map(({ length }) => length)) * FIGURE_PX + GAP_PX <= slotPx;
  if (fits(numbers.map(({ text, unit }) => `${text} ${unit}`))) return 'with-unit';
  return fits(numbers.map(({ text }) => text)) ? 'bare' : 'none';
}
