import type { Historian, LastPoint, PointValue, SeriesKey, SeriesPoints } from '@telltale/historian';
import type { AskedHistory } from './gathered-history.ts';
import type { PointsBehind } from './points-behind.ts';

/** The history as far as what begins at a place reads it. */
export interface PastHistory extends Pick<Historian, 'readSeries' | 'stateAt'> {
  /** Whether a point stands behind the place: it is told once more, or for the first time. */
  isLater(key: SeriesKey, timeMs: number): boolean;
}

/** So far back is read at once for what stands before points that are behind. */
const SPAN_MS = 60_000;
/** Series whose points before the place are read in one question. */
const KEYS_AT_ONCE = 500;

/** The history as it was when a stream had come to a place: without the points that stand behind it. */
export class HistoryAtPlace implements PastHistory {
  readonly #history: AskedHistory;
  readonly #behind: PointsBehind;

  /** @param behind is complete; what stands before the place is left out of it here */
  constructor(history: AskedHistory, behind: PointsBehind) {
    this.#history = history;
    this.#behind = behind;
    behind.leaveOutBefore();
  }

  isLater(key: SeriesKey, timeMs: number): boolean {
    return this.#behind.has(key, timeMs);
  }

  async readSeries(key: SeriesKey, fromMs: number, toMs: number, signal?: AbortSignal): Promise<SeriesPoints> {
    const points = await this.#history.readSeries(key, fromMs, toMs, signal);
    const times = this.#behind.timesOf(key);
    return times ? without(points, times) : points;
  }

  async stateAt(keys: readonly SeriesKey[], timeMs: number): Promise<LastPoint[]> {
    const found = await this.#history.stateAt(keys, timeMs);
    const isBehind = (point: LastPoint) => this.isLater(point.key, point.timeMs);
    const behind = found.filter(isBehind);
    if (behind.length === 0) return found;
    const before: LastPoint[] = [];
    for (let n = 0; n < behind.length; n += KEYS_AT_ONCE) {
      before.push(...(await this.#before(behind.slice(n, n + KEYS_AT_ONCE))));
    }
    return [...found.filter((point) => !isBehind(point)), ...before];
  }

  /** The last points of series before these, which are behind. */
  async #before(points: readonly LastPoint[]): Promise<LastPoint[]> {
    const toMs = Math.max(...points.map(({ timeMs }) => timeMs));
    const firstMs = Math.max(toMs - SPAN_MS, Math.min(...points.map((point) => this.#firstOf(point))));
    const keys = points.map(({ key }) => key);
    const found: LastPoint[] = [];
    const missing: SeriesKey[] = [];
    const { fromMs, series: all } = await this.#history.readAround(keys, { fromMs: firstMs, toMs });
    for (const [n, series] of all.entries()) {
      const key = keys[n] as SeriesKey;
      const last = lastOf(key, series, (timeMs) => timeMs <= toMs && !this.isLater(key, timeMs));
      if (last) found.push(last);
      else missing.push(key);
    }
    return missing.length === 0 ? found : [...found, ...(await this.stateAt(missing, fromMs - 1))];
  }

  /** The earliest time of a series that is behind and not long before a point. */
  #firstOf({ key, timeMs }: LastPoint): number {
    let firstMs = timeMs;
    for (const one of this.#behind.timesOf(key) ?? []) {
      if (one < firstMs && one >= timeMs - SPAN_MS) firstMs = one;
    }
    return firstMs;
  }
}

function lastOf(key: SeriesKey, points: SeriesPoints, fits: (timeMs: number) => boolean): LastPoint | undefined {
  const { timesMs, values, qualities } = points;
  for (let i = timesMs.length - 1; i >= 0; i--) {
    const timeMs = timesMs[i] as number;
    if (fits(timeMs)) return { key, timeMs, value: values[i] as PointValue, quality: qualities[i] as number };
  }
  return undefined;
}

function without(points: SeriesPoints, times: ReadonlySet<number>): SeriesPoints {
  const { timesMs, values, qualities } = points;
  const places: number[] = [];
  for (let i = 0; i < timesMs.length; i++) if (!times.has(timesMs[i] as number)) places.push(i);
  if (places.length === timesMs.length) return points;
  const kept = places.map((i) => values[i] as PointValue);
  return {
    timesMs: Float64Array.from(places, (i) => timesMs[i] as number),
    values: kept.every((value) => typeof value === 'number') ? Float64Array.from(kept) : kept,
    qualities: Uint8Array.from(places, (i) => qualities[i] as number),
  };
}
