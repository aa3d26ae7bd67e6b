import { emptyPoints, type Points, toSeriesPoints } from '../../embedded/points/points.ts';
import { LATEST_MS, wholeRange } from '../../embedded/points/time-range.ts';
import { packColumns, toColumns } from '../../embedded/read/columns.ts';
import { scanPages } from '../../embedded/read/scan.ts';
import {
  type Columns,
  type ColumnsQuery,
  type CountQuery,
  type LastPoint,
  type PackedColumns,
  type ScanQuery,
  type SeriesKey,
  type SeriesPoints,
  type StoredHour,
  TooManyPointsError,
} from '../../port.ts';
import type { CountedCharts } from '../recent/question.ts';
import type { RecentPoints } from '../recent/recent-points.ts';
import type { NativeTable } from '../server/native-format.ts';
import type { HistoryServer } from '../server/open-server.ts';
import type { Spans } from '../summaries/spans.ts';
import { type Decimated, decimatedOf, decimatedSql, plainDecimatedOf, plainDecimatedSql } from './decimated.ts';
import { lastPointsOf, pointsBySeries, pointsOf } from './points-of-table.ts';
import { int, listOf, POINT_COLUMNS, SETTINGS } from './sql.ts';
import { isLongEnough, summarised } from './summarised.ts';

const HOUR_MS = 3_600_000;
/** How far back a last point is looked for, one span after the other: most series have one not long ago. */
const LOOK_BACK_MS = [HOUR_MS, 24 * HOUR_MS, 30 * 24 * HOUR_MS, Number.POSITIVE_INFINITY];

const whereOf = ({ keys, fromMs, toMs }: CountQuery): string =>
  `key IN ${listOf(keys)} AND time >= ${int(fromMs)} AND time <= ${int(toMs)}`;

/** What the server's points answer; what is not carried there yet is not in it. */
export class ServerReader {
  readonly #server: HistoryServer;
  readonly #mostPoints: number;
  readonly #spans: Spans | undefined;
  readonly #recent: RecentPoints | undefined;

  /**
   * @param spans of the summaries that the server keeps
   * @param recent where nobody else writes to the server
   */
  constructor(server: HistoryServer, mostPoints: number, spans?: Spans, recent?: RecentPoints) {
    this.#server = server;
    this.#mostPoints = mostPoints;
    this.#spans = spans;
    this.#recent = recent;
  }

  get points(): string {
    return this.#server.tables.points;
  }

  select(sql: string, signal?: AbortSignal) {
    return this.#server.connection.select(sql, signal);
  }

  async readColumns({ threshold, ...query }: ColumnsQuery): Promise<Columns> {
    const { keys } = query;
    if (threshold !== -1 && !(Number.isInteger(threshold) && threshold > 0)) {
      throw new RangeError(`${threshold} is not a number of buckets: it is 1 or more, or -1 for every point`);
    }
    this.#refuseMoreThan(keys.length * threshold * 2);
    const [fromMs, toMs] = wholeRange(query.fromMs, query.toMs);
    query.signal?.throwIfAborted();
    const isEmpty = keys.length === 0 || fromMs > toMs;
    const range = { ...query, fromMs, toMs };
    const series = isEmpty ? new Map<SeriesKey, Points>() : await this.#series(range, threshold);
    const columns = keys.map((key) => series.get(key) ?? emptyPoints());
    return toColumns(packColumns(columns, this.#mostPoints));
  }

  async #series(range: CountQuery, threshold: number): Promise<Map<SeriesKey, Points>> {
    if (threshold === -1) {
      this.#refuseMoreThan(await this.countPoints(range));
      return this.#readAll(range);
    }
    const charts = () => this.#charts(range, threshold);
    if (!this.#recent) return (await charts()).series;
    return this.#recent.charts(range, threshold, {
      charts,
      read: (ranges, most, signal) => this.#readUpTo(ranges, most, signal),
    });
  }

