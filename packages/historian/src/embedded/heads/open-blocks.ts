import type { PointValue } from '../../port.ts';
import { BLOCK } from '../codec/times-codec.ts';
import { lowerBound, type Points } from '../points/points.ts';
import { grown } from './grown.ts';

/** Arrays that hold the open points of many series. */
export interface BlockPage {
  timesMs: Float64Array;
  values: Float64Array;
  qualities: Uint8Array;
}

/** Points of a page; a power of two, so that a place is a page and an offset in one number. */
const PAGE_POINTS = 8192;
export const PAGE_SHIFT = 13;
export const PAGE_MASK = PAGE_POINTS - 1;

/** A block begins in a slot of the first size and moves on to the next when it is full. */
const SLOT_POINTS = [4, 16, BLOCK];
const LARGEST = SLOT_POINTS.length - 1;
const NO_SLOT = 255;

/** Characters of strings after which a block is full. */
export const MOST_OPEN_TEXT = 32_768;

/**
 * The open block of each series: its newest points, not encoded yet, in order of time. All blocks share a few pages,
 * because a typed array of its own would cost a series more than its points.
 */
export class OpenBlocks {
  /** For each series the place behind its last point; and the place up to which numbers may simply be appended. */
  cursors = new Int32Array(1024);
  limits = new Int32Array(1024);
  readonly pages: BlockPage[] = [];
  #starts = new Int32Array(1024);
  #sizes = new Uint8Array(1024).fill(NO_SLOT);
  readonly #free: number[][] = SLOT_POINTS.map(() => []);
  readonly #texts = new Map<number, (string | null)[]>();
  readonly #textLengths = new Map<number, number>();

  /** Makes room for so many series. */
  grow(size: number): void {
    const known = this.#sizes.length;
    this.cursors = grown(new Int32Array(size), this.cursors);
    this.limits = grown(new Int32Array(size), this.limits);
    this.#starts = grown(new Int32Array(size), this.#starts);
    this.#sizes = grown(new Uint8Array(size), this.#sizes).fill(NO_SLOT, known);
  }

  count(index: number): number {
    return (this.cursors[index] as number) - (this.#starts[index] as number);
  }

  isFull(index: number): boolean {
    return this.count(index) === BLOCK || (this.#textLengths.get(index) ?? 0) > MOST_OPEN_TEXT;
  }

  /** Time of the first point; there must be one. */
  startOf(index: number): number {
    const start = this.#starts[index] as number;
    return this.#page(start).timesMs[start & PAGE_MASK] as number;
  }

  /** Time, value and quality of the last point, or null. */
  lastOf(index: number): { timeMs: number; value: PointValue; quality: number } | null {
    const count = this.count(index);
    if (count === 0) return null;
    const place = (this.cursors[index] as number) - 1;
    const page = this.#page(place);
    const at = place & PAGE_MASK;
    return {
      timeMs: page.timesMs[at] as number,
      value: this.#texts.get(index)?.[count - 1] ?? (page.values[at] as number),
      quality: page.qualities[at] as number,
    };
  }

  /** The points, sharing the page's memory, or null. */
  pointsOf(index: number): Points | null {
    const count = this.count(index);
    if (count === 0) return null;
    const start = this.#starts[index] as number;
    const page = this.#page(start);
    const from = start & PAGE_MASK;
    return {
      timesMs: page.timesMs.subarray(from, from + count),
      values: page.values.subarray(from, from + count),
      qualities: page.qualities.subarray(from, from + count),
      texts: this.#texts.get(index) ?? null,
    };
  }

  /** Appends a point that is newer than all in the block. */
  push(index: number, timeMs: number, value: PointValue, quality: number): void {
    this.#makeRoom(index);
    const place = this.cursors[index] as number;
    this.#set(place, timeMs, value, quality);
    this.cursors[index] = place + 1;
    this.#putText(index, this.count(index) - 1, value, false);
    this.#setLimit(index);
  }

  /** Puts a point where its time belongs, not before the first; answers false when it replaced one of the same time. */
  insert(index: number, timeMs: number, value: PointValue, quality: number): boolean {
    this.#makeRoom(index);
    const count = this.count(index);
    const start = this.#starts[index] as number;
    const page = this.#page(start);
    const from = start & PAGE_MASK;
    const position = lowerBound(page.timesMs, timeMs, from, from + count) - from;
    const at = from + position;
    const isNew = position === count || page.timesMs[at] !== timeMs;
    if (isNew) {
      page.timesMs.copyWithin(at + 1, at, from + count);
      page.values.copyWithin(at + 1, at, from + count);
      page.qualities.copyWithin(at + 1, at, from + count);
      this.cursors[index] = start + count + 1;
    }
    this.#set(start + position, timeMs, value, quality);
    this.#putText(index, position, value, !isNew);
    this.#setLimit(index);
    return isNew;
  }

  /** Empties the block. A series that fills whole blocks keeps its slot, unless it is to give it up. */
  clear(index: number, isKept: boolean): void {
    const size = this.#sizes[index] as number;
    if (size !== NO_SLOT && !(isKept && size === LARGEST)) {
      this.#free[size]?.push(this.#starts[index] as number);
      this.#sizes[index] = NO_SLOT;
      this.#starts[index] = 0;
    }
    this.cursors[index] = this.#starts[index] as number;
    this.limits[index] = 0;
    this.#texts.delete(index);
    this.#textLengths.delete(index);
  }

  #page(place: number): BlockPage {
    return this.pages[place >>> PAGE_SHIFT] as BlockPage;
  }

  #set(place: number, timeMs: number, value: PointValue, quality: number): void {
    const page = this.#page(place);
    const at = place & PAGE_MASK;
    page.timesMs[at] = timeMs;
    page.values[at] = typeof value === 'number' ? value : 0;
    page.qualities[at] = quality;
  }

