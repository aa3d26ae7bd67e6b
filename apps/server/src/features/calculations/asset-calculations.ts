import { type DataItemId, MAX_AHEAD_MS } from '@telltale/contract';
import type { Commit } from '#ingest/commit.ts';
import type { DataItemSlot } from '#ingest/data-item-slot.ts';
import type { DeviceCalculations } from '#ingest/device-calculations.ts';
import { isCurrent } from '#ingest/time/time-rules.ts';
import type { CalculationRun } from './calculation-run.ts';

interface Target {
  readonly run: CalculationRun;
  readonly place: number;
}

/** A data item that something is calculated from. */
interface Input {
  readonly targets: readonly Target[];
  /** Of its newest value that took effect. */
  timeMs: number;
}

/** A calculated data item with where its values go. */
export interface CalculatedSlot {
  readonly run: CalculationRun;
  readonly slot: DataItemSlot;
}

/**
 * The calculated data items of one asset, those that others are calculated from before these. What is calculated joins
 * the commit of the message that it is calculated from, so nothing is ever on disk without it.
 */
export class AssetCalculations implements DeviceCalculations {
  readonly slots: readonly CalculatedSlot[];
  readonly #inputs = new Map<DataItemId, Input>();
  readonly #touched = new Set<CalculationRun>();

  /** @param newestOf the time of the newest stored value of a data item; -Infinity: there is none */
  constructor(slots: readonly CalculatedSlot[], newestOf: (dataItemId: DataItemId) => number) {
    this.slots = slots;
    const targets = slots.flatMap(({ run }) =>
      run.calculation.dataItemIds.map((dataItemId, place) => ({ dataItemId, run, place })),
    );
    for (const [dataItemId, ofItem] of Map.groupBy(targets, (target) => target.dataItemId)) {
      this.#inputs.set(dataItemId, { targets: ofItem, timeMs: newestOf(dataItemId) });
    }
  }

  take(commit: Commit, from: number, historical: ReadonlySet<number> | undefined, receivedMs: number): void {
    const { slots, batch } = commit;
    const places: number[] = [];
    for (let place = from; place < slots.length; place++) {
      if (this.#inputs.has((slots[place] as DataItemSlot).dataItemId) && !historical?.has(place)) places.push(place);
    }
    if (places.length === 0) return;
    const { timesMs } = batch;
    const timeAt = (n: number) => timesMs[places[n] as number] as number;
    // One moment after the other, as they take effect.
    places.sort((a, b) => (timesMs[a] as number) - (timesMs[b] as number) || a - b);
    const moments: number[][] = [];
    for (let n = 0; n < places.length; n++) {
      if (n === 0 || timeAt(n) !== timeAt(n - 1)) moments.push([]);
      moments.at(-1)?.push(places[n] as number);
    }
    for (const moment of moments) this.#takeMoment(commit, moment, receivedMs);
  }

  #takeMoment(commit: Commit, places: readonly number[], receivedMs: number): void {
    const { batch, slots } = commit;
    const timeMs = batch.timesMs[places[0] as number] as number;
    // The last one is what is stored; what stands before it never was.
    const last = new Map(places.map((place) => [slots[place] as DataItemSlot, place]));
    for (const [slot, place] of last) {
      this.#set(slot, timeMs, batch.valueAt(place), batch.qualities[place] as number, receivedMs);
    }
    if (this.#touched.size === 0) return;
    for (const { run, slot } of this.slots) {
      if (!this.#touched.has(run)) continue;
      const point = run.calculate(timeMs, receivedMs + MAX_AHEAD_MS);
      if (point === undefined) continue;
      commit.add(slot, point.timeMs, point.value, point.quality);
      slot.newestMs = Math.max(slot.newestMs, point.timeMs);
      this.#set(slot, point.timeMs, point.value, point.quality, receivedMs);
    }
    this.#touched.clear();
  }

  /** What is backfilled is history: nothing is calculated from it. */
  #set({ dataItemId }: DataItemSlot, timeMs: number, value: number | string, quality: number, nowMs: number): void {
    const input = this.#inputs.get(dataItemId);
    if (input === undefined || !isCurrent(timeMs, input.timeMs, nowMs)) return;
    input.timeMs = timeMs;
    for (const { run, place } of input.targets) {
      run.set(place, { timeMs, value, quality });
      this.#touched.add(run);
    }
  }
}
