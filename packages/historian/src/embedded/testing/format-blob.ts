/**
 * Reads a blob of points as docs/historian.md describes it, with what it takes to read bytes. Shares no code with the
 * engine, favours being short, and is not fast.
 */
import { zstdDecompressSync } from 'node:zlib';

export type Value = number | string;
/** Time to value and quality. */
export type Series = Map<number, [value: Value, quality: number]>;

export class Bytes {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  at = 0;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  get left(): number {
    return this.bytes.length - this.at;
  }
  u8 = (): number => this.view.getUint8(this.at++);
  u16 = (): number => this.#take(2, (at) => this.view.getUint16(at, true));
  u32 = (): number => this.#take(4, (at) => this.view.getUint32(at, true));
  f32 = (): number => this.#take(4, (at) => this.view.getFloat32(at, true));
  f64 = (): number => this.#take(8, (at) => this.view.getFloat64(at, true));
  raw = (count: number): Uint8Array => this.#take(count, (at) => this.bytes.subarray(at, at + count));
  #take<T>(count: number, read: (at: number) => T): T {
    this.at += count;
    return read(this.at - count);
  }
  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.u8();
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  }
  svarint(): number {
    const byte = this.u8();
    const magnitude = (byte & 63) + (byte & 128 ? this.varint() * 64 : 0);
    return byte & 64 ? -magnitude : magnitude;
  }
  text(): string {
    const head = this.varint();
    return Buffer.from(this.raw(Math.floor(head / 2))).toString(head % 2 === 0 ? 'utf8' : 'utf16le');
  }
  tagged(tag: number): Value {
    if (tag <= 8) return this.svarint() / 10 ** tag;
    return tag === 13 ? this.f32() : tag === 14 ? this.f64() : this.text();
  }
}

