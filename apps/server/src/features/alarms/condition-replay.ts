import { type AssetId, type DataItemId, type EpochMs, QUALITY_GOOD } from '@telltale/contract';
import type { ConditionRun } from '@telltale/domain/alarms/condition-run.ts';
import { type Historian, seriesKey } from '@telltale/historian';
import type { AlarmRun, Target } from './alarm-run.ts';

/** A value of the past, and the variables that it goes to. */
interface PastValue {
  readonly timeMs: EpochMs;
  readonly value: number | string;
  readonly targets: readonly Target[];
}

/** Points of one data item that are read for one stretch; a stretch with more is cut into shorter ones. */
const STRETCH_MS = 3_600_000;
const TICK_MS = 1_000;
/** Steps between two turns of the event loop. */
const STEPS_PER_TURN = 5_000;

/** Runs conditions over recorded history as if it were now. */
export class ConditionReplay {
  readonly #historian: Historian;

  constructor(historian: Historian) {
    this.#historian = historian;
  }

  /** Shows an alarm the past that its functions over time and its delays look back at. */
  async warm(run: AlarmRun, nowMs: EpochMs): Promise<void> {
    await this.run(run, nowMs - run.lookBackMs, nowMs, () => undefined);
  }

  /**
   * Goes through the history of an alarm's variables, in order of time.
   * @param onStep called after each step with its time; the number of values that went in is for limits
   */
  async run(
    alarm: AlarmRun,
    fromMs: EpochMs,
    toMs: EpochMs,
    onFlank: (active: boolean, atMs: EpochMs) => void,
    options: { signal?: AbortSignal; onPoints?: (count: number) => void } = {},
  ): Promise<void> {
    const targets = Map.groupBy(alarm.targets, ({ dataItemId }) => dataItemId);
    await this.#setStart(alarm.assetId, targets, fromMs);
    const update = (atMs: EpochMs) => {
      for (const { active, atMs: changedMs } of alarm.update(atMs)) onFlank(active, changedMs);
    };
    let steps = 0;
    const breathe = async () => {
      if (++steps % STEPS_PER_TURN > 0) return;
      options.signal?.throwIfAborted();
      await new Promise((resolve) => setImmediate(resolve));
    };
    update(fromMs);
    for (let startMs = fromMs; startMs < toMs; startMs += STRETCH_MS) {
      const endMs = Math.min(startMs + STRETCH_MS, toMs);
      const values = await this.#read(alarm.assetId, targets, startMs + 1, endMs, options.signal);
      options.onPoints?.(values.length);
      let next = 0;
      for (let tickMs = startMs + TICK_MS; next < values.length || (alarm.dependsOnTime && tickMs <= endMs); ) {
        const value = values[next];
        if (value && (!alarm.dependsOnTime || value.timeMs <= tickMs)) {
          next++;
          for (const { run, place } of value.targets) setValue(run, place, value);
          // Several values of one time are one moment.
          if (values[next]?.timeMs !== value.timeMs) update(value.timeMs);
        } else {
          update(tickMs);
          tickMs += TICK_MS;
        }
        await breathe();
      }
      update(endMs);
    }
  }

  async #setStart(
    assetId: AssetId,
    targets: ReadonlyMap<DataItemId, readonly Target[]>,
    fromMs: EpochMs,
  ): Promise<void> {
    for (const [dataItemId, ofItem] of targets) {
      const [point] = await this.#historian.stateAt([seriesKey(assetId, dataItemId)], fromMs);
      if (!point || point.quality < QUALITY_GOOD) continue;
      for (const { run, place } of ofItem) setValue(run, place, point);
    }
  }

  async #read(
    assetId: AssetId,
    targets: ReadonlyMap<DataItemId, readonly Target[]>,
    fromMs: EpochMs,
    toMs: EpochMs,
    signal: AbortSignal | undefined,
  ): Promise<PastValue[]> {
    const values: PastValue[] = [];
    for (const [dataItemId, ofItem] of targets) {
      const points = await this.#historian.readSeries(seriesKey(assetId, dataItemId), fromMs, toMs, signal);
      for (const [i, timeMs] of points.timesMs.entries()) {
        if ((points.qualities[i] as number) < QUALITY_GOOD) continue;
        values.push({ timeMs, value: points.values[i] as number | string, targets: ofItem });
      }
    }
    return targets.size > 1 ? values.sort((a, b) => a.timeMs - b.timeMs) : values;
  }
}

function setValue(
  run: ConditionRun,
  place: number,
  { timeMs, value }: { timeMs: EpochMs; value: number | string },
): void {
  run.set(place, timeMs, value);
}