  async #charts(range: CountQuery, threshold: number): Promise<CountedCharts> {
    const found = await this.#summarised(range, threshold);
    const keys = range.keys.filter((key) => !found.has(key));
    if (keys.length === 0) return { series: found, counts: new Map() };
    const { series, sparse, counts } = await this.#decimated({ ...range, keys }, threshold);
    for (const [key, points] of found) series.set(key, points);
    for (const key of keys) if (!counts.has(key)) counts.set(key, 0);
    if (sparse.length === 0) return { series, counts };
    for (const [key, points] of await this.#readAll({ ...range, keys: sparse })) series.set(key, points);
    return { series, counts };
  }

  /** The series that summaries help with. */
  async #summarised({ keys, signal, ...range }: CountQuery, threshold: number): Promise<Map<SeriesKey, Points>> {
    const found = new Map<SeriesKey, Points>();
    const { points, summaries } = this.#server.tables;
    const spans = this.#spans;
    if (!spans || summaries === null || !isLongEnough(spans, range, threshold)) return found;
    const select = (sql: string): Promise<NativeTable> => this.select(sql, signal);
    for (const key of new Set(keys)) {
      const series = await summarised({ select, points, summaries, spans }, { key, ...range, threshold });
      if (series) found.set(key, series);
    }
    return found;
  }

  async #decimated(range: CountQuery, threshold: number): Promise<Decimated> {
    const plain = await this.select(plainDecimatedSql(this.points, range, threshold), range.signal);
    const decimated = plainDecimatedOf(plain, threshold);
    if (decimated) return decimated;
    return decimatedOf(await this.select(decimatedSql(this.points, range, threshold), range.signal), threshold);
  }

  async #readAll(range: CountQuery): Promise<Map<SeriesKey, Points>> {
    const sql = `SELECT ${POINT_COLUMNS} ${this.#from(range)} ORDER BY key, time ${SETTINGS}`;
    return pointsBySeries(await this.select(sql, range.signal));
  }

  /** @returns null when they are more than so many */
  async #readUpTo(
    ranges: readonly CountQuery[],
    most: number,
    signal: AbortSignal | undefined,
  ): Promise<Map<SeriesKey, Points> | null> {
    const where = ranges.map((range) => `(${whereOf(range)})`).join(' OR ');
    const from = `FROM ${this.points} FINAL WHERE ${where} ORDER BY key, time LIMIT ${most + 1}`;
    const table = await this.select(`SELECT ${POINT_COLUMNS} ${from} ${SETTINGS}`, signal);
    return table.rows > most ? null : pointsBySeries(table);
  }

  #from(range: CountQuery): string {
    return `FROM ${this.points} FINAL WHERE ${whereOf(range)}`;
  }

  #refuseMoreThan(points: number): void {
    if (points > this.#mostPoints) throw new TooManyPointsError(points, this.#mostPoints);
  }

  async readSeries(key: SeriesKey, from: number, to: number, signal?: AbortSignal): Promise<SeriesPoints> {
    const [fromMs, toMs] = wholeRange(from, to);
    const range = { keys: [key], fromMs, toMs, ...(signal ? { signal } : {}) };
    if (fromMs > toMs) return toSeriesPoints(emptyPoints());
    const sql = `SELECT ${POINT_COLUMNS} ${this.#from(range)} ORDER BY time LIMIT ${this.#mostPoints + 1} ${SETTINGS}`;
    const table = await this.select(sql, signal);
    if (table.rows > this.#mostPoints) this.#refuseMoreThan(await this.countPoints(range));
    return toSeriesPoints(pointsOf(table));
  }

  async readMany({ keys, signal, ...range }: CountQuery): Promise<SeriesPoints[]> {
    const [fromMs, toMs] = wholeRange(range.fromMs, range.toMs);
    const whole = { keys, fromMs, toMs, ...(signal ? { signal } : {}) };
    this.#refuseMoreThan(await this.countPoints(whole));
    const isEmpty = keys.length === 0 || fromMs > toMs;
    const series = isEmpty ? new Map<SeriesKey, Points>() : await this.#readAll(whole);
    return keys.map((key) => toSeriesPoints(series.get(key) ?? emptyPoints()));
  }

  async countPoints({ keys, signal, ...range }: CountQuery): Promise<number> {
    const [fromMs, toMs] = wholeRange(range.fromMs, range.toMs);
    if (keys.length === 0 || fromMs > toMs) return 0;
    const table = await this.select(`SELECT count() AS n ${this.#from({ keys, fromMs, toMs })} ${SETTINGS}`, signal);
    const count = table.numbers('n')[0] ?? 0;
    // Whoever asks for a series twice gets it twice.
    if (new Set(keys).size === keys.length) return count;
    let total = 0;
    for (const key of keys)
      total += await this.countPoints({ keys: [key], fromMs, toMs, ...(signal ? { signal } : {}) });
    return total;
  }

  scanPacked(query: ScanQuery): AsyncGenerator<PackedColumns> {
    const { keys } = query;
    return scanPages(query, this.#mostPoints, {
      count: (range) => this.countPoints(range),
      read: async (fromMs, toMs, mostTimes, signal) => {
        const { table, nextMs } = await this.#page({ keys, fromMs, toMs, signal }, mostTimes);
        return { page: packColumns(keys.map((key) => table.get(key) ?? emptyPoints())), nextMs };
      },
    });
  }

  scanPoints(query: Omit<ScanQuery, 'keys'> & { key: SeriesKey }): AsyncGenerator<Points> {
    const { key } = query;
    return scanPages({ ...query, keys: [key] }, this.#mostPoints, {
      count: (range) => this.countPoints(range),
      read: async (fromMs, toMs, mostTimes, signal) => {
        const { table, nextMs } = await this.#page({ keys: [key], fromMs, toMs, signal }, mostTimes);
        return { page: table.get(key) ?? emptyPoints(), nextMs };
      },
    });
  }

  /** The first so many times of the range, with every point at them. */
  async #page(range: CountQuery, mostTimes: number): Promise<{ table: Map<SeriesKey, Points>; nextMs: number | null }> {
    const times = `SELECT DISTINCT time ${this.#from(range)} ORDER BY time LIMIT 1 OFFSET ${mostTimes}`;
    const [nextMs = null] =
      range.keys.length > 1 ? (await this.select(`${times} ${SETTINGS}`, range.signal)).numbers('time') : [];
    const until = nextMs === null ? range : { ...range, toMs: nextMs - 1 };
    const isAlone = range.keys.length === 1;
    const order = isAlone ? `ORDER BY time LIMIT ${mostTimes + 1}` : 'ORDER BY key, time';
    const table = await this.select(`SELECT ${POINT_COLUMNS} ${this.#from(until)} ${order} ${SETTINGS}`, range.signal);
    const series = pointsBySeries(table);
    const [points] = series.values();
    if (!isAlone || !points || points.timesMs.length <= mostTimes) return { table: series, nextMs };
    const [key = 0] = range.keys;
    const first = {
      timesMs: points.timesMs.slice(0, mostTimes),
      values: points.values.slice(0, mostTimes),
      qualities: points.qualities.slice(0, mostTimes),
      texts: points.texts?.slice(0, mostTimes) ?? null,
    };
    return { table: new Map([[key, first]]), nextMs: points.timesMs[mostTimes] ?? null };
  }

  /** The last point of each series at or before a time, of those that a condition holds for. */
  async lastOf(keys: readonly SeriesKey[], atMs: number, condition = '1', signal?: AbortSignal): Promise<LastPoint[]> {
    const found = new Map<SeriesKey, LastPoint>();
    // Who asks for the last point of all asks for the end of time; most stand shortly before now.
    const lookFromMs = Math.min(atMs, Date.now());
    let toMs = atMs;
    for (const backMs of LOOK_BACK_MS) {
      const missing = [...new Set(keys)].filter((key) => !found.has(key));
      if (missing.length === 0 || toMs < -LATEST_MS) break;
      const fromMs = Math.max(-LATEST_MS, lookFromMs - backMs);
      const from = `${this.#from({ keys: missing, fromMs, toMs })} AND ${condition}`;
      const newest = `SELECT key, max(time) ${from} GROUP BY key`;
      const sql = `SELECT ${POINT_COLUMNS} ${from} AND (key, time) GLOBAL IN (${newest}) ${SETTINGS}`;
      for (const point of lastPointsOf(await this.select(sql, signal))) found.set(point.key, point);
      toMs = fromMs - 1;
    }
    return [...new Set(keys)].flatMap((key) => found.get(key) ?? []);
  }

  async stateAt(keys: readonly SeriesKey[], at: number, signal?: AbortSignal): Promise<LastPoint[]> {
    const [, timeMs] = wholeRange(-LATEST_MS, at);
    const held = this.#recent?.stateAt(keys, timeMs) ?? new Map<SeriesKey, LastPoint>();
    const others = keys.filter((key) => !held.has(key));
    for (const point of await this.lastOf(others, timeMs, '1', signal)) held.set(point.key, point);
    return [...new Set(keys)].flatMap((key) => held.get(key) ?? []);
  }

  /** The first point of a series from a time on that a condition holds for. */
  async firstOf(key: SeriesKey, fromMs: number, condition = '1', signal?: AbortSignal): Promise<LastPoint | null> {
    if (fromMs > LATEST_MS) return null;
    const from = `${this.#from({ keys: [key], fromMs, toMs: LATEST_MS })} AND ${condition}`;
    const table = await this.select(`SELECT ${POINT_COLUMNS} ${from} ORDER BY time LIMIT 1 ${SETTINGS}`, signal);
    return lastPointsOf(table)[0] ?? null;
  }

  async latest(): Promise<LastPoint[]> {
    const newest = `SELECT key, max(time) AS time FROM ${this.points} GROUP BY key`;
    const where = `(key, time) GLOBAL IN (${newest})`;
    const table = await this.select(`SELECT ${POINT_COLUMNS} FROM ${this.points} FINAL WHERE ${where} ${SETTINGS}`);
    const latest = lastPointsOf(table);
    const known = new Set(latest.map(({ key }) => key));
    // The newest write of these is a point that is gone.
    const others = (await this.select(newest)).numbers('key').filter((key) => !known.has(key));
    return others.length === 0 ? latest : [...latest, ...(await this.lastOf([...others], LATEST_MS))];
  }

  /** The room that rows take on the disk, spread over the hours of their times. */
  async bytesByHour(signal?: AbortSignal): Promise<StoredHour[]> {
    const hour = `time - positiveModulo(time, ${HOUR_MS})`;
    const sql = `SELECT toInt64(${hour}) AS hour, count() AS n FROM ${this.points} GROUP BY hour ORDER BY hour`;
    const table = await this.select(sql, signal);
    const { rows, bytes } = await this.size(signal);
    const counts = table.numbers('n');
    const startsMs = table.numbers('hour');
    return Array.from(startsMs, (startMs, i) => {
      return { startMs, bytes: ((counts[i] as number) * bytes) / Math.max(1, rows) };
    });
  }

  /** Rows and bytes of the table as it lies on the disk: writes that were overwritten count until they are merged away. */
  async size(signal?: AbortSignal): Promise<{ rows: number; bytes: number }> {
    const { sizes, storedPoints } = this.#server.tables;
    const [database, table] = storedPoints.split('.').map((name) => name.replaceAll('`', "'"));
    const where = `database = ${database} AND name = ${table}`;
    const sum = (column: string): string => `sum(ifNull(${column}, 0))`;
    const sql = `SELECT ${sum('total_rows')} AS rows, ${sum('total_bytes')} AS bytes FROM ${sizes} WHERE ${where}`;
    const found = await this.select(sql, signal);
    return { rows: found.numbers('rows')[0] ?? 0, bytes: found.numbers('bytes')[0] ?? 0 };
  }

  /** Series and points exactly; it looks at every row. */
  async count(): Promise<{ series: number; points: number }> {
    const sql = `SELECT uniqExact(key) AS series, count() AS points FROM ${this.points} FINAL ${SETTINGS}`;
    const found = await this.select(sql);
    return { series: found.numbers('series')[0] ?? 0, points: found.numbers('points')[0] ?? 0 };
  }
}
