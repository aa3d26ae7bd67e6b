import type { Portion } from './pie-rows.ts';

export interface Slice extends Portion {
  /** 0-1 of the whole. */
  readonly share: number;
  /** Clockwise from the top, 0-1. */
  readonly start: number;
}

export const OTHER = 'Other';

/**
 * The slices of a pie in the order of their portions, or the largest first where only some are kept; the rest is one
 * slice 'Other'. A portion that is zero, negative or no number has no slice.
 */
export function slicesOf(portions: readonly Portion[], limit: number): Slice[] {
  const drawn = portions.filter(({ value }) => Number.isFinite(value) && value > 0);
  const kept = drawn.length <= limit ? drawn : withOther(drawn, limit);
  const total = kept.reduce((sum, { value }) => sum + value, 0);
  let start = 0;
  return kept.map((portion) => {
    const share = portion.value / total;
    const slice = { ...portion, share, start };
    start += share;
    return slice;
  });
}

function withOther(portions: readonly Portion[], limit: number): Portion[] {
  const sorted = [...portions].sort((a, b) => b.value - a.value);
  const rest = sorted.slice(limit).reduce((sum, { value }) => sum + value, 0);
  return [...sorted.slice(0, limit), { name: OTHER, value: rest, color: '' }];
}

/**
 * The colour of each slice: its own, else that of its place in the list of colours, or the next one that neither slice
 * beside it has. The last and the first lie side by side. `rest` is the colour of 'Other'.
 */
export function sliceColours(
  slices: readonly Pick<Slice, 'name' | 'color'>[],
  colours: readonly string[],
  rest: string,
): string[] {
  const given = slices.map(({ name, color }) => color || (name === OTHER ? rest : ''));
  const drawn: string[] = [];
  for (const [index, own] of given.entries()) {
    const next = (index + 1) % given.length;
    const beside = [drawn[index - 1] ?? given.at(-1), drawn[next] ?? given[next]];
    const ordered = colours.map((_, step) => colours[(index + step) % colours.length] ?? rest);
    drawn.push(own || (ordered.find((colour) => !beside.includes(colour)) ?? ordered[0] ?? rest));
  }
  return drawn;
}
