import { type SeriesKey, seriesKey, seriesKeyParts } from '@telltale/historian';
import type { CarriedMessage } from './point-frame.ts';

/** Which points stand in the stream of a partition behind a place. The history has them as far as their owner came. */
export class PointsBehind {
  readonly #bySeries = new Map<SeriesKey, Set<number>>();
  /** Times of calculated points are those of some others of the asset. */
  readonly #byAsset = new Map<number, Set<number>>();
  readonly #before: (() => readonly CarriedMessage[])[] = [];
  readonly #isCalculated: (key: SeriesKey) => boolean;
  count = 0;

  /** @param isCalculated such a point is not in the stream: it is stored with those that it is calculated from */
  constructor(isCalculated: (key: SeriesKey) => boolean) {
    this.#isCalculated = isCalculated;
  }

  /** What stands shortly before the place: a device that was not acknowledged sends it once more, behind it. */
  addBefore(read: () => readonly CarriedMessage[]): void {
    this.#before.push(read);
  }

  add(messages: readonly CarriedMessage[]): void {
    for (const { assetId, points } of messages) {
      this.count += points.length;
      for (const { dataItemId, timeMs } of points) {
        setOf(this.#bySeries, seriesKey(assetId, dataItemId)).add(timeMs);
        setOf(this.#byAsset, assetId).add(timeMs);
      }
    }
  }

  /** Once all of both is added: what stands before the place is read now, and was known there. */
  leaveOutBefore(): void {
    for (let read = this.#before.shift(); read; read = this.#before.shift()) {
      if (this.count === 0) continue;
      for (const { assetId, points } of read()) {
        for (const { dataItemId, timeMs } of points) {
          this.#bySeries.get(seriesKey(assetId, dataItemId))?.delete(timeMs);
          this.#byAsset.get(assetId)?.delete(timeMs);
        }
      }
    }
  }

  /** The times of a series that are behind; undefined, or empty: none is. */
  timesOf(key: SeriesKey): ReadonlySet<number> | undefined {
    if (this.count === 0) return undefined;
    const { assetId } = seriesKeyParts(key);
    return this.#isCalculated(key) ? this.#byAsset.get(assetId) : this.#bySeries.get(key);
  }

  has(key: SeriesKey, timeMs: number): boolean {
    return this.timesOf(key)?.has(timeMs) ?? false;
  }
}

function setOf<K>(all: Map<K, Set<number>>, key: K): Set<number> {
  const known = all.get(key);
  if (known) return known;
  const made = new Set<number>();
  all.set(key, made);
  return made;
}
