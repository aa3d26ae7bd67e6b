import { type Spread, SpreadSum } from './spread.ts';

const COLUMNS = 6;
const [START, AREA, LAST_MS, LAST, LEAST, GREATEST] = [0, 1, 2, 3, 4, 5] as const;
const FIRST_ROOM = 8;

/**
 * Samples of stretches of time, each as one, from its first sample to the start of the next: numbered as they come, the oldest ones
 * forgotten. In columns of numbers, since there are ten thousands of windows and nothing may be made for each sample.
 */
export class Segments {
  /** The first that is kept, and the one after the last. */
  first = 0;
  end = 0;
  /** The number of what stands first in the columns. */
  #base = 0;
  #columns = new Float64Array(FIRST_ROOM * COLUMNS);
  #room = FIRST_ROOM;
  readonly #spreads: (SpreadSum | undefined)[] | undefined;

  /** @param isSpread keeps how values lie within each */
  constructor(isSpread: boolean) {
    this.#spreads = isSpread ? [] : undefined;
  }

  /** A new one of one sample. */
  push(timeMs: number, value: number): void {
    if (this.end - this.#base === this.#room) this.#makeRoom();
    const at = (this.end - this.#base) * COLUMNS;
    const columns = this.#columns;
    columns[at + START] = timeMs;
    columns[at + AREA] = 0;
    columns[at + LAST_MS] = timeMs;
    columns[at + LAST] = value;
    columns[at + LEAST] = value;
    columns[at + GREATEST] = value;
    if (this.#spreads) this.#spreads[this.end - this.#base] = undefined;
    this.end++;
  }

  /** One more sample of the last one. */
  extend(timeMs: number, value: number): void {
    const place = this.end - 1 - this.#base;
    const at = place * COLUMNS;
    const columns = this.#columns;
    const lastMs = columns[at + LAST_MS] as number;
    const last = columns[at + LAST] as number;
    columns[at + AREA] = (columns[at + AREA] as number) + last * (timeMs - lastMs);
    if (this.#spreads) {
      const spread = this.#spreads[place] ?? new SpreadSum();
      spread.addFlat(lastMs, timeMs, last);
      this.#spreads[place] = spread;
    }
    columns[at + LAST_MS] = timeMs;
    columns[at + LAST] = value;
    columns[at + LEAST] = Math.min(columns[at + LEAST] as number, value);
    columns[at + GREATEST] = Math.max(columns[at + GREATEST] as number, value);
  }

  startMs(n: number): number {
    return this.#columns[(n - this.#base) * COLUMNS + START] as number;
  }

  /** Value × ms from the start to the last sample; the last value holds from there. */
  area(n: number): number {
    return this.#columns[(n - this.#base) * COLUMNS + AREA] as number;
  }

  lastMs(n: number): number {
    return this.#columns[(n - this.#base) * COLUMNS + LAST_MS] as number;
  }

  last(n: number): number {
    return this.#columns[(n - this.#base) * COLUMNS + LAST] as number;
  }

  least(n: number): number {
    return this.#columns[(n - this.#base) * COLUMNS + LEAST] as number;
  }

  greatest(n: number): number {
    return this.#columns[(n - this.#base) * COLUMNS + GREATEST] as number;
  }

  /** How values lie between the start and the last sample; undefined: there is but one, or nobody asks. */
  spread(n: number): Spread | undefined {
    return this.#spreads?.[n - this.#base];
  }

  /** The first that starts at a time or later, `end` if none does. */
  firstFrom(timeMs: number): number {
    let low = this.first;
    for (let high = this.end; low < high; ) {
      const middle = (low + high) >>> 1;
      if (this.startMs(middle) < timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Drops what starts before a time, but for the last of those: it holds on. */
  forget(beforeMs: number): void {
    while (this.first + 1 < this.end && this.startMs(this.first + 1) <= beforeMs) this.first++;
  }

  /** Seldom, and much at once. */
  #makeRoom(): void {
    const kept = this.end - this.first;
    const from = this.first - this.#base;
    const room = kept * 2 > this.#room ? this.#room * 2 : this.#room;
    const columns = room === this.#room ? this.#columns : new Float64Array(room * COLUMNS);
    if (columns === this.#columns) columns.copyWithin(0, from * COLUMNS);
    else columns.set(this.#columns.subarray(from * COLUMNS));
    this.#spreads?.splice(0, from);
    this.#columns = columns;
    this.#room = room;
    this.#base = this.first;
  }
}
