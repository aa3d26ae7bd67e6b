import type { Extremes, WordReader, WordWriter } from './bit-pack.ts';
import { type ByteReader, type ByteWriter, DamagedDataError } from './bytes.ts';
import { choosePacking, DENSE, PATCHED, residuals, SPARSE, zigzag } from './packing.ts';
import { BLOCK } from './times-codec.ts';

const few = new Float64Array(BLOCK);
const flags = new Float64Array(BLOCK);

/** Everything of a block's form: two bytes in the blob. */
export interface BlockForm {
  /** Decimal exponent, as the block of numbers codes it in four bits. */
  exponentCode: number;
  hasExceptions: boolean;
}

/** Packs integers (below 2^50) in the shortest way, its form before them. */
export function writeResiduals(
  out: ByteWriter,
  words: WordWriter,
  integers: Float64Array,
  size: number,
  isThorough: boolean,
  { exponentCode, hasExceptions }: BlockForm,
): void {
  const { order, kind, width, base } = choosePacking(integers, size, isThorough);
  out.u8(exponentCode | (order << 4) | (kind << 6));
  out.u8(width | (hasExceptions ? 0x80 : 0));
  if (kind !== PATCHED) out.signedVarint(base);
  if (order > 0) out.signedVarint(integers[0] as number);
  if (order > 1) out.signedVarint((integers[1] as number) - (integers[0] as number));
  const values = residuals[order] as Float64Array;
  if (kind === DENSE) words.pack(values, order, base, size - order, width);
  else if (kind === SPARSE) writeSparse(words, values, order, size, width, base);
  else writePatched(out, words, values, order, size, width);
}

function writeSparse(
  words: WordWriter,
  values: Float64Array,
  order: number,
  size: number,
  width: number,
  base: number,
): void {
  let count = 0;
  for (let i = order; i < size; i++) {
    const value = values[i] as number;
    flags[i] = value === 0 ? 0 : 1;
    if (value !== 0) few[count++] = value;
  }
  words.pack(flags, order, 0, size - order, 1);
  words.pack(few, 0, base, count, width);
}

function writePatched(
  out: ByteWriter,
  words: WordWriter,
  values: Float64Array,
  order: number,
  size: number,
  width: number,
): void {
  const mask = 2 ** width - 1;
  const countAt = out.length;
  out.u8(0);
  let patches = 0;
  let highest = 0;
  for (let i = order; i < size; i++) {
    const value = zigzag(values[i] as number);
    flags[i] = (value & mask) >>> 0;
    const high = value >>> width;
    if (high === 0) continue;
    out.u8(i - order);
    few[patches++] = high;
    highest |= high;
  }
  out.orU8(countAt, patches);
  const highWidth = 32 - Math.clz32(highest);
  out.u8(highWidth);
  words.pack(flags, order, 0, size - order, width);
  words.pack(few, 0, 0, patches, highWidth);
}

/** Reads the integers of a block into `target` from `offset`; answers the rest of its form. */
export function readResiduals(
  input: ByteReader,
  words: WordReader,
  target: Float64Array,
  offset: number,
  size: number,
  form: number,
): BlockForm {
  const second = input.u8();
  const width = second & 0x7f;
  const order = (form >> 4) & 3;
  const kind = form >> 6;
  const count = size - order;
  if (width > 52 || order > 2 || count < 0) throw new DamagedDataError('unknown form of integers');
  const base = kind === PATCHED ? 0 : input.signedVarint();
  const first = order > 0 ? input.signedVarint() : 0;
  const step = order > 1 ? input.signedVarint() : 0;
  if (kind === DENSE) words.unpack(target, offset + order, count, width, base);
  else if (kind === SPARSE) readSparse(words, target, offset + order, count, width, base);
  else readPatched(input, words, target, offset + order, count, width);
  if (order === 1) sumOnce(target, offset, size, first);
  else if (order === 2) sumTwice(target, offset, size, first, step);
  return { exponentCode: form & 15, hasExceptions: (second & 0x80) !== 0 };
}

