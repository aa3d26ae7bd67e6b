import type { EpochMs } from '@telltale/contract';
import { QUALITY_GOOD } from '@telltale/contract/quality.ts';
import type { Flank } from '@telltale/domain/alarms/delayed-condition.ts';
import { type LimitRule, LimitTrial, type ValueColumn } from '@telltale/domain/alarms/limit-trial.ts';
import type { SeriesKey, SeriesPoints } from '@telltale/historian/port.ts';
import { LastGood } from '#expressions/last-good.ts';
import type { PastReader } from './past-reader.ts';
import type { RecentColumns } from './recent-columns.ts';

export interface LimitReplayInput {
  readonly key: SeriesKey;
  readonly rule: LimitRule;
  /** From where on it is looked at: what delays look back at lies before what is asked for. */
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}

const HOUR_MS = 3_600_000;
/** Hours that are read at once, where each of them may change something. */
const HOURS_AT_ONCE = 6;
/** Values between two turns of the event loop: some milliseconds. */
const VALUES_PER_TURN = 200_000;

/**
 * Runs a comparison with a number over recorded history, to the same as `ConditionReplay` does. Hours whose smallest and largest
 * value change nothing are not read: summaries tell those.
 */
export class LimitReplay {
  readonly #historian: PastReader;
  readonly #lastGood: LastGood;
  readonly #recent: RecentColumns;

  constructor(historian: PastReader, recent: RecentColumns) {
    this.#historian = historian;
    this.#lastGood = new LastGood(historian);
    this.#recent = recent;
  }

  async run(
    { key, rule, fromMs, toMs }: LimitReplayInput,
    onFlank: (flank: Flank) => void,
    signal: AbortSignal,
    onPoints: (count: number) => void = () => undefined,
  ): Promise<void> {
    const trial = new LimitTrial(rule, onFlank);
    const [start] = (await this.#lastGood.before(key, fromMs)).slice(-1);
    if (start) trial.look(fromMs, typeof start.value === 'number' ? start.value : Number.NaN);
    const span = { key, fromMs: fromMs + 1, toMs };
    const whole = await this.#recent.whole(span, () => this.#read(span, signal));
    if (whole) {
      for (let i = 0; i < whole.timesMs.length; i += VALUES_PER_TURN) {
        const end = i + VALUES_PER_TURN;
        trial.run({ timesMs: whole.timesMs.subarray(i, end), values: whole.values.subarray(i, end) });
        await breathe(signal);
      }
    } else await this.#runHours(trial, span, signal, onPoints);
    trial.finish(toMs);
  }

  async #runHours(
    trial: LimitTrial,
    { key, fromMs, toMs }: { key: SeriesKey; fromMs: EpochMs; toMs: EpochMs },
    signal: AbortSignal,
    onPoints: (count: number) => void,
  ): Promise<void> {
    const { startsMs, series } = await this.#historian.aggregate({
      keys: [key],
      fromMs,
      toMs,
      bucketMs: HOUR_MS,
      functions: ['min', 'max'],
      signal,
    });
    const [bounds] = series;
    const lowest = bounds?.min ?? [];
    const highest = bounds?.max ?? [];
    /** Undefined: nothing in it is a number. */
    const boundsAt = (hour: number): [number, number] | undefined => {
      const [low, high] = [lowest[hour], highest[hour]];
      return typeof low === 'number' && typeof high === 'number' ? [low, high] : undefined;
    };
    const isLeft = (hour: number) => {
      const between = boundsAt(hour);
      return between === undefined || trial.isUnmovedBy(...between);
    };
    for (let hour = 0; hour < startsMs.length; ) {
      if (isLeft(hour)) {
        hour++;
        continue;
      }
      let next = hour + 1;
      while (next < startsMs.length && next - hour < HOURS_AT_ONCE && !isLeft(next)) next++;
      const startMs = Math.max(fromMs, startsMs[hour] as number);
      const endMs = next < startsMs.length ? (startsMs[next] as number) - 1 : toMs;
      const column = await this.#read({ key, fromMs: startMs, toMs: endMs }, signal);
      onPoints(column.timesMs.length);
      trial.run(column);
      hour = next;
      await breathe(signal);
    }
  }

  async #read(
    { key, fromMs, toMs }: { key: SeriesKey; fromMs: EpochMs; toMs: EpochMs },
    signal: AbortSignal,
  ): Promise<ValueColumn> {
    return goodValues(await this.#historian.readSeries(key, fromMs, toMs, signal));
  }
}

/** What counts: values of good quality, with NaN for what is no number. */
function goodValues({ timesMs, values, qualities }: SeriesPoints): ValueColumn {
  const isGood = qualities.every((quality) => quality >= QUALITY_GOOD);
  if (isGood && values instanceof Float64Array) return { timesMs, values };
  const places = Uint32Array.from(timesMs.keys()).filter((i) => (qualities[i] as number) >= QUALITY_GOOD);
  const numberAt = (i: number) => (typeof values[i] === 'number' ? values[i] : Number.NaN);
  return {
    timesMs: Float64Array.from(places, (i) => timesMs[i] as number),
    values: Float64Array.from(places, numberAt),
  };
}

async function breathe(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise((resolve) => setImmediate(resolve));
}
