import { bitWidth, type WordReader, type WordWriter } from './bit-pack.ts';
import { type ByteReader, type ByteWriter, DamagedDataError } from './bytes.ts';
import { MAX_EXPONENT, POWERS_OF_10 } from './decimal.ts';
import { readFloats, skipFloats, writeFloats } from './float-block.ts';
import { readResiduals, skipResiduals, writeResiduals } from './residuals.ts';
import { ScaledBlock } from './scaled-block.ts';
import { BLOCK } from './times-codec.ts';

// A block begins with bits 0-3 the decimal exponent (13, 14, 15 stand for -1, -2, -3), bits 4-5 the order of
// differences, bits 6-7 the kind of packing. Kind 3 does not exist: it marks a block of floats.
export const FLOATS = 0xc0;

/** Place in the block, float64. */
const EXCEPTION_BYTES = 9;

// The form byte of all numbers of a blob.
export const BLOCKS = 0;
export const DICTIONARY = 1;

/** A signal with this few levels is stored as indexes into them, if that is shorter. */
const MOST_LEVELS = 64;
const DICTIONARY_FROM_POINTS = 256;

const block = new ScaledBlock();

function writeBlocks(
  out: ByteWriter,
  words: WordWriter,
  values: Float64Array,
  count: number,
  isThorough: boolean,
): void {
  for (let from = 0; from < count; from += BLOCK) {
    const size = Math.min(BLOCK, count - from);
    if (!block.scale(values, from, size)) {
      out.u8(FLOATS);
      writeFloats(out, words, values, from, size);
      continue;
    }
    const { exponent, exceptionCount, exceptions } = block;
    const exponentCode = exponent < 0 ? MAX_EXPONENT - exponent : exponent;
    const form = { exponentCode, hasExceptions: exceptionCount > 0 };
    writeResiduals(out, words, block.integers, size, isThorough, form);
    if (exceptionCount === 0) continue;
    out.u8(exceptionCount);
    for (let i = 0; i < exceptionCount; i++) {
      const index = exceptions[i] as number;
      out.u8(index);
      out.f64(values[from + index] as number);
    }
  }
}

function readBlocks(
  input: ByteReader,
  words: WordReader,
  target: Float64Array,
  offset: number,
  count: number,
  wanted: Wanted,
): void {
  for (let from = 0; from < count; from += BLOCK) {
    const size = Math.min(BLOCK, count - from);
    const at = offset + from;
    const form = input.u8();
    if (from + size <= wanted.from || from >= wanted.to) {
      skipBlock(input, words, size, form);
      continue;
    }
    unscale(target, at, size, readUnscaled(input, words, target, at, size, form));
  }
}

/**
 * Reads a block whose form was read; answers by which exponent its integers are still to be scaled. Those of a block
 * that holds something else, too, are scaled already.
 */
export function readUnscaled(
  input: ByteReader,
  words: WordReader,
  target: Float64Array,
  at: number,
  size: number,
  form: number,
): number {
  if (form >= FLOATS) {
    if (form !== FLOATS) throw new DamagedDataError(`unknown form of numbers ${form}`);
    readFloats(input, words, target, at, size);
    return UNSCALED;
  }
  const { exponentCode, hasExceptions } = readResiduals(input, words, target, at, size, form);
  if (!hasExceptions) return exponentCode;
  unscale(target, at, size, exponentCode);
  readExceptions(input, target, at, size);
  return UNSCALED;
}

/** Passes over a block whose form was read. */
export function skipBlock(input: ByteReader, words: WordReader, size: number, form: number): void {
  if (form === FLOATS) skipFloats(input, words, size);
  else if (form > FLOATS) throw new DamagedDataError(`unknown form of numbers ${form}`);
  else if (skipResiduals(input, words, size, form)) input.raw(input.u8() * EXCEPTION_BYTES);
}

/** The code of an exponent of 0. */
const UNSCALED = 0;

/** One integer of a block, scaled as `unscale` does it: what is greater stays greater. */
export function scaled(integer: number, code: number): number {
  if (code === UNSCALED) return integer;
  if (code > MAX_EXPONENT) return integer * (POWERS_OF_10[code - MAX_EXPONENT] as number);
  return integer / (POWERS_OF_10[code] as number);
}

function unscale(target: Float64Array, at: number, size: number, code: number): void {
  const end = at + size;
  if (code > MAX_EXPONENT) {
    const power = POWERS_OF_10[code - MAX_EXPONENT] as number;
    for (let i = at; i < end; i++) target[i] = (target[i] as number) * power;
  } else if (code > 0) {
    const power = POWERS_OF_10[code] as number;
    for (let i = at; i < end; i++) target[i] = (target[i] as number) / power;
  }
}

