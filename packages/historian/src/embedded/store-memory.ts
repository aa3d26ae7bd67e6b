import { HistoryUnavailableError, type LastPoint, type SeriesKey } from '../port.ts';
import type { Heads } from './heads/heads.ts';
import type { Piece } from './points/piece.ts';
import { LATEST_MS } from './points/time-range.ts';
import { lastOfPieces } from './read/series-reader.ts';
import type { SealQueue } from './seal-queue.ts';
import type { Memory } from './store-reader.ts';

/** What can be read of the points that are not in a chunk yet: those in heads, and those on their way. */
export class StoreMemory implements Memory {
  readonly #heads: Heads;
  readonly #seals: SealQueue;
  /** Replayed edits and deletions of a series that were not carried out yet: what is stored of it may be older. */
  readonly #unsettled = new Map<SeriesKey, number>();

  constructor(heads: Heads, seals: SealQueue) {
    this.#heads = heads;
    this.#seals = seals;
  }

  /** The series cannot be read until the replayed edit or deletion is done. */
  settleAfter(key: SeriesKey, done: Promise<unknown>): void {
    this.#unsettled.set(key, (this.#unsettled.get(key) ?? 0) + 1);
    void done.then(() => {
      const left = (this.#unsettled.get(key) ?? 0) - 1;
      if (left > 0) this.#unsettled.set(key, left);
      else this.#unsettled.delete(key);
    });
  }

  /**
   * Points of the series that are not in a chunk yet and reach into a range of times (inclusive), oldest writing first.
   * @throws HistoryUnavailableError while an edit of it that was acknowledged before the start waits to be carried out
   */
  piecesOf(key: SeriesKey, fromMs: number, toMs: number): Piece[] {
    this.#requireSettled(key);
    return this.#piecesOf(key, fromMs, toMs);
  }

  #requireSettled(key: SeriesKey): void {
    if (this.#unsettled.size === 0 || !this.#unsettled.has(key)) return;
    const cause = this.#seals.failure;
    const text = `series ${key} cannot be read before an edit of it is carried out`;
    throw new HistoryUnavailableError(text, { isFull: cause?.isFull ?? false, cause });
  }

  #piecesOf(key: SeriesKey, fromMs: number, toMs: number): Piece[] {
    const index = this.#heads.series.find(key);
    const ofHead = index < 0 ? [] : this.#heads.piecesOf(index, fromMs, toMs);
    return [...this.#seals.piecesOf(key, fromMs, toMs), ...ofHead];
  }

  /** No more points of the series than this are in memory and in the range, found without looking at them. */
  mostPointsOf(key: SeriesKey, fromMs: number, toMs: number): number {
    this.#requireSettled(key);
    const index = this.#heads.series.find(key);
    return this.#seals.mostPointsOf(key, fromMs, toMs) + (index < 0 ? 0 : this.#heads.pointsOf(index));
  }

  /** After a change of stored points: the newest is what the chunks say, or what came since. */
  refreshLast(index: number, stored: LastPoint | undefined): void {
    const key = this.#heads.series.keyOf(index);
    const inMemory = lastOfPieces({ key, pieces: this.#piecesOf(key, -LATEST_MS, LATEST_MS) }, LATEST_MS);
    this.#heads.resetLast(
      index,
      inMemory && inMemory.timeMs >= (stored?.timeMs ?? inMemory.timeMs) ? inMemory : (stored ?? null),
    );
  }

  /**
   * The newest point of the series, or null.
   * @throws HistoryUnavailableError as `piecesOf`
   */
  lastOf(key: SeriesKey): LastPoint | null {
    this.#requireSettled(key);
    const index = this.#heads.series.find(key);
    return index < 0 ? null : this.#heads.last(index);
  }

  latest(): LastPoint[] {
    const points: LastPoint[] = [];
    for (let index = 0; index < this.#heads.series.size; index++) {
      const last = this.#heads.last(index);
      if (last) points.push(last);
    }
    return points;
  }

  /** Points of the whole store: those in memory, and as many as the chunks said last that they hold. */
  get points(): number {
    return this.#seals.storedPoints + this.#seals.waitingPoints + this.#heads.points;
  }

  /** Series that have a point. */
  get series(): number {
    let count = 0;
    for (let index = 0; index < this.#heads.series.size; index++) if (this.#heads.last(index)) count++;
    return count;
  }
}
