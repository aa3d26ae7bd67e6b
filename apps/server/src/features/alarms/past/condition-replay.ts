import type { AlarmDefinitionId, AssetId, DataItemId, EpochMs } from '@telltale/contract';
import type { Flank } from '@telltale/domain/alarms/delayed-condition.ts';
import { seriesKey } from '@telltale/historian/port.ts';
import { LastGood } from '#expressions/last-good.ts';
import type { AlarmRun, Target } from '../alarm-run.ts';
import { type Column, columnOf, END, nextTime, showUntil } from './column.ts';
import type { SeriesReader } from './past-reader.ts';
import { SteadyValues } from './steady-values.ts';

interface Stretch {
  readonly columns: readonly Column[];
  readonly endMs: EpochMs;
}

interface ReplayOptions {
  signal?: AbortSignal;
  /** Is told how many values went in, for limits. */
  onPoints?: (count: number) => void;
}

const SECOND_MS = 1_000;
/** What is read at once, of each data item: at least so much, and more where that is few values, since each reading has its price. */
const [SHORTEST_MS, LONGEST_MS] = [12 * 3_600_000, 96 * 3_600_000];
const FEW_VALUES = 20_000;
/** Steps between two turns of the event loop: some milliseconds. */
const STEPS_PER_TURN = 2_500;

/** Runs conditions over recorded history as if it were now. */
export class ConditionReplay {
  readonly #historian: SeriesReader;
  readonly #lastGood: LastGood;

  constructor(historian: SeriesReader) {
    this.#historian = historian;
    this.#lastGood = new LastGood(historian);
  }

  /**
   * Shows an alarm the past that its functions over time and its delays look back at, and what time alone has done since
   * a moment.
   * @param raisedMs when an alarm that counts as raised now came to be so
   * @returns the last change of what counts in it
   */
  async warm(
    run: AlarmRun,
    sinceMs: EpochMs,
    nowMs: EpochMs,
    raisedMs: (alarmDefinitionId: AlarmDefinitionId) => EpochMs,
  ): Promise<Flank | undefined> {
    let last: Flank | undefined;
    // The seconds at which it was looked at are those since 1970; what took its full time by the last of them began before.
    const beganMs = Math.min(sinceMs, nowMs - run.settleMs - SECOND_MS);
    const fromMs = Math.floor(beganMs / SECOND_MS) * SECOND_MS;
    run.goBack(fromMs, raisedMs);
    await this.run(run, fromMs, nowMs, (flank) => {
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
    for await (const { columns } of this.#stretches(alarm.assetId, targets, fillFromMs, fromMs, options)) {
      showUntil(columns, END);
    }
    tell(alarm.update(fromMs));
    let steps = 0;
    const steady = new SteadyValues();
    for await (const { columns, endMs } of this.#stretches(alarm.assetId, targets, fromMs, toMs, options)) {
      for (let nextMs = nextTime(columns); nextMs !== END; nextMs = nextTime(columns)) {
        const steadyMs = steady.until(alarm, columns, nextMs);
        if (steadyMs === undefined) tell(alarm.passUntil(nextMs));
        // Several values of one time are one moment.
        const timeMs = showUntil(columns, steadyMs ?? nextMs);
        alarm.skipTo(timeMs);
        tell(alarm.update(timeMs));
        if (++steps % STEPS_PER_TURN === 0) await breathe(options.signal);
      }
      tell(alarm.passUntil(endMs + 1));
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
  ): AsyncGenerator<Stretch> {
    let lengthMs = SHORTEST_MS;
    const read = (startMs: EpochMs): Promise<Stretch> | undefined => {
      if (startMs >= toMs) return undefined;
      const endMs = Math.min(startMs + lengthMs, toMs);
      return this.#read(assetId, targets, startMs + 1, endMs, options).then((columns) => ({ columns, endMs }));
    };
    for (let reading = read(fromMs); reading; ) {
      const stretch = await reading;
      const count = stretch.columns.reduce((sum, { timesMs }) => sum + timesMs.length, 0);
      lengthMs = count > FEW_VALUES ? SHORTEST_MS : Math.min(lengthMs * 2, LONGEST_MS);
      reading = read(stretch.endMs);
      // Whoever goes through them leaves off where one cannot be read, or sooner.
      reading?.catch(() => undefined);
      yield stretch;
    }
  }

  async #setStart(
    assetId: AssetId,
    targets: ReadonlyMap<DataItemId, readonly Target[]>,
    fromMs: EpochMs,
  ): Promise<void> {
    const starts = await Promise.all(
      [...targets].map(async ([dataItemId, ofItem]) => {
        const isPreviousAsked = ofItem.some(({ run, place }) => run.compiled.previousOf.has(place));
        const points = await this.#lastGood.before(seriesKey(assetId, dataItemId), fromMs, isPreviousAsked);
        return { points, ofItem };
      }),
    );
    for (const { points, ofItem } of starts) {
      for (const point of points) for (const { run, place } of ofItem) run.set(place, point.timeMs, point.value);
    }
  }

  #read(
    assetId: AssetId,
    targets: ReadonlyMap<DataItemId, readonly Target[]>,
    fromMs: EpochMs,
    toMs: EpochMs,
    { signal, onPoints }: ReplayOptions,
  ): Promise<Column[]> {
    return Promise.all(
      [...targets].map(async ([dataItemId, ofItem]) => {
        const points = await this.#historian.readSeries(seriesKey(assetId, dataItemId), fromMs, toMs, signal);
        onPoints?.(points.timesMs.length);
        return columnOf(points, ofItem);
      }),
    );
  }
}

async function breathe(signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise((resolve) => setImmediate(resolve));
}
