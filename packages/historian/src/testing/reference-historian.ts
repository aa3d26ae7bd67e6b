import { axisOf } from '../aggregation/bucket-axis.ts';
import {
  type AggregateQuery,
  type Aggregates,
  type ChangesQuery,
  type Columns,
  type ColumnsQuery,
  type CountQuery,
  type Historian,
  type HistorianStats,
  type LastPoint,
  MOST_POINTS,
  type PackedColumns,
  type PointBatch,
  type PointValue,
  type ScanQuery,
  type SeriesKey,
  type SeriesPoints,
  type StoredHour,
  TooManyPointsError,
} from '../port.ts';
import { naiveAggregate, type StoredPoint } from './naive-aggregate.ts';

type Stored = StoredPoint;

/**
 * The port in its plainest form: a sorted array per series, in memory only. It is the oracle that the tests hold
 * real engines against, so it favours being obviously right over everything else.
 */
export class ReferenceHistorian implements Historian {
  readonly #series = new Map<SeriesKey, Map<number, Stored>>();
  readonly #mostPoints: number;

  constructor(mostPoints = MOST_POINTS) {
    this.#mostPoints = mostPoints;
  }

  async append(batch: PointBatch): Promise<void> {
    for (let i = 0; i < batch.length; i++) {
      const key = batch.keys[i] ?? 0;
      const points = this.#series.get(key) ?? new Map<number, Stored>();
      this.#series.set(key, points);
      const timeMs = batch.timesMs[i] ?? 0;
      points.set(timeMs, { timeMs, value: batch.valueAt(i), quality: batch.qualities[i] ?? 0 });
    }
  }

  #points(key: SeriesKey, fromMs: number, toMs: number): Stored[] {
    const points = [...(this.#series.get(key)?.values() ?? [])];
    return points.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs).sort((a, b) => a.timeMs - b.timeMs);
  }

  #refuseMoreThan(points: number): void {
    if (points > this.#mostPoints) throw new TooManyPointsError(points, this.#mostPoints);
  }

  async readColumns({ keys, fromMs, toMs, threshold }: ColumnsQuery): Promise<Columns> {
    this.#refuseMoreThan(threshold < 0 ? await this.countPoints({ keys, fromMs, toMs }) : keys.length * threshold * 2);
    const columns = this.#columns(keys, fromMs, toMs, threshold);
    this.#refuseMoreThan(columns.timesMs.length * keys.length);
    return columns;
  }

