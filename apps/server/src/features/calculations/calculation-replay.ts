import { type AssetId, type DataItemId, type EpochMs, QUALITY_BAD, QUALITY_GOOD } from '@telltale/contract';
import { type Historian, type SeriesPoints, seriesKey } from '@telltale/historian';
import { LastGood } from '#expressions/last-good.ts';
import type { CalculatedPoint, CalculationRun } from './calculation-run.ts';

/** What is read of the history. */
export type SeriesReader = Pick<Historian, 'readSeries' | 'stateAt'>;

/** The values of one input in a stretch of the past. */
interface Column {
  readonly points: SeriesPoints;
  readonly places: readonly number[];
  next: number;
}

export interface ReplayOptions {
  signal?: AbortSignal | undefined;
  /** Is told how many values went in, for limits. */
  onRead?: (count: number) => void;
  /** Is told how far it has come. */
  onTime?: (timeMs: EpochMs) => void;
}

const FIRST_STRETCH_MS = 4 * 3_600_000;
const LONGEST_STRETCH_MS = 32 * 86_400_000;
/** Fewer values than this in a stretch make the next one longer, and more than this shorter. */
const FEW_POINTS = 20_000;
const MANY_POINTS = 200_000;
/** Moments between two turns of the event loop: some milliseconds. */
const MOMENTS_PER_TURN = 5_000;

/** Goes through the recorded history of a calculation's inputs as they came. */
export class CalculationReplay {
  readonly #historian: SeriesReader;
  readonly #lastGood: LastGood;

  constructor(historian: SeriesReader) {
    this.#historian = historian;
    this.#lastGood = new LastGood(historian);
  }

  /**
   * Shows a calculation what lies before a range and all of the range, inclusive at both ends.
   * @param onPoint called with each value of the range, in order of time
   */
  async run(
    run: CalculationRun,
    assetId: AssetId,
    { fromMs, toMs }: { fromMs: EpochMs; toMs: EpochMs },
    onPoint: (point: CalculatedPoint) => void,
    options: ReplayOptions = {},
  ): Promise<void> {
    const firstMs = await this.#firstMoment(run, assetId, fromMs);
    const fillFromMs = Math.max(0, firstMs - run.fillMs);
    await this.#setStart(run, assetId, fillFromMs);
    await this.#go(run, assetId, { fromMs: fillFromMs + 1, toMs: firstMs - 1 }, undefined, options);
    await this.#go(
      run,
      assetId,
      { fromMs: firstMs, toMs },
      (timeMs) => {
        const point = run.calculate(timeMs);
        if (point && timeMs >= fromMs) onPoint(point);
      },
      options,
    );
  }

  /** Goes on behind what was shown last. */
  async goOn(
    run: CalculationRun,
    assetId: AssetId,
    range: { fromMs: EpochMs; toMs: EpochMs },
    onPoint: (point: CalculatedPoint) => void,
    options: ReplayOptions = {},
  ): Promise<void> {
    await this.#go(
      run,
      assetId,
      range,
      (timeMs) => {
        const point = run.calculate(timeMs);
        if (point) onPoint(point);
      },
      options,
    );
  }

  /** The last moment before what is held and counted looks back: a moment is when an input had a value, and never in between. */
  async #firstMoment(run: CalculationRun, assetId: AssetId, fromMs: EpochMs): Promise<EpochMs> {
    const settledMs = Math.max(0, fromMs - run.settleMs - 1);
    const keys = run.calculation.dataItemIds.map((dataItemId) => seriesKey(assetId, dataItemId));
    const states = await this.#historian.stateAt(keys, settledMs);
    return states.length === 0 ? settledMs : Math.max(...states.map(({ timeMs }) => timeMs));
  }

  async #setStart(run: CalculationRun, assetId: AssetId, atMs: EpochMs): Promise<void> {
    for (const [dataItemId, places] of placesOf(run)) {
      const key = seriesKey(assetId, dataItemId);
      const isAsked = places.some((place) => run.asksPrevious(place));
      for (const { timeMs, value } of await this.#lastGood.before(key, atMs, isAsked)) {
        for (const place of places) run.set(place, { timeMs, value, quality: QUALITY_GOOD });
      }
      const [state] = await this.#historian.stateAt([key], atMs);
      if (!state || state.quality >= QUALITY_GOOD) continue;
      for (const place of places) run.set(place, { timeMs: state.timeMs, value: Number.NaN, quality: QUALITY_BAD });
    }
  }

  /** @param onMoment undefined: values are only shown */
  async #go(
    run: CalculationRun,
    assetId: AssetId,
    { fromMs, toMs }: { fromMs: EpochMs; toMs: EpochMs },
    onMoment: ((timeMs: EpochMs) => void) | undefined,
    { signal, onRead, onTime }: ReplayOptions,
  ): Promise<void> {
    const places = placesOf(run);
    let stretchMs = FIRST_STRETCH_MS;
    let moments = 0;
    for (let startMs = fromMs; startMs <= toMs; ) {
      const endMs = Math.min(toMs, startMs + stretchMs - 1);
      const columns: Column[] = [];
      let count = 0;
      for (const [dataItemId, ofItem] of places) {
        const points = await this.#historian.readSeries(seriesKey(assetId, dataItemId), startMs, endMs, signal);
        count += points.timesMs.length;
        columns.push({ points, places: ofItem, next: 0 });
      }
      onRead?.(count);
      for (let timeMs = nextTime(columns); timeMs !== END; timeMs = nextTime(columns)) {
        showAt(run, columns, timeMs);
        onMoment?.(timeMs);
        if (++moments % MOMENTS_PER_TURN === 0) await breathe(signal);
      }
      onTime?.(endMs);
      await breathe(signal);
      if (count < FEW_POINTS) stretchMs = Math.min(LONGEST_STRETCH_MS, stretchMs * 2);
      else if (count > MANY_POINTS) stretchMs = Math.max(60_000, stretchMs / 2);
      startMs = endMs + 1;
    }
  }
}

const END = Number.POSITIVE_INFINITY;

/** The variables of each data item: two spellings may mean the same one. */
function placesOf({ calculation }: CalculationRun): ReadonlyMap<DataItemId, readonly number[]> {
  const pairs = calculation.dataItemIds.map((dataItemId, place) => ({ dataItemId, place }));
  const grouped = Map.groupBy(pairs, ({ dataItemId }) => dataItemId);
  return new Map([...grouped].map(([dataItemId, some]) => [dataItemId, some.map(({ place }) => place)]));
}

function nextTime(columns: readonly Column[]): EpochMs {
  let earliest = END;
  for (const { points, next } of columns) earliest = Math.min(earliest, points.timesMs[next] ?? END);
  return earliest;
}

/** Shows every value of a time. */
function showAt(run: CalculationRun, columns: readonly Column[], timeMs: EpochMs): void {
  for (const column of columns) {
    const { points, places, next } = column;
    if (points.timesMs[next] !== timeMs) continue;
    const point = { timeMs, value: points.values[next] as number | string, quality: points.qualities[next] as number };
    for (const place of places) run.set(place, point);
    column.next++;
  }
}

async function breathe(signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise((resolve) => setImmediate(resolve));
}
