import { DamagedDataError } from './bytes.ts';

/** How many bits an unsigned integer below 2^53 needs. */
export function bitWidth(value: number): number {
  if (value < 4294967296) return 32 - Math.clz32(value);
  return 64 - Math.clz32(Math.floor(value / 4294967296));
}

/** Words of 32 bits that `count` values of `width` bits take. */
export function wordsFor(count: number, width: number): number {
  if (width <= 32) return Math.ceil((count * width) / 32);
  return count + Math.ceil((count * (width - 32)) / 32);
}

/** Words that grow, for the bit-packed part of a blob. */
export class WordWriter {
  #words: Uint32Array<ArrayBuffer>;
  length = 0;

  constructor(capacity = 1024) {
    this.#words = new Uint32Array(capacity);
  }

  reset(): void {
    this.length = 0;
  }

  view(): Uint32Array<ArrayBuffer> {
    return this.#words.subarray(0, this.length);
  }

  /** Packs `values[i] - base` (each below 2^width, width up to 52) for `count` values from index `from` on. */
  pack(values: Float64Array, from: number, base: number, count: number, width: number): void {
    if (width === 0) return;
    if (width <= 32) {
      this.#packNarrow(values, from, base, count, width, 1);
      return;
    }
    this.#packNarrow(values, from, base, count, 32, 1);
    this.#packNarrow(values, from, base, count, width - 32, 4294967296);
  }

