import type { Conversion } from '@telltale/domain/units/conversion.ts';

interface Limits {
  readonly min: number | null;
  readonly max: number | null;
}

/**
 * The ends that an author gave a scale on which several data items stand. They are in the unit in which those are stored; where
 * they are not all converted alike, the ends fit none of them any more, and the scale follows the values.
 */
export function shownLimits({ min, max }: Limits, conversions: readonly (Conversion | undefined)[]): Limits {
  const [first] = conversions;
  const isAlike = conversions.every((one) => one?.factor === first?.factor && one?.offset === first?.offset);
  if (!isAlike) return { min: null, max: null };
  const end = (stored: number | null) => (stored === null || first === undefined ? stored : first.convert(stored));
  return { min: end(min), max: end(max) };
}
