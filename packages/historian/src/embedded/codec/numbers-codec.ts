import { type ByteReader, type ByteWriter, DamagedDataError } from '../bytes.ts';
import { bitWidth, type WordReader, type WordWriter } from './bit-pack.ts';
import { DECIMAL_LIMIT, MAX_EXPONENT, POWERS_OF_10, toDecimal } from './decimal.ts';
import { BLOCK } from './times-codec.ts';

// One byte per block says its form: the low four bits are the decimal exponent.
const DELTA = 0x10;
const EXCEPTIONS = 0x20;
const FLOATS = 0x80;

const MAX_EXCEPTIONS = 12;

const scaled = new Float64Array(BLOCK);
const differences = new Float64Array(BLOCK);
const exceptions = new Uint8Array(MAX_EXCEPTIONS + 1);
const floats = new Float64Array(BLOCK);
const floatWords = new Uint32Array(floats.buffer);
const halves = new Float64Array(BLOCK);

/**
 * Finds the smallest exponent with which all values of the block but a few are decimals, and fills `scaled` with the
 * integers. Answers -1 when there is none.
 */
function scaleBlock(values: Float64Array, from: number, size: number): { exponent: number; exceptionCount: number } {
  let exponent = 0;
  let misses = 0;
  let power = 1;
  for (let i = 0; i < size; i++) {
    const value = values[from + i] as number;
    const near = value * power + 6755399441055744 - 6755399441055744;
    if (near / power === value && near !== 0) continue;
    let next = exponent;
    while (next <= MAX_EXPONENT && Number.isNaN(toDecimal(value, next))) next++;
    if (next <= MAX_EXPONENT) {
      exponent = next;
      power = POWERS_OF_10[exponent] as number;
    } else if (++misses > MAX_EXCEPTIONS) {
      return { exponent: -1, exceptionCount: 0 };
    }
  }
  let exceptionCount = 0;
  let previous = Number.NaN;
  for (let i = 0; i < size; i++) {
    const decimal = toDecimal(values[from + i] as number, exponent);
    if (Number.isNaN(decimal)) {
      if (exceptionCount === MAX_EXCEPTIONS) return { exponent: -1, exceptionCount: 0 };
      exceptions[exceptionCount++] = i;
      scaled[i] = previous;
    } else {
      if (Number.isNaN(previous)) scaled.fill(decimal, 0, i);
      scaled[i] = decimal;
      previous = decimal;
    }
  }
  // A block of exceptions only has nothing to pack.
  if (Number.isNaN(previous)) scaled.fill(0, 0, size);
  return { exponent, exceptionCount };
}

function writeDecimals(
  out: ByteWriter,
  words: WordWriter,
  values: Float64Array,
  from: number,
  size: number,
  exponent: number,
  exceptionCount: number,
): void {
  let min = scaled[0] as number;
  let max = min;
  let minStep = Number.POSITIVE_INFINITY;
  let maxStep = Number.NEGATIVE_INFINITY;
  let previous = min;
  for (let i = 1; i < size; i++) {
    const value = scaled[i] as number;
    if (value < min) min = value;
    if (value > max) max = value;
    const step = value - previous;
    differences[i] = step;
    if (step < minStep) minStep = step;
    if (step > maxStep) maxStep = step;
    previous = value;
  }
  const width = bitWidth(max - min);
  const stepWidth = size > 1 ? bitWidth(maxStep - minStep) : width;
  const asSteps = stepWidth < width;
  out.u8(exponent | (asSteps ? DELTA : 0) | (exceptionCount > 0 ? EXCEPTIONS : 0));
  if (asSteps) {
    out.u8(stepWidth);
    out.signedVarint(scaled[0] as number);
    out.signedVarint(minStep);
    differences[0] = minStep;
    words.pack(differences, minStep, size, stepWidth);
  } else {
    out.u8(width);
    out.signedVarint(min);
    words.pack(scaled, min, size, width);
  }
  if (exceptionCount > 0) {
    out.u8(exceptionCount);
    for (let i = 0; i < exceptionCount; i++) {
      const index = exceptions[i] as number;
      out.u8(index);
      out.f64(values[from + index] as number);
    }
  }
}