class Words {
  readonly #words: Uint32Array;
  #at = 0;
  constructor(words: Uint32Array) {
    this.#words = words;
  }
  /** Bit by bit, as a big integer: slow and plain. */
  take(count: number, width: number, base: number): number[] {
    if (width > 32) {
      const low = this.take(count, 32, 0);
      const high = this.take(count, width - 32, 0);
      return low.map((value, i) => base + value + (high[i] ?? 0) * 2 ** 32);
    }
    const used = Math.ceil((count * width) / 32);
    let bits = 0n;
    for (let i = used - 1; i >= 0; i--) bits = (bits << 32n) | BigInt(this.#words[this.#at + i] ?? 0);
    this.#at += used;
    const mask = (1n << BigInt(width)) - 1n;
    return Array.from({ length: count }, (_, i) => base + Number((bits >> BigInt(i * width)) & mask));
  }
}

const widthOf = (value: number): number => (value === 0 ? 0 : Math.floor(Math.log2(value)) + 1);
export const indexes = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
/** [from, size] of runs of 128. */
const blocksOf = (count: number): [number, number][] =>
  indexes(Math.ceil(count / 128)).map((i) => [i * 128, Math.min(128, count - i * 128)]);

function readTimes(input: Bytes, words: Words, count: number): number[] {
  const times = [input.f64()];
  const mode = input.u8();
  const add = (delta: number): number => times.push((times.at(-1) ?? 0) + delta);
  if (mode === 0) {
    const step = input.varint();
    for (let i = 1; i < count; i++) add(step);
  } else if (mode === 1) {
    const unit = input.varint();
    const floor = input.varint();
    for (const [, size] of blocksOf(count - 1)) {
      for (const delta of words.take(size, input.u8(), floor)) add(delta * unit);
    }
  } else {
    for (let i = 1; i < count; i++) add(input.varint());
  }
  return times;
}

function readQualities(input: Bytes, count: number): number[] {
  const qualities: number[] = [];
  while (qualities.length < count) {
    const quality = input.u8();
    const length = input.varint() || count - qualities.length;
    for (let i = 0; i < length; i++) qualities.push(quality);
  }
  return qualities;
}

function readStrings(input: Bytes, words: Words, count: number): (string | null)[] {
  const different = input.varint();
  const isCompressed = input.u8() === 1;
  const stored = input.raw(input.varint());
  const texts = new Bytes(isCompressed ? zstdDecompressSync(stored) : stored);
  const all: (string | null)[] = [null, ...indexes(different).map(() => texts.text())];
  return words.take(count, widthOf(different), 0).map((index) => all[index] ?? null);
}

function readFloats(input: Bytes, words: Words, size: number): number[] {
  const [highWidth, leastHigh, zeros, lowWidth] = [input.u8(), input.u32(), input.u8(), input.u8()];
  const high = words.take(size, highWidth, leastHigh);
  const low = words.take(size, lowWidth, 0);
  const view = new DataView(new ArrayBuffer(8));
  return high.map((upper, i) => {
    view.setUint32(4, upper, true);
    view.setUint32(0, (low[i] ?? 0) * 2 ** zeros, true);
    return view.getFloat64(0, true);
  });
}

function readPacked(input: Bytes, words: Words, kind: number, count: number, width: number, base: number): number[] {
  if (kind === 0) return words.take(count, width, base);
  if (kind === 1) {
    const flags = words.take(count, 1, 0);
    const some = words.take(flags.filter((flag) => flag === 1).length, width, base);
    return flags.map((flag) => (flag === 1 ? (some.shift() ?? 0) : 0));
  }
  const positions = indexes(input.u8()).map(() => input.u8());
  const highWidth = input.u8();
  const all = words.take(count, width, 0);
  for (const [i, high] of words.take(positions.length, highWidth, 0).entries()) {
    const position = positions[i] ?? 0;
    all[position] = (all[position] ?? 0) + high * 2 ** width;
  }
  return all.map((n) => (n % 2 === 0 ? n / 2 : -(n + 1) / 2));
}

function readBlock(input: Bytes, words: Words, size: number): number[] {
  const form = input.u8();
  if (form === 0xc0) return readFloats(input, words, size);
  const [exponent, order, kind] = [form & 15, (form >> 4) & 3, form >> 6];
  const second = input.u8();
  const base = kind === 2 ? 0 : input.svarint();
  const first = order > 0 ? input.svarint() : 0;
  const firstStep = order > 1 ? input.svarint() : 0;
  let integers = readPacked(input, words, kind, size - order, second & 127, base);
  const starts = order === 2 ? [firstStep, first] : order === 1 ? [first] : [];
  for (const start of starts) {
    let sum = start;
    const sums = integers.map((difference) => {
      sum += difference;
      return sum;
    });
    integers = [start, ...sums];
  }
  const values = integers.map((n) => (exponent > 12 ? n * 10 ** (exponent - 12) : n / 10 ** exponent));
  const exceptions = second & 128 ? input.u8() : 0;
  for (let i = 0; i < exceptions; i++) values[input.u8()] = input.f64();
  return values;
}

function readNumbers(input: Bytes, words: Words, count: number): number[] {
  if (input.u8() === 0) return blocksOf(count).flatMap(([, size]) => readBlock(input, words, size));
  const size = input.u8();
  const levels = blocksOf(size).flatMap(([, part]) => readBlock(input, words, part));
  return words.take(count, widthOf(size - 1), 0).map((index) => levels[index] ?? Number.NaN);
}

/** Adds the points of a blob. */
export function readBlob(blob: Uint8Array, into: Series): void {
  const input = new Bytes(blob);
  const form = input.u8();
  input.u8();
  const count = input.u16();
  const packed = blob.slice(blob.length - input.u32() * 4);
  const words = new Words(new Uint32Array(packed.buffer));
  const times = readTimes(input, words, count);
  const qualities = readQualities(input, count);
  const strings = form === 2 ? readStrings(input, words, count) : [];
  const numbers = readNumbers(input, words, count);
  for (const [i, time] of times.entries()) into.set(time, [strings[i] ?? numbers[i] ?? 0, qualities[i] ?? 0]);
}
