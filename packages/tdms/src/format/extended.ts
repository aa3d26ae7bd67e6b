const BIAS = 16_383;
const BEYOND = 0x7fff;
const FRACTION_BITS = 112n;
const FRACTION = (1n << FRACTION_BITS) - 1n;
const TOP_BIT = 1n << 63n;
/** Of the higher half of a number of Intel's processors: sign and exponent; the rest fills it up. */
const SIGN_AND_EXPONENT = 0xffffn;

/**
 * A number of extended precision in 16 bytes, as nearly as 64 bits keep it: IEEE 754 quadruple, or the 80 bits of Intel's
 * processors, filled up with zeros. Read as the former, the latter would be smaller than anything but zero, so each shows which it is.
 */
export function extendedNumber(view: DataView, at: number, isLittle: boolean): number {
  const high = view.getBigUint64(isLittle ? at + 8 : at, isLittle);
  const low = view.getBigUint64(isLittle ? at : at + 8, isLittle);
  if (isLittle && high <= SIGN_AND_EXPONENT && (low & TOP_BIT) !== 0n) {
    const isInfinite = low === TOP_BIT;
    return joined((high & 0x8000n) !== 0n, Number(high & 0x7fffn), Number(low) / 2 ** 63, isInfinite);
  }
  const fraction = ((high << 64n) | low) & FRACTION;
  const exponent = Number((high >> 48n) & 0x7fffn);
  const significand = Number(fraction | (1n << FRACTION_BITS)) / 2 ** Number(FRACTION_BITS);
  return joined((high & TOP_BIT) !== 0n, exponent, exponent === 0 ? 0 : significand, fraction === 0n);
}

/** @param significand from 1 to 2 */
function joined(isNegative: boolean, exponent: number, significand: number, isInfinite: boolean): number {
  const sign = isNegative ? -1 : 1;
  if (exponent === BEYOND) return isInfinite ? sign * Infinity : Number.NaN;
  return sign * significand * 2 ** (exponent - BIAS);
}