/** The exact form for anything: high and low halves of the float64, each packed to the bits that vary. */
function writeFloats(out: ByteWriter, words: WordWriter, values: Float64Array, from: number, size: number): void {
  for (let i = 0; i < size; i++) floats[i] = values[from + i] as number;
  let minHigh = 0xffffffff;
  let maxHigh = 0;
  let lowBits = 0;
  for (let i = 0; i < size; i++) {
    const high = floatWords[2 * i + 1] as number;
    if (high < minHigh) minHigh = high;
    if (high > maxHigh) maxHigh = high;
    halves[i] = high;
    lowBits |= floatWords[2 * i] as number;
  }
  const highWidth = bitWidth(maxHigh - minHigh);
  // Numbers that were float32 once have 29 low bits that are zero.
  const zeros = lowBits === 0 ? 0 : 31 - Math.clz32(lowBits & -lowBits);
  const lowWidth = bitWidth((lowBits >>> zeros) >>> 0);
  out.u8(FLOATS);
  out.u8(highWidth);
  out.u32(minHigh);
  out.u8(zeros);
  out.u8(lowWidth);
  words.pack(halves, minHigh, size, highWidth);
  for (let i = 0; i < size; i++) halves[i] = (floatWords[2 * i] as number) >>> zeros;
  words.pack(halves, 0, size, lowWidth);
}

/** Writes float64 values in blocks, each as decimal-scaled integers where that is exact, else as floats. */
export function writeNumbers(out: ByteWriter, words: WordWriter, values: Float64Array, count: number): void {
  for (let from = 0; from < count; from += BLOCK) {
    const size = Math.min(BLOCK, count - from);
    const { exponent, exceptionCount } = scaleBlock(values, from, size);
    if (exponent < 0) writeFloats(out, words, values, from, size);
    else writeDecimals(out, words, values, from, size, exponent, exceptionCount);
  }
}

function readDecimals(
  input: ByteReader,
  words: WordReader,
  values: Float64Array,
  from: number,
  size: number,
  form: number,
): void {
  const exponent = form & 15;
  const width = input.u8();
  if (exponent > MAX_EXPONENT || width > 52) throw new DamagedDataError('unknown form of numbers');
  const power = POWERS_OF_10[exponent] as number;
  const base = input.signedVarint();
  const end = from + size;
  if (form & DELTA) {
    const minStep = input.signedVarint();
    words.unpack(values, from, size, width, minStep);
    let value = base;
    values[from] = value / power;
    for (let i = from + 1; i < end; i++) {
      value += values[i] as number;
      values[i] = value / power;
    }
  } else {
    words.unpack(values, from, size, width, base);
    if (power !== 1) for (let i = from; i < end; i++) values[i] = (values[i] as number) / power;
  }
  if (Math.abs(base) > DECIMAL_LIMIT) throw new DamagedDataError('a stored number is out of range');
  if (!(form & EXCEPTIONS)) return;
  const exceptionCount = input.u8();
  for (let i = 0; i < exceptionCount; i++) {
    const index = input.u8();
    if (index >= size) throw new DamagedDataError('an exception lies outside its block');
    values[from + index] = input.f64();
  }
}

function readFloats(input: ByteReader, words: WordReader, values: Float64Array, from: number, size: number): void {
  const highWidth = input.u8();
  const minHigh = input.u32();
  const zeros = input.u8();
  const lowWidth = input.u8();
  if (highWidth > 32 || lowWidth > 32 || zeros > 31) throw new DamagedDataError('unknown form of numbers');
  words.unpack(halves, 0, size, highWidth, minHigh);
  for (let i = 0; i < size; i++) floatWords[2 * i + 1] = halves[i] as number;
  words.unpack(halves, 0, size, lowWidth, 0);
  for (let i = 0; i < size; i++) floatWords[2 * i] = (halves[i] as number) << zeros;
  values.set(floats.subarray(0, size), from);
}

/** Reads `count` values that `writeNumbers` wrote. */
export function readNumbers(input: ByteReader, words: WordReader, count: number): Float64Array {
  const values = new Float64Array(count);
  for (let from = 0; from < count; from += BLOCK) {
    const size = Math.min(BLOCK, count - from);
    const form = input.u8();
    if (form === FLOATS) readFloats(input, words, values, from, size);
    else if (form < 0x40) readDecimals(input, words, values, from, size, form);
    else throw new DamagedDataError(`unknown form of numbers ${form}`);
  }
  return values;
}
