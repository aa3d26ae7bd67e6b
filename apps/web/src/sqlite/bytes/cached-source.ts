import type { ByteSource, RangeReader } from './byte-source.ts';

export const BLOCK_BYTES = 65_536;
/** Blocks that are read ahead at most when a file is read from front to back: 4 MB. */
const MOST_AHEAD = 64;
/** Blocks that are kept: 64 MB. */
const MOST_KEPT = 1_024;
/** Places that are read from in turn, e.g. a table and the index that leads into it. */
const MOST_STREAMS = 16;

/**
 * A file that is read in blocks, of which the latest are kept. Who reads on where an earlier read ended gets twice as many blocks
 * as that one at once; a read elsewhere costs one block. So a look into a file of any size takes little, and reading all of it few requests.
 */
export class CachedSource implements ByteSource {
  readonly size: number;
  readonly #readRange: RangeReader;
  readonly #blocks = new Map<number, Uint8Array>();
  /** The block after a read, and how many that one took. */
  readonly #streams = new Map<number, number>();
  #readBytes = 0;

  /** Reads the first block. */
  constructor(readRange: RangeReader) {
    this.#readRange = readRange;
    const { bytes, size } = readRange(0, BLOCK_BYTES - 1);
    this.size = size;
    this.#readBytes = bytes.length;
    this.#blocks.set(0, bytes);
    this.#streams.set(1, 1);
  }

  /** What came over the line so far. */
  get readBytes(): number {
    return this.#readBytes;
  }

  read(offset: number, length: number): Uint8Array {
    const end = Math.min(offset + length, this.size);
    const first = Math.floor(offset / BLOCK_BYTES);
    const inFirst = offset - first * BLOCK_BYTES;
    if (end <= offset) return new Uint8Array(0);
    if (inFirst + (end - offset) <= BLOCK_BYTES) return this.#block(first).subarray(inFirst, inFirst + end - offset);
    const whole = new Uint8Array(end - offset);
    for (let at = offset; at < end; ) {
      const number = Math.floor(at / BLOCK_BYTES);
      const start = at - number * BLOCK_BYTES;
      const part = this.#block(number).subarray(start, Math.min(BLOCK_BYTES, start + end - at));
      whole.set(part, at - offset);
      at += part.length;
    }
    return whole;
  }

  #block(number: number): Uint8Array {
    const kept = this.#blocks.get(number);
    if (kept === undefined) return this.#fetch(number);
    // The latest stand last.
    this.#blocks.delete(number);
    this.#blocks.set(number, kept);
    return kept;
  }

  #fetch(number: number): Uint8Array {
    const before = this.#streams.get(number);
    this.#streams.delete(number);
    const wanted = before === undefined ? 1 : Math.min(before * 2, MOST_AHEAD);
    const last = Math.ceil(this.size / BLOCK_BYTES);
    let count = 1;
    while (count < wanted && number + count < last && !this.#blocks.has(number + count)) count++;
    const { bytes } = this.#readRange(number * BLOCK_BYTES, Math.min((number + count) * BLOCK_BYTES, this.size) - 1);
    this.#readBytes += bytes.length;
    for (let index = 0; index < count; index++) {
      this.#blocks.set(number + index, bytes.subarray(index * BLOCK_BYTES, (index + 1) * BLOCK_BYTES));
    }
    this.#streams.set(number + count, wanted);
    dropOldest(this.#streams, MOST_STREAMS);
    dropOldest(this.#blocks, MOST_KEPT);
    return bytes.subarray(0, BLOCK_BYTES);
  }
}

function dropOldest(map: Map<number, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