function readExceptions(input: ByteReader, target: Float64Array, at: number, size: number): void {
  const exceptionCount = input.u8();
  for (let i = 0; i < exceptionCount; i++) {
    const index = input.u8();
    if (index >= size) throw new DamagedDataError('an exception lies outside its block');
    target[at + index] = input.f64();
  }
}

const levels = new Float64Array(MOST_LEVELS);
const levelBits = new Uint32Array(levels.buffer);

/**
 * The different values of a signal with few levels (good until the next call) and the index of each point, or null when
 * there are too many. Values are told apart by their bits: 0 from -0, and one NaN from another.
 */
function findLevels(values: Float64Array, count: number): { levels: Float64Array; indexes: Float64Array } | null {
  const bits = new Uint32Array(values.buffer, values.byteOffset, count * 2);
  const indexes = new Float64Array(count);
  let found = 0;
  let index = -1;
  for (let i = 0; i < count; i++) {
    const low = bits[2 * i] as number;
    const high = bits[2 * i + 1] as number;
    if (index < 0 || levelBits[2 * index] !== low || levelBits[2 * index + 1] !== high) {
      index = 0;
      while (index < found && (levelBits[2 * index] !== low || levelBits[2 * index + 1] !== high)) index++;
      if (index === MOST_LEVELS) return null;
      if (index === found) {
        levelBits[2 * index] = low;
        levelBits[2 * index + 1] = high;
        found++;
      }
    }
    indexes[i] = index;
  }
  return { levels: levels.subarray(0, found), indexes };
}

/** Whether the first of some values have so few levels that they may be stored as indexes. */
export function hasFewLevels(values: Float64Array, count: number): boolean {
  return findLevels(values, Math.min(count, values.length)) !== null;
}

/**
 * Writes float64 values in blocks, each as decimal-scaled integers where that is exact, else as floats. Thorough
 * writing takes twice the time and, for signals with few levels or straight lines, half the bytes.
 */
export function writeNumbers(
  out: ByteWriter,
  words: WordWriter,
  values: Float64Array,
  count: number,
  isThorough: boolean,
): void {
  const bytesAt = out.length;
  const wordsAt = words.length;
  out.u8(BLOCKS);
  writeBlocks(out, words, values, count, isThorough);
  if (!isThorough || count < DICTIONARY_FROM_POINTS) return;
  const blockBytes = out.length - bytesAt + (words.length - wordsAt) * 4;
  // Not worth a search where a point takes a bit or two already.
  if (blockBytes * 4 < count) return;
  const found = findLevels(values, count);
  if (!found) return;
  const { levels, indexes } = found;
  const width = bitWidth(levels.length - 1);
  // A level takes up to eight bytes; half that is what levels of a sensor usually take.
  if ((count * width) / 8 + levels.length * 4 >= blockBytes) return;
  out.length = bytesAt;
  words.length = wordsAt;
  out.u8(DICTIONARY);
  out.u8(levels.length);
  writeBlocks(out, words, levels, levels.length, isThorough);
  words.pack(indexes, 0, 0, count, width);
}

/** Indexes of the first value that is wanted and of the one behind the last. */
export interface Wanted {
  from: number;
  to: number;
}

/**
 * Reads `count` values that `writeNumbers` wrote into `target` from `offset`; in the place of those that are not wanted
 * may stand anything.
 */
export function readNumbers(
  input: ByteReader,
  words: WordReader,
  target: Float64Array,
  offset: number,
  count: number,
  wanted: Wanted,
): void {
  const form = input.u8();
  if (form === BLOCKS) {
    readBlocks(input, words, target, offset, count, wanted);
    return;
  }
  if (form !== DICTIONARY) throw new DamagedDataError(`unknown form of numbers ${form}`);
  readDictionary(input, words, target, offset, count);
}

/** Reads `count` values behind the form byte of a dictionary. */
export function readDictionary(
  input: ByteReader,
  words: WordReader,
  target: Float64Array,
  offset: number,
  count: number,
): void {
  const size = input.u8();
  if (size === 0 || size > MOST_LEVELS) throw new DamagedDataError('a dictionary of numbers has a wrong size');
  const levels = new Float64Array(size);
  readBlocks(input, words, levels, 0, size, { from: 0, to: size });
  words.unpack(target, offset, count, bitWidth(size - 1), 0);
  for (let i = offset; i < offset + count; i++) {
    const index = target[i] as number;
    if (index >= size) throw new DamagedDataError('a number is not in its dictionary');
    target[i] = levels[index] as number;
  }
}
