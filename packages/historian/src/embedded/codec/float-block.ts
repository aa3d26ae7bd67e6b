import { bitWidth, type WordReader, type WordWriter } from './bit-pack.ts';
import { type ByteReader, type ByteWriter, DamagedDataError } from './bytes.ts';
import { BLOCK } from './times-codec.ts';

const floats = new Float64Array(BLOCK);
const floatWords = new Uint32Array(floats.buffer);
const halves = new Float64Array(BLOCK);

/** The exact form for anything: high and low halves of the float64, each packed to the bits that vary. */
export function writeFloats(
  out: ByteWriter,
  words: WordWriter,
  values: Float64Array,
  from: number,
  size: number,
): void {
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
  out.u8(highWidth);
  out.u32(minHigh);
  out.u8(zeros);
  out.u8(lowWidth);
  words.pack(halves, 0, minHigh, size, highWidth);
  for (let i = 0; i < size; i++) halves[i] = (floatWords[2 * i] as number) >>> zeros;
  words.pack(halves, 0, 0, size, lowWidth);
}

/** Passes over a block of floats. */
export function skipFloats(input: ByteReader, words: WordReader, size: number): void {
  const highWidth = input.u8();
  input.raw(5);
  const lowWidth = input.u8();
  if (highWidth > 32 || lowWidth > 32) throw new DamagedDataError('unknown form of numbers');
  words.skip(size, highWidth);
  words.skip(size, lowWidth);
}

export function readFloats(
  input: ByteReader,
  words: WordReader,
  values: Float64Array,
  offset: number,
  size: number,
): void {
  const highWidth = input.u8();
  const minHigh = input.u32();
  const zeros = input.u8();
  const lowWidth = input.u8();
  if (highWidth > 32 || lowWidth > 32 || zeros > 31) throw new DamagedDataError('unknown form of numbers');
  words.unpack(halves, 0, size, highWidth, minHigh);
  for (let i = 0; i < size; i++) floatWords[2 * i + 1] = halves[i] as number;
  words.unpack(halves, 0, size, lowWidth, 0);
  for (let i = 0; i < size; i++) floatWords[2 * i] = (halves[i] as number) << zeros;
  for (let i = 0; i < size; i++) values[offset + i] = floats[i] as number;
}
