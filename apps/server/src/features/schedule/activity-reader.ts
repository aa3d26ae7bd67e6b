import type { AssetId, DataItemId, EpochMs } from '@telltale/contract';
import { type ActivitySpan, QUARTER_MS, scheduleOf, type TimeSpan } from '@telltale/domain/field/schedule.ts';
import { type Historian, type SeriesKey, seriesKey } from '@telltale/historian';

/** Data item 148 is the label Activity (spec 3 §2). */
export const ACTIVITY_ITEM = 148 as DataItemId;

/** More changes of the activity than this in one range are no activity: it is refused. */
const MOST_CHANGES = 100_000;
const MINUTE_MS = 60_000;
/** What came late of a silence is looked at in so many steps at most. */
const MOST_STEPS = 20_000;

export interface ActivityReaderOptions {
  historian: Historian;
  /** When the asset went offline and came back, in order of time, after the last one at or before the beginning. */
  connections: (assetId: AssetId, fromMs: EpochMs, toMs: EpochMs) => Promise<{ connected: boolean; atMs: EpochMs }[]>;
}

export interface DepthSpan extends ActivitySpan {
  readonly depth: number | null;
}

/** Reads what a rig did from what is stored of it. */
export class ActivityReader {
  readonly #historian: Historian;
  readonly #connections: ActivityReaderOptions['connections'];

  constructor({ historian, connections }: ActivityReaderOptions) {
    this.#historian = historian;
    this.#connections = connections;
  }

  /**
   * @param depthItem undefined: no depth is recorded
   * @throws TooManyPointsError
   */
  async read(assetId: AssetId, { startMs, endMs }: TimeSpan, depthItem: DataItemId | undefined): Promise<DepthSpan[]> {
    const key = seriesKey(assetId, ACTIVITY_ITEM);
    const range = { key, fromMs: startMs, toMs: endMs, most: MOST_CHANGES };
    // At once: each takes a reading thread of its own.
    const [changes, silences, depths] = await Promise.all([
      this.#historian.listChanges(range),
      this.#silences(assetId, startMs, endMs),
      depthItem === undefined ? undefined : this.#depths(seriesKey(assetId, depthItem), { startMs, endMs }),
    ]);
    return withDepths(scheduleOf({ changes, silences, startMs, endMs }), depths);
  }

  /** When the asset was offline, as far as nothing of that time came later. */
  async #silences(assetId: AssetId, startMs: number, endMs: number): Promise<TimeSpan[]> {
    const transitions = await this.#connections(assetId, startMs, endMs);
    const silences: TimeSpan[] = [];
    for (const [index, { connected, atMs }] of transitions.entries()) {
      if (connected) continue;
      const back = transitions[index + 1]?.atMs ?? endMs;
      const silence = { startMs: Math.max(atMs, startMs), endMs: Math.min(back, endMs) };
      if (silence.endMs > silence.startMs) silences.push(...(await this.#stillSilent(assetId, silence)));
    }
    return silences;
  }

  async #stillSilent(assetId: AssetId, silence: TimeSpan): Promise<TimeSpan[]> {
    const keys = [seriesKey(assetId, ACTIVITY_ITEM)];
    const range = { keys, fromMs: silence.startMs + 1, toMs: silence.endMs - 1 };
    if (range.toMs < range.fromMs || (await this.#historian.countPoints(range)) === 0) return [silence];
    const bucketMs = Math.max(MINUTE_MS, Math.ceil((silence.endMs - silence.startMs) / MOST_STEPS));
    const { startsMs, series } = await this.#historian.aggregate({ ...range, bucketMs, functions: ['count'] });
    const silent: TimeSpan[] = [];
    for (const [index, beginMs] of startsMs.entries()) {
      if (Number(series[0]?.count?.[index] ?? 0) > 0) continue;
      const startMs = Math.max(beginMs, silence.startMs);
      const endMs = Math.min(beginMs + bucketMs, silence.endMs);
      const last = silent.at(-1);
      if (last?.endMs === startMs) silent[silent.length - 1] = { startMs: last.startMs, endMs };
      else if (endMs > startMs) silent.push({ startMs, endMs });
    }
    return silent;
  }

  /** One pass over the depth: segments end on quarters of an hour, and so do the buckets. */
  async #depths(key: SeriesKey, { startMs, endMs }: TimeSpan): Promise<Depths> {
    const range = { keys: [key], fromMs: startMs, toMs: endMs, bucketMs: QUARTER_MS };
    const [[before], { startsMs, series }] = await Promise.all([
      this.#historian.stateAt([key], startMs),
      this.#historian.aggregate({ ...range, functions: ['last'] }),
    ]);
    return { before: numberOf(before?.value), startsMs, last: series[0]?.last ?? [] };
  }
}

/** The depth in force when a range begins, and the last one of each quarter of an hour in it. */
interface Depths {
  readonly before: number | null;
  readonly startsMs: ArrayLike<number>;
  readonly last: ArrayLike<unknown>;
}

function withDepths(spans: readonly ActivitySpan[], depths: Depths | undefined): DepthSpan[] {
  let depth = depths?.before ?? null;
  let bucket = 0;
  return spans.map((span) => {
    for (; (depths?.startsMs[bucket] ?? Number.POSITIVE_INFINITY) < span.endMs; bucket++) {
      depth = numberOf(depths?.last[bucket]) ?? depth;
    }
    return { ...span, depth };
  });
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
