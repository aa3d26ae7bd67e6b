/** How a value that holds until the next one lies around its mean and along time, over a stretch. */
export interface Spread {
  readonly ms: number;
  /** The middle of the stretch. */
  readonly middleMs: number;
  /** Weighted by time, as everything here. */
  readonly mean: number;
  /** Sum of the squares of the differences from the mean. */
  readonly square: number;
  /** Sum of the products of the differences of time and value from their means. */
  readonly product: number;
}

/** One value over a stretch. */
export function flatSpread(fromMs: number, toMs: number, value: number): Spread {
  const ms = Math.max(0, toMs - fromMs);
  return { ms, middleMs: fromMs + ms / 2, mean: value, square: 0, product: 0 };
}

/** Two stretches that follow one another, as one; numbers much greater than their differences keep these (Chan). */
export function joinSpreads(one: Spread, other: Spread): Spread {
  const ms = one.ms + other.ms;
  if (one.ms === 0 || other.ms === 0) return one.ms === 0 ? other : one;
  const share = other.ms / ms;
  const [apart, later] = [other.mean - one.mean, other.middleMs - one.middleMs];
  const weight = one.ms * share;
  return {
    ms,
    middleMs: one.middleMs + later * share,
    mean: one.mean + apart * share,
    square: one.square + other.square + apart * apart * weight,
    product: one.product + other.product + apart * later * weight,
  };
}

/** A part of a stretch in which values are taken to lie as in the whole. */
export function shareOfSpread(spread: Spread, fromMs: number, toMs: number): Spread {
  const ms = toMs - fromMs;
  const share = spread.ms > 0 ? ms / spread.ms : 0;
  if (share >= 1) return spread;
  const { mean, square, product } = spread;
  return { ms, middleMs: fromMs + ms / 2, mean, square: square * share, product: product * share ** 3 };
}
