import { bitWidth, wordsFor } from './bit-pack.ts';
import { BLOCK } from './times-codec.ts';

/** All values minus the least, in the bits that the greatest needs. */
export const DENSE = 0;
/** One bit a value says which are not zero; only those are packed. */
export const SPARSE = 1;
/** The low bits of all (sign in the lowest), and the high bits of the few that have some. */
export const PATCHED = 2;

/** How a block of integers is packed. */
export interface Packing {
  /** 0: the integers themselves, 1: their differences, 2: differences of differences. */
  order: number;
  kind: number;
  width: number;
  base: number;
}

/** Residuals beyond this are not exact any more. */
const RESIDUAL_LIMIT = 2 ** 50;
const PATCHED_LIMIT = 2 ** 30;

/** The integers of the block and their first and second differences. */
export const residuals: Float64Array[] = [new Float64Array(BLOCK), new Float64Array(BLOCK), new Float64Array(BLOCK)];

const best: Packing = { order: 0, kind: DENSE, width: 0, base: 0 };
let bestWords = 0;

function offer(order: number, kind: number, width: number, base: number, words: number): void {
  if (words >= bestWords) return;
  bestWords = words;
  best.order = order;
  best.kind = kind;
  best.width = width;
  best.base = base;
}

function differences(order: number, size: number): void {
  const of = residuals[order - 1] as Float64Array;
  const into = residuals[order] as Float64Array;
  let previous = of[order - 1] as number;
  for (let i = order; i < size; i++) {
    const value = of[i] as number;
    into[i] = value - previous;
    previous = value;
  }
}

/**
 * Finds the packing that takes the fewest words. Thorough choosing tries second differences and the forms for
 * values that are mostly zero or mostly small, too. The answer is valid until the next call.
 */
export function choosePacking(integers: Float64Array, size: number, isThorough: boolean): Packing {
  bestWords = Number.POSITIVE_INFINITY;
  residuals[0] = integers;
  const orders = Math.min(isThorough ? 3 : 2, size);
  for (let order = 0; order < orders; order++) {
    if (order > 0) differences(order, size);
    const values = residuals[order] as Float64Array;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    let zeros = 0;
    for (let i = order; i < size; i++) {
      const value = values[i] as number;
      if (value < min) min = value;
      if (value > max) max = value;
      if (value === 0) zeros++;
    }
    if (max > RESIDUAL_LIMIT || min < -RESIDUAL_LIMIT) break;
    const count = size - order;
    const width = bitWidth(max - min);
    offer(order, DENSE, width, min, wordsFor(count, width));
    if (!isThorough || width === 0) continue;
    if (zeros * 4 > count) offerSparse(values, order, size, count - zeros);
    if (order > 0 && min > -PATCHED_LIMIT && max < PATCHED_LIMIT) offerPatched(values, order, size);
  }
  return best;
}

function offerSparse(values: Float64Array, order: number, size: number, left: number): void {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = order; i < size; i++) {
    const value = values[i] as number;
    if (value === 0) continue;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const width = bitWidth(max - min);
  offer(order, SPARSE, width, min, wordsFor(size - order, 1) + wordsFor(left, width));
}

/** Sign and magnitude as one unsigned integer, small for small magnitudes. */
export function zigzag(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0;
}

const widths = new Uint8Array(33);

function offerPatched(values: Float64Array, order: number, size: number): void {
  widths.fill(0);
  let widest = 0;
  for (let i = order; i < size; i++) {
    const width = 32 - Math.clz32(zigzag(values[i] as number));
    widths[width] = (widths[width] as number) + 1;
    if (width > widest) widest = width;
  }
  const count = size - order;
  let patches = 0;
  for (let width = widest - 1; width >= 0; width--) {
    patches += widths[width + 1] as number;
    // A quarter of the values in need of a patch: no width below this one wins any more.
    if (patches * 4 > count) return;
    const words = wordsFor(count, width) + wordsFor(patches, widest - width) + (patches + 2) / 4;
    offer(order, PATCHED, width, 0, words);
  }
}
