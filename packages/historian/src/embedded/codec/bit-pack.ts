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

/** Reads bit-packed values back in the order in which they were packed. */
export class WordReader {
  readonly #words: Uint32Array;
  #at = 0;

  constructor(words: Uint32Array) {
    this.#words = words;
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

  #unpackNarrow(target: Float64Array, offset: number, count: number, width: number, base: number): void {
    const words = this.#words;
    const mask = width === 32 ? 0xffffffff : (1 << width) - 1;
    const first = this.#at;
    const wordCount = Math.ceil((count * width) / 32);
    this.#at = first + wordCount;
    // Values of which some bits may be in the word behind: all but those of the last word.
    const safe = Math.min(count, Math.floor(((wordCount - 1) * 32) / width));
    let bit = 0;
    let i = offset;
    for (const end = offset + safe; i < end; i++) {
      const word = first + (bit >>> 5);
      const used = bit & 31;
      // Two shifts instead of one by 32, which would be one by 0.
      const value = ((words[word] as number) >>> used) | (((words[word + 1] as number) << 1) << (31 - used));
      target[i] = base + ((value & mask) >>> 0);
      bit += width;
    }
    for (const end = offset + count; i < end; i++) {
      const word = first + (bit >>> 5);
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
