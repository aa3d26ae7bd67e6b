import { DECIMAL_LIMIT, MAX_EXPONENT, MIN_EXPONENT, POWERS_OF_10, toDecimal } from './decimal.ts';
import { BLOCK } from './times-codec.ts';

/** Values of a block that are no decimals (NaN, an infinity, -0) are kept apart, up to this many. */
export const MAX_EXCEPTIONS = 12;

const ROUNDER = 6755399441055744;

/** The values of one block as integers of a common decimal exponent. One object serves all blocks of a thread. */
export class ScaledBlock {
  readonly integers = new Float64Array(BLOCK);
  /** Positions whose value is not `integers[i] / 10^exponent`. */
  readonly exceptions = new Uint8Array(MAX_EXCEPTIONS);
  exceptionCount = 0;
  exponent = 0;

  /** Fills the block with the smallest exponent that is exact; answers false when there is none. */
  scale(values: Float64Array, from: number, size: number): boolean {
    const { integers } = this;
    let exponent = 0;
    let power = 1;
    let widest = 0;
    for (let i = 0; i < size; i++) {
      const value = values[from + i] as number;
      let near = value * power + ROUNDER - ROUNDER;
      if (near / power !== value || near === 0) {
        let next = exponent;
        do near = toDecimal(value, next);
        while (Number.isNaN(near) && ++next <= MAX_EXPONENT);
        if (Number.isNaN(near)) return this.#scaleWithExceptions(values, from, size);
        if (next > exponent) {
          const factor = POWERS_OF_10[next - exponent] as number;
          for (let j = 0; j < i; j++) integers[j] = (integers[j] as number) * factor;
          widest *= factor;
          exponent = next;
          power = POWERS_OF_10[exponent] as number;
        }
      }
      integers[i] = near;
      const width = near < 0 ? -near : near;
      if (width > widest) widest = width;
    }
    if (widest > DECIMAL_LIMIT) return this.#scaleWithExceptions(values, from, size);
    this.exceptionCount = 0;
    this.exponent = exponent === 0 ? this.#dropZeros(size) : exponent;
    return true;
  }

  /** The same where some values are no decimals of the exponent that the others have. */
  #scaleWithExceptions(values: Float64Array, from: number, size: number): boolean {
    const exponent = smallestExponent(values, from, size);
    if (exponent < 0) return false;
    const { integers, exceptions } = this;
    let exceptionCount = 0;
    let previous = Number.NaN;
    for (let i = 0; i < size; i++) {
      const decimal = toDecimal(values[from + i] as number, exponent);
      if (Number.isNaN(decimal)) {
        if (exceptionCount === MAX_EXCEPTIONS) return false;
        exceptions[exceptionCount++] = i;
        // An exception takes the place of its neighbour, which packs best.
        integers[i] = previous;
      } else {
        if (Number.isNaN(previous)) integers.fill(decimal, 0, i);
        integers[i] = decimal;
        previous = decimal;
      }
    }
    if (Number.isNaN(previous)) integers.fill(0, 0, size);
    this.exceptionCount = exceptionCount;
    this.exponent = exponent === 0 ? this.#dropZeros(size) : exponent;
    return true;
  }

  /** Divides by ten while all integers allow it. */
  #dropZeros(size: number): number {
    const { integers } = this;
    let exponent = 0;
    while (exponent > MIN_EXPONENT) {
      for (let i = 0; i < size; i++) {
        // Exact below 2^50: what is left of a tenth is not lost to rounding.
        const tenth = (integers[i] as number) / 10;
        if (tenth + ROUNDER - ROUNDER !== tenth) return exponent;
      }
      for (let i = 0; i < size; i++) integers[i] = (integers[i] as number) / 10 + 0;
      exponent--;
    }
    return exponent;
  }
}

/** Smallest exponent with which all values but a few are decimals, or -1. */
function smallestExponent(values: Float64Array, from: number, size: number): number {
  let exponent = 0;
  let power = 1;
  let misses = 0;
  for (let i = from; i < from + size; i++) {
    const value = values[i] as number;
    const near = value * power + ROUNDER - ROUNDER;
    if (near / power === value && near !== 0) continue;
    let next = exponent;
    while (next <= MAX_EXPONENT && Number.isNaN(toDecimal(value, next))) next++;
    if (next <= MAX_EXPONENT) {
      exponent = next;
      power = POWERS_OF_10[exponent] as number;
    } else if (++misses > MAX_EXCEPTIONS) {
      return -1;
    }
  }
  return exponent;
}
