import { type AssetId, type DataItemId, type EpochMs, QUALITY_GOOD } from '@telltale/contract';
import type { DataItemSlot } from '#ingest/data-item-slot.ts';
import type { LiveSink } from '#ingest/live-feed.ts';
import type { AlarmRun, Target } from './alarm-run.ts';

interface Watch {
  readonly run: AlarmRun;
  /** The moment under way touches it. */
  isTouched: boolean;
}

interface Interest {
  readonly targets: Target[];
  readonly watches: Watch[];
}

export interface RunHost {
  /** Time goes on to shortly before this. */
  pass(run: AlarmRun, timeMs: EpochMs): void;
  evaluate(run: AlarmRun, timeMs: EpochMs): void;
}

/** The alarms of one asset, found by the data item that has a new value: a point that no alarm reads costs one lookup. */
export class WatchedAsset implements LiveSink {
  readonly assetId: AssetId;
  readonly runs: readonly AlarmRun[];
  readonly #byItem = new Map<DataItemId, Interest>();
  readonly #host: RunHost;
  /** The alarms that read a value of the moment under way. */
  readonly #touched: Watch[] = [];

  constructor(assetId: AssetId, runs: readonly AlarmRun[], host: RunHost) {
    this.assetId = assetId;
    this.runs = runs;
    this.#host = host;
    for (const run of runs) {
      const watch: Watch = { run, isTouched: false };
      for (const target of run.targets) {
        const interest = this.#byItem.get(target.dataItemId) ?? { targets: [], watches: [] };
        interest.targets.push(target);
        if (!interest.watches.includes(watch)) interest.watches.push(watch);
        this.#byItem.set(target.dataItemId, interest);
      }
    }
  }

  /** A value whose quality is not good is kept out (spec 3 §6): the alarms go by the last one that was. */
  current(slot: DataItemSlot): void {
    const interest = this.#byItem.get(slot.dataItemId);
    if (interest === undefined || slot.quality < QUALITY_GOOD) return;
    for (const watch of interest.watches) {
      if (watch.isTouched) continue;
      watch.isTouched = true;
      this.#touched.push(watch);
      // What time alone did until now is not for this value to change.
      this.#host.pass(watch.run, slot.timeMs);
    }
    for (const { run, place } of interest.targets) run.set(place, slot.timeMs, slot.value);
  }

  settled(timeMs: number): void {
    if (this.#touched.length === 0) return;
    for (const watch of this.#touched) {
      watch.isTouched = false;
      this.#host.evaluate(watch.run, timeMs);
    }
    this.#touched.length = 0;
  }

  /** What is backfilled is history: it raises nothing. */
  late(): void {
    // Nothing to do.
  }
}