/** A block's 128 sums stay below 2^31 where the first integer and the parts of each difference are less. */
const FIRST_LIMIT = 2 ** 30;
const DIFFERENCE_WIDTH = 22;

/**
 * Looks through a block's integers where they lie, if they are plain ones or plain differences, as nearly all that moves is
 * packed.
 * @returns how the extremes are scaled; -1: nothing was read
 */
export function findExtremes(
  input: ByteReader,
  words: WordReader,
  size: number,
  form: number,
  found: Extremes,
): number {
  const head = input.at;
  // With exceptions it is above all widths.
  const width = input.u8();
  const order = (form >> 4) & 3;
  if (form >> 6 === DENSE && order < 2 && size > order && words.mayFindExtremes(size - order, width)) {
    const base = input.signedVarint();
    if (order === 0) {
      words.findExtremes(size, width, base, found);
      return form & 15;
    }
    const first = input.signedVarint();
    const isNarrow =
      width < DIFFERENCE_WIDTH && Math.abs(base) < 2 ** DIFFERENCE_WIDTH && Math.abs(first) < FIRST_LIMIT;
    if (isNarrow) {
      words.findExtremesOfSums(size - 1, width, base, first, found);
      return form & 15;
    }
  }
  input.at = head;
  return -1;
}

/** Passes over the integers of a block; answers whether exceptions follow. */
export function skipResiduals(input: ByteReader, words: WordReader, size: number, form: number): boolean {
  const second = input.u8();
  const width = second & 0x7f;
  const order = (form >> 4) & 3;
  const kind = form >> 6;
  const count = size - order;
  if (width > 52 || order > 2 || count < 0) throw new DamagedDataError('unknown form of integers');
  for (let left = order + (kind === PATCHED ? 0 : 1); left > 0; left--) input.signedVarint();
  if (kind === SPARSE) {
    const left = words.countOnes(count);
    words.skip(count, 1);
    words.skip(left, width);
  } else {
    const patches = kind === PATCHED ? input.u8() : 0;
    input.raw(patches);
    const highWidth = kind === PATCHED ? input.u8() : 0;
    words.skip(count, width);
    words.skip(patches, highWidth);
  }
  return (second & 0x80) !== 0;
}

function readSparse(
  words: WordReader,
  target: Float64Array,
  at: number,
  count: number,
  width: number,
  base: number,
): void {
  words.unpack(target, at, count, 1, 0);
  let left = 0;
  for (let i = at; i < at + count; i++) left += target[i] as number;
  words.unpack(few, 0, left, width, base);
  for (let i = at, next = 0; i < at + count; i++) if (target[i] !== 0) target[i] = few[next++] as number;
}

function readPatched(
  input: ByteReader,
  words: WordReader,
  target: Float64Array,
  at: number,
  count: number,
  width: number,
): void {
  const patches = input.u8();
  const positions = input.raw(patches);
  const highWidth = input.u8();
  if (width + highWidth > 32 || patches > count) throw new DamagedDataError('unknown form of integers');
  words.unpack(target, at, count, width, 0);
  words.unpack(few, 0, patches, highWidth, 0);
  const factor = 2 ** width;
  for (let i = 0; i < patches; i++) {
    const position = positions[i] as number;
    if (position >= count) throw new DamagedDataError('a patch lies outside its block');
    target[at + position] = (target[at + position] as number) + (few[i] as number) * factor;
  }
  for (let i = at; i < at + count; i++) {
    const value = target[i] as number;
    target[i] = (value >>> 1) ^ -(value & 1);
  }
}

function sumOnce(target: Float64Array, offset: number, size: number, first: number): void {
  let value = first;
  target[offset] = value;
  const end = offset + size;
  for (let i = offset + 1; i < end; i++) {
    value += target[i] as number;
    target[i] = value;
  }
}

function sumTwice(target: Float64Array, offset: number, size: number, first: number, firstStep: number): void {
  let step = firstStep;
  let value = first + step;
  target[offset] = first;
  target[offset + 1] = value;
  const end = offset + size;
  for (let i = offset + 2; i < end; i++) {
    step += target[i] as number;
    value += step;
    target[i] = value;
  }
}
