import type { ByteSource, RangeReader } from './byte-source.ts';

/** What a look at one place costs: a page of most databases has 4 kB. */
export const BLOCK_BYTES = 16_384;
/** Blocks that are read ahead at most when a file is read from front to back: 4 MB. */
const MOST_AHEAD = 256;
/** Blocks that are kept: 64 MB. */
const MOST_KEPT = 4_096;
/** Places that are read from in turn, e.g. a table and the index that leads into it. */
const MOST_STREAMS = 16;

/**
 * A file that is read in blocks, of which the latest are kept. Who reads on where an earlier read ended, or backwards from where one began, gets twice
 * as many blocks as that one at once; a read elsewhere costs what it needs. So a look into a file of any size takes little, and reading all of it few requests.
 */
export class CachedSource implements ByteSource {
  readonly size: number;
  readonly #readRange: RangeReader;
  readonly #blocks = new Map<number, Uint8Array>();
  /** The block after a read, and how many that one took. */
  readonly #onwards = new Map<number, number>();
  /** The block before it. */
  readonly #backwards = new Map<number, number>();
  #readBytes = 0;

  /** Reads the first block. */
  constructor(readRange: RangeReader) {
    this.#readRange = readRange;
    const { bytes, size } = readRange(0, BLOCK_BYTES - 1);
    this.size = size;
    this.#readBytes = bytes.length;
    this.#blocks.set(0, bytes);
    this.#onwards.set(1, 1);
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
    if (inFirst + (end - offset) <= BLOCK_BYTES) return this.#block(first, 1).subarray(inFirst, inFirst + end - offset);
    const whole = new Uint8Array(end - offset);
    for (let at = offset; at < end; ) {
      const number = Math.floor(at / BLOCK_BYTES);
      const start = at - number * BLOCK_BYTES;
      const needed = Math.ceil(end / BLOCK_BYTES) - number;
      const part = this.#block(number, needed).subarray(start, Math.min(BLOCK_BYTES, start + end - at));
      whole.set(part, at - offset);
      at += part.length;
    }
    return whole;
  }

  /** @param needed how many from it on are asked for */
  #block(number: number, needed: number): Uint8Array {
    const kept = this.#blocks.get(number);
    if (kept === undefined) return this.#fetch(number, needed);
    // The latest stand last.
    this.#blocks.delete(number);
    this.#blocks.set(number, kept);
    return kept;
  }

  #fetch(number: number, needed: number): Uint8Array {
    const [ahead, behind] = [taken(this.#onwards, number), taken(this.#backwards, number + needed - 1)];
    const wanted = Math.max(needed, Math.min(2 * Math.max(ahead, behind), MOST_AHEAD));
    const isBackwards = behind > ahead;
    const [first, last] = isBackwards
      ? [this.#reach(number, number + needed - wanted, -1), number + needed - 1]
      : [number, this.#reach(number, number + wanted - 1, 1)];
    const { bytes } = this.#readRange(first * BLOCK_BYTES, Math.min((last + 1) * BLOCK_BYTES, this.size) - 1);
    this.#readBytes += bytes.length;
    for (let block = first; block <= last; block++) {
      this.#blocks.set(block, bytes.subarray((block - first) * BLOCK_BYTES, (block - first + 1) * BLOCK_BYTES));
    }
    if (!isBackwards) this.#onwards.set(last + 1, wanted);
    if (isBackwards || ahead === 0) this.#backwards.set(first - 1, wanted);
    dropOldest(this.#onwards, MOST_STREAMS);
    dropOldest(this.#backwards, MOST_STREAMS);
    dropOldest(this.#blocks, MOST_KEPT);
    return bytes.subarray((number - first) * BLOCK_BYTES, (number - first + 1) * BLOCK_BYTES);
  }

  /** How far one may go from a block towards another, within the file and without reading anew what is kept. */
  #reach(from: number, to: number, step: 1 | -1): number {
    const end = Math.ceil(this.size / BLOCK_BYTES);
    let at = from;
    while (at !== to && at + step >= 0 && at + step < end && !this.#blocks.has(at + step)) at += step;
    return at;
  }
}

/** How many blocks the read took that ended there; 0 where none did. */
function taken(streams: Map<number, number>, at: number): number {
  const before = streams.get(at) ?? 0;
  streams.delete(at);
  return before;
}

function dropOldest(map: Map<number, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