  /** Packs `floor((values[i] - base) / divisor)` modulo 2^32. */
  #packNarrow(values: Float64Array, from: number, base: number, count: number, width: number, divisor: number): void {
    const needed = this.length + Math.ceil((count * width) / 32);
    if (needed > this.#words.length) {
      const grown = new Uint32Array(Math.max(needed, this.#words.length * 2));
      grown.set(this.#words);
      this.#words = grown;
    }
    const words = this.#words;
    let word = this.length;
    let accumulated = 0;
    let used = 0;
    const end = from + count;
    for (let i = from; i < end; i++) {
      const difference = (values[i] as number) - base;
      // Never shift by 32: in JavaScript that is a shift by 0. Here `used` and `32 - taken` stay below 32.
      const value = (divisor === 1 ? difference : Math.floor(difference / divisor)) >>> 0;
      accumulated |= value << used;
      used += width;
      if (used >= 32) {
        words[word++] = accumulated;
        used -= 32;
        const taken = width - used;
        accumulated = used === 0 ? 0 : value >>> taken;
      }
    }
    if (used > 0) words[word++] = accumulated;
    this.length = word;
  }
}

/** The first of the least and of the greatest of some integers. */
export interface Extremes {
  min: number;
  minIndex: number;
  max: number;
  maxIndex: number;
}

/** So wide a value lies within the four bytes from the one on in which it begins. */
const WITHIN_FOUR_BYTES = 25;

/** Reads bit-packed values back in the order in which they were packed. */
export class WordReader {
  readonly #words: Uint32Array;
  readonly #bytes: DataView;
  #at = 0;

  constructor(words: Uint32Array) {
    this.#words = words;
    this.#bytes = new DataView(words.buffer, words.byteOffset, words.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#words.length;
  }

  /** Unpacks `count` values of `width` bits (up to 52), adds `base`, into `target` from `offset`. */
  unpack(target: Float64Array, offset: number, count: number, width: number, base: number): void {
    if (this.#at + wordsFor(count, width) > this.#words.length) {
      throw new DamagedDataError('the packed values end too early');
    }
    if (width === 0) {
      target.fill(base, offset, offset + count);
    } else if (width <= 32) {
      this.#unpackNarrow(target, offset, count, width, base);
    } else {
      this.#unpackNarrow(target, offset, count, 32, base);
      this.#addHighBits(target, offset, count, width - 32);
    }
  }

  /** Passes over `count` values of `width` bits. */
  skip(count: number, width: number): void {
    const words = wordsFor(count, width);
    if (this.#at + words > this.#words.length) throw new DamagedDataError('the packed values end too early');
    this.#at += words;
  }

  /** How many of the next `count` values of one bit are 1; they are still to be read. */
  countOnes(count: number): number {
    let ones = 0;
    for (let i = this.#at; i < this.#at + wordsFor(count, 1); i++) {
      for (let word = this.#words[i] ?? 0; word !== 0; word &= word - 1) ones++;
    }
    return ones;
  }

  /** Whether the next values can be looked through where they lie: see `findExtremes`. */
  mayFindExtremes(count: number, width: number): boolean {
    const from = this.#at * 32;
    return width > 0 && width <= WITHIN_FOUR_BYTES && from + (count - 1) * width <= this.#words.length * 32 - 32;
  }

  /** The least and the greatest of `count` values of `width` bits, with `base` added. */
  findExtremes(count: number, width: number, base: number, found: Extremes): void {
    const bytes = this.#bytes;
    const mask = (1 << width) - 1;
    let bit = this.#at * 32;
    this.#at += Math.ceil((count * width) / 32);
    let min = (bytes.getUint32(bit >>> 3, true) >>> (bit & 7)) & mask;
    let max = min;
    let minIndex = 0;
    let maxIndex = 0;
    for (let i = 1; i < count; i++) {
      bit += width;
      const value = (bytes.getUint32(bit >>> 3, true) >>> (bit & 7)) & mask;
      if (value < min) {
        min = value;
        minIndex = i;
      } else if (value > max) {
        max = value;
        maxIndex = i;
      }
    }
    found.min = base + min;
    found.minIndex = minIndex;
    found.max = base + max;
    found.maxIndex = maxIndex;
  }

  /** The same of `first` and the sums that follow it, each by a value and `base` more: all of them are below 2^31. */
  findExtremesOfSums(count: number, width: number, base: number, first: number, found: Extremes): void {
    const bytes = this.#bytes;
    const mask = (1 << width) - 1;
    let bit = this.#at * 32;
    this.#at += Math.ceil((count * width) / 32);
    let sum = first | 0;
    let min = sum;
    let max = sum;
    let minIndex = 0;
    let maxIndex = 0;
    for (let i = 1; i <= count; i++) {
      sum = (sum + base + ((bytes.getUint32(bit >>> 3, true) >>> (bit & 7)) & mask)) | 0;
      bit += width;
      if (sum < min) {
        min = sum;
        minIndex = i;
      } else if (sum > max) {
        max = sum;
        maxIndex = i;
      }
    }
    found.min = min;
    found.minIndex = minIndex;
    found.max = max;
    found.maxIndex = maxIndex;
  }

  #unpackNarrow(target: Float64Array, offset: number, count: number, width: number, base: number): void {
    const bytes = this.#bytes;
    const mask = width === 32 ? 0xffffffff : (1 << width) - 1;
    const first = this.#at;
    this.#at = first + Math.ceil((count * width) / 32);
    let bit = first * 32;
    let i = offset;
    if (width <= WITHIN_FOUR_BYTES) {
      // All but the very last have four bytes from the one on in which they begin.
      const safe = Math.min(count, Math.floor((this.#words.length * 32 - 32 - bit) / width) + 1);
      for (const end = offset + safe; i < end; i++) {
        target[i] = base + ((bytes.getUint32(bit >>> 3, true) >>> (bit & 7)) & mask);
        bit += width;
      }
    }
    const words = this.#words;
    for (const end = offset + count; i < end; i++) {
      const word = bit >>> 5;
      const used = bit & 31;
      let value = (words[word] as number) >>> used;
      if (used + width > 32) value |= (words[word + 1] as number) << (32 - used);
      target[i] = base + ((value & mask) >>> 0);
      bit += width;
    }
  }

  #addHighBits(target: Float64Array, offset: number, count: number, width: number): void {
    const high = new Float64Array(count);
    this.#unpackNarrow(high, 0, count, width, 0);
    for (let i = 0; i < count; i++)
      target[offset + i] = (target[offset + i] as number) + (high[i] as number) * 4294967296;
  }
}
