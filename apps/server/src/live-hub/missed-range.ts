import type { LiveBackfill } from '@telltale/contract';

/** Collects which points of an asset a reader has to fetch from the history, as one range. */
export class MissedRange {
  readonly #items = new Set<number>();
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;

  get isEmpty(): boolean {
    return this.#items.size === 0;
  }

  add(dataItemId: number, timeMs: number): void {
    this.#items.add(dataItemId);
    if (timeMs < this.#from) this.#from = timeMs;
    if (timeMs > this.#to) this.#to = timeMs;
  }

  /** What was collected; empty afterwards. */
  take(assetId: number): LiveBackfill {
    const backfill = { assetId, dataItemIds: [...this.#items], from: this.#from, to: this.#to };
    this.#items.clear();
    this.#from = Number.POSITIVE_INFINITY;
    this.#to = Number.NEGATIVE_INFINITY;
    return backfill;
  }
}
