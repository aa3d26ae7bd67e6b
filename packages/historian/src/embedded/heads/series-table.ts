import type { SeriesKey } from '../../port.ts';

const EMPTY = -1;

/** Gives every series a small dense number; an open-addressed table, because a Map is slow on keys above 2^31. */
export class SeriesTable {
  #keys = new Float64Array(1024);
  #slots = new Int32Array(4096).fill(EMPTY);
  /** The series that was looked for after this one the last time: messages of a device look alike. */
  #next = new Int32Array(1024);
  #previous = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  keyOf(index: number): SeriesKey {
    return this.#keys[index] as number;
  }

  /** As `find`, and fastest when series are asked for in the same order again and again. */
  findNext(key: SeriesKey): number {
    const guess = this.#next[this.#previous] as number;
    if (this.#keys[guess] === key && guess < this.#size) {
      this.#previous = guess;
      return guess;
    }
    const index = this.find(key);
    if (index < 0) return index;
    this.#next[this.#previous] = index;
    this.#previous = index;
    return index;
  }

  /** Number of the series, or -1 when it was never added. */
  find(key: SeriesKey): number {
    const mask = this.#slots.length - 1;
    let slot = hash(key) & mask;
    for (;;) {
      const index = this.#slots[slot] as number;
      if (index === EMPTY || this.#keys[index] === key) return index;
      slot = (slot + 1) & mask;
    }
  }

  /** Number of the series; a new one when it was never added. */
  add(key: SeriesKey): number {
    const known = this.find(key);
    if (known !== EMPTY) return known;
    if (this.#size === this.#keys.length) this.#grow();
    const index = this.#size++;
    this.#keys[index] = key;
    this.#place(index);
    return index;
  }

  #place(index: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash(this.#keys[index] as number) & mask;
    while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & mask;
    this.#slots[slot] = index;
  }

  #grow(): void {
    const keys = new Float64Array(this.#keys.length * 2);
    keys.set(this.#keys);
    this.#keys = keys;
    const next = new Int32Array(keys.length);
    next.set(this.#next);
    this.#next = next;
    this.#slots = new Int32Array(this.#slots.length * 2).fill(EMPTY);
    for (let index = 0; index < this.#size; index++) this.#place(index);
  }
}

function hash(key: SeriesKey): number {
  const low = key | 0;
  const high = (key / 4294967296) | 0;
  const mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