  #columns(keys: readonly SeriesKey[], fromMs: number, toMs: number, threshold: number): Columns {
    const series = keys.map((key) => {
      const points = this.#points(key, fromMs, toMs);
      return threshold < 0 || points.length <= threshold ? points : decimate(points, fromMs, toMs, threshold);
    });
    const times = [...new Set(series.flatMap((points) => points.map(({ timeMs }) => timeMs)))].sort((a, b) => a - b);
    const columns = series.map((points) => {
      const byTime = new Map(points.map(({ timeMs, value }) => [timeMs, value]));
      return times.map((timeMs) => byTime.get(timeMs) ?? null);
    });
    return { timesMs: Float64Array.from(times), columns };
  }

  async readSeries(key: SeriesKey, fromMs: number, toMs: number): Promise<SeriesPoints> {
    const points = this.#points(key, fromMs, toMs);
    this.#refuseMoreThan(points.length);
    const values = points.map(({ value }) => value);
    return {
      timesMs: Float64Array.from(points, ({ timeMs }) => timeMs),
      values: values.every((value) => typeof value === 'number') ? Float64Array.from(values) : values,
      qualities: Uint8Array.from(points, ({ quality }) => quality),
    };
  }

  async readMany({ keys, fromMs, toMs }: CountQuery): Promise<SeriesPoints[]> {
    this.#refuseMoreThan(await this.countPoints({ keys, fromMs, toMs }));
    return Promise.all(keys.map((key) => this.readSeries(key, fromMs, toMs)));
  }

  async countPoints({ keys, fromMs, toMs }: CountQuery): Promise<number> {
    return keys.reduce((total, key) => total + this.#points(key, fromMs, toMs).length, 0);
  }

  async *scan({ keys, fromMs, toMs, isLimited, pageValues = 1000, signal }: ScanQuery): AsyncGenerator<Columns> {
    const all = this.#columns(keys, fromMs, toMs, -1);
    if (isLimited) this.#refuseMoreThan(all.timesMs.length * keys.length);
    const step = Math.max(1, Math.floor(pageValues / keys.length));
    for (let at = 0; at < all.timesMs.length; at += step) {
      signal?.throwIfAborted();
      const columns = all.columns.map((column) => column.slice(at, at + step));
      yield { timesMs: all.timesMs.slice(at, at + step), columns };
    }
  }

  async *scanPacked(query: ScanQuery): AsyncGenerator<PackedColumns> {
    for await (const { timesMs, columns } of this.scan(query)) {
      const packed = columns.map((column) => ({
        values: Float64Array.from(column, (value) => (typeof value === 'number' ? value : 0)),
        present: Uint8Array.from(column, (value) => (value === null ? 0 : 1)),
        texts: column.map((value) => (typeof value === 'string' ? value : null)),
      }));
      yield { timesMs: Float64Array.from(timesMs), columns: packed };
    }
  }

  async *scanSeries({
    key,
    fromMs,
    toMs,
  }: {
    key: SeriesKey;
    fromMs: number;
    toMs: number;
  }): AsyncGenerator<SeriesPoints> {
    const points = await this.readSeries(key, fromMs, toMs);
    if (points.timesMs.length > 0) yield points;
  }

  async aggregate(query: AggregateQuery): Promise<Aggregates> {
    axisOf(query, query.fromMs, query.toMs, this.#mostPoints);
    return naiveAggregate(query, (key) => this.#points(key, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY));
  }

  #changes(key: SeriesKey): LastPoint[] {
    const points = this.#points(key, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    const isSame = (a: PointValue, b?: PointValue): boolean => a === b || (Number.isNaN(a) && Number.isNaN(b));
    return points.filter(({ value }, i) => i === 0 || !isSame(value, points[i - 1]?.value)).map((p) => ({ key, ...p }));
  }

  async nextChange(key: SeriesKey, afterMs: number, signal?: AbortSignal): Promise<LastPoint | null> {
    signal?.throwIfAborted();
    return this.#changes(key).find(({ timeMs }) => timeMs > afterMs) ?? null;
  }

  async previousChange(key: SeriesKey, beforeMs: number): Promise<LastPoint | null> {
    return this.#changes(key).findLast(({ timeMs }) => timeMs < beforeMs) ?? null;
  }

  async listChanges({ key, fromMs, toMs, most }: ChangesQuery): Promise<LastPoint[]> {
    const [before] = await this.stateAt([key], fromMs);
    const after = this.#changes(key).filter(({ timeMs }) => timeMs > fromMs && timeMs <= toMs);
    const changes = before ? [before, ...after] : after;
    if (changes.length > most) throw new TooManyPointsError(changes.length, most);
    return changes;
  }

  async stateAt(keys: readonly SeriesKey[], timeMs: number): Promise<LastPoint[]> {
    return [...new Set(keys)].flatMap((key) => {
      const last = this.#points(key, Number.NEGATIVE_INFINITY, timeMs).at(-1);
      return last ? [{ key, ...last }] : [];
    });
  }

  latest(): Promise<LastPoint[]> {
    return this.stateAt([...this.#series.keys()], Number.POSITIVE_INFINITY);
  }

  async editRange(key: SeriesKey, fromMs: number, toMs: number, value: PointValue): Promise<number> {
    const points = this.#points(key, fromMs, toMs);
    for (const point of points) point.value = value;
    return points.length;
  }

  async deleteRange(key: SeriesKey, fromMs: number, toMs: number): Promise<number> {
    const points = this.#points(key, fromMs, toMs);
    for (const { timeMs } of points) this.#series.get(key)?.delete(timeMs);
    return points.length;
  }

  async dropBefore(timeMs: number, keys: readonly SeriesKey[] = [...this.#series.keys()]): Promise<number> {
    let dropped = 0;
    for (const key of new Set(keys)) dropped += await this.deleteRange(key, Number.NEGATIVE_INFINITY, timeMs - 1);
    return dropped;
  }

  async bytesByHour(): Promise<StoredHour[]> {
    const hours = new Map<number, number>();
    for (const { timeMs } of [...this.#series.values()].flatMap((points) => [...points.values()])) {
      const startMs = Math.floor(timeMs / 3_600_000) * 3_600_000;
      hours.set(startMs, (hours.get(startMs) ?? 0) + 17);
    }
    return [...hours].map(([startMs, bytes]) => ({ startMs, bytes })).sort((a, b) => a.startMs - b.startMs);
  }

  async backup(): Promise<void> {
    throw new Error('the reference has nothing on disk');
  }

  stats(): HistorianStats {
    const filled = [...this.#series.values()].filter((points) => points.size > 0);
    const points = filled.reduce((total, { size }) => total + size, 0);
    return {
      series: filled.length,
      points,
      bytesOnDisk: 0,
      tornLogTails: 0,
      lostThreads: 0,
      faults: [],
      damage: [],
      engine: 'reference',
      behind: null,
    };
  }

  async close(): Promise<void> {
    this.#series.clear();
  }
}

/** What the port says of buckets, word by word. */
function decimate(points: readonly Stored[], fromMs: number, toMs: number, threshold: number): Stored[] {
  const span = toMs - fromMs + 1;
  const count = Math.min(threshold, span);
  const kept = new Set<Stored>();
  for (let bucket = 0; bucket < count; bucket++) {
    const start = fromMs + Math.floor((bucket * span) / count);
    const end = fromMs + Math.floor(((bucket + 1) * span) / count);
    const inside = points.filter(({ timeMs }) => timeMs >= start && timeMs < end);
    const texts = inside.filter(({ value }) => typeof value === 'string');
    const numbers = inside.filter(({ value }) => typeof value === 'number' && !Number.isNaN(value));
    const best = (isBetter: (a: PointValue, b: PointValue) => boolean): Stored[] =>
      numbers.slice(0, 1).map((first) => numbers.reduce((a, b) => (isBetter(b.value, a.value) ? b : a), first));
    for (const point of [
      ...best((a, b) => a < b),
      ...best((a, b) => a > b),
      ...texts.slice(0, 1),
      ...texts.slice(-1),
    ]) {
      kept.add(point);
    }
    const [first] = inside;
    if (first && numbers.length === 0 && texts.length === 0) kept.add(first);
  }
  return [...kept].sort((a, b) => a.timeMs - b.timeMs);
}