  /** The last point of a slot, and strings, take the long way. */
  #setLimit(index: number): void {
    const end = (this.#starts[index] as number) + (SLOT_POINTS[this.#sizes[index] as number] as number);
    this.limits[index] = this.#texts.size > 0 && this.#texts.has(index) ? 0 : end;
  }

  #makeRoom(index: number): void {
    const size = this.#sizes[index] as number;
    const count = this.count(index);
    if (size !== NO_SLOT && count < (SLOT_POINTS[size] as number)) return;
    const next = size === NO_SLOT ? 0 : size + 1;
    const start = this.#takeSlot(next);
    if (size !== NO_SLOT) {
      const old = this.#starts[index] as number;
      const from = this.#page(old);
      const to = this.#page(start);
      const first = old & PAGE_MASK;
      to.timesMs.set(from.timesMs.subarray(first, first + count), start & PAGE_MASK);
      to.values.set(from.values.subarray(first, first + count), start & PAGE_MASK);
      to.qualities.set(from.qualities.subarray(first, first + count), start & PAGE_MASK);
      this.#free[size]?.push(old);
    }
    this.#sizes[index] = next;
    this.#starts[index] = start;
    this.cursors[index] = start + count;
  }

  #takeSlot(size: number): number {
    const free = this.#free[size] as number[];
    const slot = free.pop();
    if (slot !== undefined) return slot;
    const first = this.pages.length << PAGE_SHIFT;
    this.pages.push({
      timesMs: new Float64Array(PAGE_POINTS),
      values: new Float64Array(PAGE_POINTS),
      qualities: new Uint8Array(PAGE_POINTS),
    });
    const points = SLOT_POINTS[size] as number;
    for (let at = PAGE_POINTS - points; at > 0; at -= points) free.push(first + at);
    return first;
  }

  #putText(index: number, position: number, value: PointValue, isReplaced: boolean): void {
    let texts = this.#texts.size > 0 ? this.#texts.get(index) : undefined;
    if (!texts) {
      if (typeof value === 'number') return;
      texts = new Array<string | null>(isReplaced ? this.count(index) : this.count(index) - 1).fill(null);
      this.#texts.set(index, texts);
    }
    texts.splice(position, isReplaced ? 1 : 0, typeof value === 'string' ? value : null);
    if (typeof value === 'string') {
      this.#textLengths.set(index, (this.#textLengths.get(index) ?? 0) + value.length);
    }
  }
}
