import type { EpochMs, playback } from '@telltale/contract';
import { itemOfCurrentValue, type LiveItem, readingOf } from '#live/live-item.ts';
import type { Reading } from '#readings/readings.ts';
import type { AssetMoment } from '#tile-kit/records/asset-moments.ts';

/**
 * A stretch of one asset's past that can be gone through: the state at its start, and what each step adds. It answers
 * exactly at the moments it was asked for in steps of, between them what was known at the step before. No clock, no
 * input, no output.
 */
export class AssetTrack {
  readonly #recording: playback.Recording;
  readonly #fromMs: EpochMs;
  readonly #items = new Map<number, LiveItem>();
  /** Per column of the recording, how many of its points are taken in. */
  readonly #taken: number[];
  #atMs: EpochMs;
  #toMs: EpochMs;

  constructor(recording: playback.Recording, fromMs: EpochMs) {
    this.#recording = recording;
    this.#fromMs = fromMs;
    this.#atMs = fromMs;
    this.#toMs = recording.to;
    this.#taken = recording.points.map(() => 0);
    this.#restart();
  }

  get toMs(): EpochMs {
    return this.#toMs;
  }

  covers(timeMs: EpochMs): boolean {
    return timeMs >= this.#fromMs && timeMs <= this.#toMs;
  }

  /** Ends the stretch here: its further steps are not those that are wanted now. */
  cut(timeMs: EpochMs): void {
    this.#toMs = Math.min(this.#toMs, timeMs);
  }

  /** What was known at the moment beside the values; the same object until it changes. */
  momentAt(timeMs: EpochMs): AssetMoment & { pingrate: number } {
    return this.#recording.changes.findLast(({ at }) => at <= timeMs) ?? this.#recording.start;
  }

  /** Every data item's reading at a moment of the stretch. */
  readingsAt(timeMs: EpochMs): Map<number, Reading> {
    this.#moveTo(timeMs);
    const { connected, pingrate } = this.momentAt(timeMs);
    const readings = new Map<number, Reading>();
    for (const [dataItemId, item] of this.#items) {
      const isStale = item.timestamp !== null && (!connected || timeMs - item.timestamp > pingrate);
      readings.set(dataItemId, readingOf(item, isStale));
    }
    return readings;
  }

  #restart(): void {
    this.#atMs = this.#fromMs;
    this.#taken.fill(0);
    for (const current of this.#recording.start.dataItems) {
      this.#items.set(current.dataItemId, itemOfCurrentValue(current));
    }
  }

  #moveTo(timeMs: EpochMs): void {
    if (timeMs < this.#atMs) this.#restart();
    this.#atMs = timeMs;
    for (const [column, { dataItemId, times, values, qualities }] of this.#recording.points.entries()) {
      let next = this.#taken[column] ?? 0;
      while ((times[next] ?? Number.POSITIVE_INFINITY) <= timeMs) next++;
      if (next === this.#taken[column]) continue;
      this.#taken[column] = next;
      const item = this.#items.get(dataItemId);
      const value = values[next - 1] ?? null;
      const timestamp = times[next - 1] ?? null;
      if (item === undefined) continue;
      this.#items.set(dataItemId, {
        ...item,
        isString: typeof value === 'string',
        value: typeof value === 'number' ? value : null,
        stringValue: typeof value === 'string' ? value : null,
        timestamp,
        quality: qualities[next - 1] ?? item.quality,
        heardMs: timestamp,
      });
    }
  }
}
