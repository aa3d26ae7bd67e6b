/** Arrays that hold the open points of many series; a slot is `capacity` points in a row in one page. */
export interface SlabPage {
  timesMs: Float64Array;
  values: Float64Array;
  qualities: Uint8Array;
}

const SLOTS_PER_PAGE = 128;
const PAGE_SHIFT = 7;

/** Hands out slots of one size, so that a series costs no arrays of its own (an array object is 200 bytes). */
export class PointSlab {
  readonly capacity: number;
  readonly #pages: SlabPage[] = [];
  readonly #free: number[] = [];
  #used = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  take(): number {
    const slot = this.#free.pop();
    if (slot !== undefined) return slot;
    if (this.#used % SLOTS_PER_PAGE === 0) {
      const size = SLOTS_PER_PAGE * this.capacity;
      this.#pages.push({
        timesMs: new Float64Array(size),
        values: new Float64Array(size),
        qualities: new Uint8Array(size),
      });
    }
    return this.#used++;
  }

  give(slot: number): void {
    this.#free.push(slot);
  }

  pageOf(slot: number): SlabPage {
    return this.#pages[slot >>> PAGE_SHIFT] as SlabPage;
  }

  offsetOf(slot: number): number {
    return (slot & (SLOTS_PER_PAGE - 1)) * this.capacity;
  }
}
