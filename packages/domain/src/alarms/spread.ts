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

/** Stretches that touch one another, as one; numbers much greater than their differences keep these (Chan). */
export class SpreadSum implements Spread {
  ms = 0;
  middleMs = 0;
  mean = 0;
  square = 0;
  product = 0;

  /** One value over a stretch. */
  addFlat(fromMs: number, toMs: number, value: number): void {
    if (toMs > fromMs) this.#add(toMs - fromMs, fromMs + (toMs - fromMs) / 2, value);
  }

  add(other: Spread): void {
    if (other.ms === 0) return;
    this.square += other.square;
    this.product += other.product;
    this.#add(other.ms, other.middleMs, other.mean);
  }

  #add(ms: number, middleMs: number, mean: number): void {
    const share = ms / (this.ms + ms);
    const apart = mean - this.mean;
    const later = middleMs - this.middleMs;
    const weight = this.ms * share;
    this.square += apart * apart * weight;
    this.product += apart * later * weight;
    this.mean += apart * share;
    this.middleMs += later * share;
    this.ms += ms;
  }
}

/** A part of a stretch in which values are taken to lie as in the whole. */
export function shareOfSpread(spread: Spread, fromMs: number, toMs: number): Spread {
  const ms = toMs - fromMs;
  const share = spread.ms > 0 ? ms / spread.ms : 0;
  if (share >= 1) return spread;
  const { mean, square, product } = spread;
  return { ms, middleMs: fromMs + ms / 2, mean, square: square * share, product: product * share ** 3 };
}
