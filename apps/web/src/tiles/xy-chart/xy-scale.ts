/** What an axis spans, and how: shares run from 0 at the left or lower end to 1. */
export interface XyScale {
  min: number;
  max: number;
  isLog: boolean;
  /** High values stand where low ones would. */
  isReversed: boolean;
}

/** A narrower part than this of its values has no room for two numbers. */
const LEAST_PART = 1e-12;

/** Where a value stands, as a share of the axis; NaN on a logarithmic axis that has no place for it. */
export function shareOf({ min, max, isLog, isReversed }: XyScale, value: number): number {
  if (isLog && value <= 0) return Number.NaN;
  const share = isLog ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  return isReversed ? 1 - share : share;
}

/** The value at a share of the axis. */
export function valueAt({ min, max, isLog, isReversed }: XyScale, share: number): number {
  const along = isReversed ? 1 - share : share;
  return isLog ? min * (max / min) ** along : min + along * (max - min);
}

/** What lies between two shares, beyond the ends as well; undefined where that is too little, or too much, to be told apart. */
export function partOf(scale: XyScale, from: number, to: number): [number, number] | undefined {
  const [a, b] = [valueAt(scale, from), valueAt(scale, to)];
  const [low, high] = a < b ? [a, b] : [b, a];
  const span = high - low;
  const isSensible = Number.isFinite(span) && span > LEAST_PART * Math.max(Math.abs(low), Math.abs(high));
  return isSensible && (!scale.isLog || low > 0) ? [low, high] : undefined;
}
