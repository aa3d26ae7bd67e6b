/** Most decimals that a scaled integer may have: sensors print at most so many. */
export const MAX_EXPONENT = 12;
/** Numbers like 38265830 Pa, printed with fewer digits than they have, are stored as tens, hundreds or thousands. */
export const MIN_EXPONENT = -3;

/** Scaled integers stay below this, so that differences of two of them are exact too. */
export const DECIMAL_LIMIT = 2 ** 50;

export const POWERS_OF_10 = Float64Array.from({ length: MAX_EXPONENT + 1 }, (_, exponent) => 10 ** exponent);

/** Adding and subtracting 1.5 × 2^52 rounds to the nearest integer; three times as fast as Math.round. */
const ROUNDER = 6755399441055744;

/**
 * The integer `i` for which `i / 10^exponent` is this very float64, or NaN when there is none: not for fractions
 * with more digits, numbers that are too large, -0, NaN and the infinities.
 */
export function toDecimal(value: number, exponent: number): number {
  const power = POWERS_OF_10[exponent] as number;
  const near = value * power + ROUNDER - ROUNDER;
  if (near / power !== value) return Number.NaN;
  if (near === 0 && 1 / value < 0) return Number.NaN;
  if (near > DECIMAL_LIMIT || near < -DECIMAL_LIMIT) return Number.NaN;
  return near;
}
