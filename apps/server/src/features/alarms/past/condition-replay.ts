import { type AssetId, type DataItemId, type EpochMs, QUALITY_GOOD } from '@telltale/contract';
import type { Flank } from '@telltale/domain/alarms/delayed-condition.ts';
import { type Historian, seriesKey } from '@telltale/historian';
import type { AlarmRun, Target } from '../alarm-run.ts';
import { LastGood } from './last-good.ts';

/** A value of the past, and the variables that it goes to. */
interface PastValue {
  readonly timeMs: EpochMs;
  readonly value: number | string;
  readonly targets: readonly Target[];
}

interface ReplayOptions {
  signal?: AbortSignal;
  /** Is told how many values went in, for limits. */
  onPoints?: (count: number) => void;
}

const SECOND_MS = 1_000;
/** Points of one data item that are read for one stretch; a stretch with more is cut into shorter ones. */
const STRETCH_MS = 3_600_000;
/** Steps between two turns of the event loop. */
const STEPS_PER_TURN = 5_000;

/** Runs conditions over recorded history as if it were now. */
export class ConditionReplay {
  readonly #historian: Historian;
  readonly #lastGood: LastGood;

  constructor(historian: Historian) {
    this.#historian = historian;
    this.#lastGood = new LastGood(historian);
  }

  /**
   * Shows an alarm the past that its functions over time and its delays look back at, and what time alone has done since
   * a moment.
   * @returns the last change of what counts in it
   */
  async warm(run: AlarmRun, sinceMs: EpochMs, nowMs: EpochMs): Promise<Flank | undefined> {
    let last: Flank | undefined;
    // The seconds at which it was looked at are those since 1970; what took its full time by the last of them began before.
    const fromMs = Math.min(sinceMs, nowMs - run.settleMs - SECOND_MS);
    await this.run(run, Math.floor(fromMs / SECOND_MS) * SECOND_MS, nowMs, (flank) => {
      last = flank;
    });
    return last;
  }

  /**
   * Goes through the history of an alarm's variables, in order of time, inclusive at both ends; what its functions over
   * time look back at before that is only shown to it.
   * @param onFlank called with each change, in order
   */
  async run(
    alarm: AlarmRun,
    fromMs: EpochMs,
    toMs: EpochMs,
    onFlank: (flank: Flank) => void,
    options: ReplayOptions = {},
  ): Promise<void> {
    const targets = Map.groupBy(alarm.targets, ({ dataItemId }) => dataItemId);
    const fillFromMs = fromMs - alarm.fillMs;
    await this.#setStart(alarm.assetId, targets, fillFromMs);
    const tell = (flanks: readonly Flank[]) => {
      for (const flank of flanks) onFlank(flank);
    };
    const show = ({ targets: shownTo, ...value }: PastValue) => {
      for (const { run, place } of shownTo) run.set(place, value.timeMs, value.value);
    };
    for await (const values of this.#stretches(alarm.assetId, targets, fillFromMs, fromMs, options)) {
      for (const value of values) show(value);
    }
    tell(alarm.update(fromMs));
    let steps = 0;
    for await (const values of this.#stretches(alarm.assetId, targets, fromMs, toMs, options)) {
      for (const [i, value] of values.entries()) {
        tell(alarm.passUntil(value.timeMs));
        show(value);
        // Several values of one time are one moment.
        if (values[i + 1]?.timeMs !== value.timeMs) tell(alarm.update(value.timeMs));
        if (++steps % STEPS_PER_TURN === 0) await breathe(options.signal);
      }
      tell(alarm.passUntil(values.endMs + 1));
      await breathe(options.signal);
    }
  }

  /** The values after `fromMs` until `toMs`, in parts that follow one another. */
  async *#stretches(
    assetId: AssetId,
    targets: ReadonlyMap<DataItemId, readonly Target[]>,
    fromMs: EpochMs,
    toMs: EpochMs,
    options: ReplayOptions,
  ): AsyncGenerator<PastValue[] & { endMs: EpochMs }> {
    for (let startMs = fromMs; startMs < toMs; startMs += STRETCH_MS) {
      const endMs = Math.min(startMs + STRETCH_MS, toMs);
      const values = await this.#read(assetId, targets, startMs + 1, endMs, options.signal);
      options.onPoints?.(values.length);
      yield Object.assign(values, { endMs });
    }
  }

  async #setStart(
    assetId: AssetId,
    targets: ReadonlyMap<DataItemId, readonly Target[]>,
    fromMs: EpochMs,
  ): Promise<void> {
    for (const [dataItemId, ofItem] of targets) {
      const isPreviousAsked = ofItem.some(({ run, place }) => run.compiled.previousOf.has(place));
      const key = seriesKey(assetId, dataItemId);
      for (const point of await this.#lastGood.before(key, fromMs, isPreviousAsked)) {
        for (const { run, place } of ofItem) run.set(place, point.timeMs, point.value);
      }
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

async function breathe(signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise((resolve) => setImmediate(resolve));
}
