import type { DatabaseSync } from 'node:sqlite';
import { axisOf } from '../aggregation/bucket-axis.ts';
import {
  AGGREGATE_ALLOWANCE,
  type AggregateQuery,
  type Aggregates,
  type ChangesQuery,
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
} from '../port.ts';
import { openForReading } from './chunks/chunk-database.ts';
import { ChunkReader } from './chunks/chunk-reader.ts';
import type { OnDamage } from './damage.ts';
import type { Piece } from './points/piece.ts';
import { toSeriesPoints } from './points/points.ts';
import { LATEST_MS, wholeRange } from './points/time-range.ts';
import { newStopFlag, type StopFlag } from './read/abort.ts';
import { toColumns } from './read/columns.ts';
import { runQuery } from './read/run-query.ts';
import { type PagesOf, scanPages } from './read/scan.ts';
import type { SeriesSource } from './read/series-reader.ts';
import { type ColumnsTask, columnsInParts, MANY_CHUNKS } from './workers/columns-in-parts.ts';
import { ReaderPool } from './workers/reader-pool.ts';
import type { ReaderResult, ReaderTask } from './workers/reader-tasks.ts';

/** Where the points are found that are not in a chunk yet. */
export interface Memory {
  /** Those that reach into the range, inclusive. */
  piecesOf(key: SeriesKey, fromMs: number, toMs: number): Piece[];
  /** No more points than this are in the range, inclusive. */
  mostPointsOf(key: SeriesKey, fromMs: number, toMs: number): number;
  lastOf(key: SeriesKey): LastPoint | null;
}

type ResultOf<Kind extends ReaderTask['kind']> = Extract<ReaderResult, { kind: Kind }>;

/** Chunks that a query may touch and still be answered at once, on the calling thread: less than a thread's hop costs. */
const SMALL_CHUNKS = 12;

/** The reading half: small queries are answered at once, others on threads, with the points of memory handed over. */
export class StoreReader {
  readonly #memory: Memory;
  readonly #pool: ReaderPool;
  readonly #db: DatabaseSync;
  readonly #reader: ChunkReader;
  readonly #mostPoints: number;

  /**
   * @param mostPoints that an answer may hold
   * @param onLost hears of reading threads that end by themselves
   */
  constructor(
    chunkFile: string,
    memory: Memory,
    onDamage: OnDamage,
    mostPoints: number,
    onLost: (error: Error) => void,
  ) {
    this.#memory = memory;
    this.#mostPoints = mostPoints;
    this.#pool = new ReaderPool(chunkFile, onDamage, onLost);
    this.#db = openForReading(chunkFile);
    this.#reader = new ChunkReader(this.#db, onDamage);
  }

  async readColumns(query: ColumnsQuery): Promise<Columns> {
    const { keys, threshold, signal } = query;
    if (threshold !== -1 && !(Number.isInteger(threshold) && threshold > 0)) {
      throw new RangeError(`${threshold} is not a number of buckets: it is 1 or more, or -1 for every point`);
    }
    const mostValues = keys.length * threshold * 2;
    if (mostValues > this.#mostPoints) throw new TooManyPointsError(mostValues, this.#mostPoints);
    const [fromMs, toMs] = wholeRange(query.fromMs, query.toMs);
    const taskFor = (stop: StopFlag | null): ColumnsTask => {
      const sources = this.#sources(keys, fromMs, toMs);
      return { kind: 'columns', sources, fromMs, toMs, threshold, limit: this.#mostPoints, stop };
    };
    const isWide = threshold > 0 && keys.length > 1 && this.#hasMore(keys, fromMs, toMs, MANY_CHUNKS);
    const result = isWide
      ? await this.#onThread(signal, (stop) => columnsInParts(this.#pool, taskFor(stop)))
      : await this.#run('columns', keys, fromMs, toMs, signal, taskFor);
    return toColumns((result as ResultOf<'columns'>).columns);
  }

  async readSeries(key: SeriesKey, from: number, to: number, signal?: AbortSignal): Promise<SeriesPoints> {
    const [fromMs, toMs] = wholeRange(from, to);
    const result = await this.#run('series', [key], fromMs, toMs, signal, (stop) => ({
      kind: 'series',
      source: this.#source(key, fromMs, toMs),
      fromMs,
      toMs,
      limit: this.#mostPoints,
      stop,
    }));
    return toSeriesPoints(result.points);
  }

  async countPoints({ keys, fromMs: from, toMs: to, signal }: CountQuery): Promise<number> {
    const [fromMs, toMs] = wholeRange(from, to);
    const result = await this.#run('count', keys, fromMs, toMs, signal, (stop) => {
      return { kind: 'count', sources: this.#sources(keys, fromMs, toMs), fromMs, toMs, stop };
    });
    return result.points;
  }

  /**
   * How many points a range has, or a little more: exactly only where more would be too many, since to count those of memory
   * exactly they must go to the thread.
   */
  async #countRoughly(query: CountQuery): Promise<number> {
    const { keys, fromMs, toMs, signal } = query;
    let inMemory = 0;
    const { points } = await this.#run('count', keys, fromMs, toMs, signal, (stop) => {
      for (const key of keys) inMemory += this.#memory.mostPointsOf(key, fromMs, toMs);
      return { kind: 'count', sources: keys.map((key) => ({ key, pieces: [] })), fromMs, toMs, stop };
    });
    return points + inMemory <= this.#mostPoints ? points + inMemory : this.countPoints(query);
  }

  async *scan(query: ScanQuery): AsyncGenerator<Columns> {
    for await (const page of this.scanPacked(query)) yield toColumns(page);
  }

  scanPacked(query: ScanQuery): AsyncGenerator<PackedColumns> {
    return scanPages(query, this.#mostPoints, {
      count: (range) => this.#countRoughly(range),
      read: async (fromMs, toMs, mostTimes, signal) => {
        const range = { keys: query.keys, fromMs, toMs, signal };
        const { columns, nextMs } = await this.#readPage(query, 'page', range, (stop) => {
          return { kind: 'page', sources: this.#sources(query.keys, fromMs, toMs), fromMs, toMs, mostTimes, stop };
        });
        return { page: columns, nextMs };
      },
    } satisfies PagesOf<PackedColumns>);
  }

  scanSeries({ key, ...query }: Omit<ScanQuery, 'keys'> & { key: SeriesKey }): AsyncIterable<SeriesPoints> {
    return scanPages({ ...query, keys: [key] }, this.#mostPoints, {
      count: (range) => this.#countRoughly(range),
      read: async (fromMs, toMs, mostTimes, signal) => {
        const range = { keys: [key], fromMs, toMs, signal };
        const { points, nextMs } = await this.#readPage(query, 'series-page', range, (stop) => {
          return { kind: 'series-page', sources: this.#sources([key], fromMs, toMs), fromMs, toMs, mostTimes, stop };
        });
        return { page: toSeriesPoints(points), nextMs };
      },
    } satisfies PagesOf<SeriesPoints>);
  }

  async #readPage<Kind extends 'page' | 'series-page'>(
    { isBackground = false }: Pick<ScanQuery, 'isBackground'>,
    kind: Kind,
    { keys, fromMs, toMs, signal }: CountQuery,
    taskFor: (stop: StopFlag | null) => ReaderTask & { kind: Kind },
  ): Promise<ResultOf<Kind>> {
    if (!isBackground) return this.#run(kind, keys, fromMs, toMs, signal, taskFor);
    signal?.throwIfAborted();
    return (await this.#onThread(signal, (stop) => this.#pool.runBehind(() => taskFor(stop)))) as ResultOf<Kind>;
  }

  async aggregate(query: AggregateQuery): Promise<Aggregates> {
    const [fromMs, toMs] = wholeRange(query.fromMs, query.toMs);
    const axis = axisOf(query, fromMs, toMs, this.#mostPoints);
    const { bucketMs = null, buckets = null, functions, maxGapMs = Number.POSITIVE_INFINITY } = query;
    const { keys } = query;
    const limit = this.#mostPoints * AGGREGATE_ALLOWANCE;
    // The counter's number before the range may be anywhere before it.
    const readFromMs = functions.includes('delta') ? -LATEST_MS : fromMs;
    const result = await this.#run('aggregate', keys, readFromMs, toMs, query.signal, (stop) => {
      const sources = this.#sources(keys, -LATEST_MS, LATEST_MS);
      return { kind: 'aggregate', sources, fromMs, toMs, bucketMs, buckets, functions, maxGapMs, limit, stop };
    });
    return { startsMs: axis.startsMs(), series: result.series };
  }

  nextChange(key: SeriesKey, afterMs: number, signal?: AbortSignal): Promise<LastPoint | null> {
    const [, timeMs] = wholeRange(-LATEST_MS, afterMs);
    return this.#change(key, timeMs, true, signal);
  }

  previousChange(key: SeriesKey, beforeMs: number, signal?: AbortSignal): Promise<LastPoint | null> {
    const [timeMs] = wholeRange(beforeMs, LATEST_MS);
    return this.#change(key, timeMs, false, signal);
  }

  async #change(key: SeriesKey, timeMs: number, isNext: boolean, signal?: AbortSignal): Promise<LastPoint | null> {
    const [fromMs, toMs] = isNext ? [timeMs, LATEST_MS] : [-LATEST_MS, timeMs];
    const result = await this.#run('change', [key], fromMs, toMs, signal, (stop) => {
      return { kind: 'change', source: this.#source(key, -LATEST_MS, LATEST_MS), timeMs, isNext, stop };
    });
    return result.change;
  }

  async listChanges({ key, most, signal, ...range }: ChangesQuery): Promise<LastPoint[]> {
    const [fromMs, toMs] = wholeRange(range.fromMs, range.toMs);
    const result = await this.#run('changes', [key], fromMs, toMs, signal, (stop) => {
      // The value in force may have come long before the range.
      return { kind: 'changes', source: this.#source(key, -LATEST_MS, toMs), fromMs, toMs, most, stop };
    });
    return result.changes;
  }

  async stateAt(keys: readonly SeriesKey[], at: number): Promise<LastPoint[]> {
    const [, timeMs] = wholeRange(-LATEST_MS, at);
    const known = new Map<SeriesKey, LastPoint>();
    const sources: SeriesSource[] = [];
    for (const key of keys) {
      const last = this.#memory.lastOf(key);
      if (last && last.timeMs <= timeMs) known.set(key, last);
      else if (last) sources.push(this.#source(key, -LATEST_MS, timeMs));
    }
    if (sources.length > 0) {
      const task: ReaderTask = { kind: 'state', sources, timeMs };
      const isSmall = sources.length <= SMALL_CHUNKS;
      const result = isSmall ? runQuery(this.#reader, task) : await this.#pool.run('state', () => task);
      if (result.kind !== 'state') throw new Error('a reading thread answered another question');
      for (const state of result.states) known.set(state.key, state);
    }
    return [...new Set(keys)].map((key) => known.get(key)).filter((state) => state !== undefined);
  }

  async bytesByHour(signal?: AbortSignal): Promise<StoredHour[]> {
    signal?.throwIfAborted();
    const result = await this.#onThread(signal, () => this.#pool.run('hours', () => ({ kind: 'hours' })));
    return (result as ResultOf<'hours'>).hours;
  }

  #source(key: SeriesKey, fromMs: number, toMs: number): SeriesSource {
    return { key, pieces: this.#memory.piecesOf(key, fromMs, toMs) };
  }

  #sources(keys: readonly SeriesKey[], fromMs: number, toMs: number): SeriesSource[] {
    return keys.map((key) => this.#source(key, fromMs, toMs));
  }

  /** Whether a range has more chunks than so many; each series counts for one more. */
  #hasMore(keys: readonly SeriesKey[], fromMs: number, toMs: number, chunks: number): boolean {
    let left = chunks - keys.length;
    for (const key of keys) {
      if (left < 0) return true;
      left -= this.#reader.countChunks(key, fromMs, toMs, left + 1);
    }
    return left < 0;
  }

  /**
   * Runs a task here or on a thread; an aborted signal rejects at once and stops the thread's work. The task is made when
   * it is its turn: points of memory that go along would otherwise be copied for all that wait.
   */
  async #run<Kind extends ReaderTask['kind']>(
    kind: Kind,
    keys: readonly SeriesKey[],
    fromMs: number,
    toMs: number,
    signal: AbortSignal | undefined,
    taskFor: (stop: StopFlag | null) => ReaderTask & { kind: Kind },
  ): Promise<ResultOf<Kind>> {
    signal?.throwIfAborted();
    const result = this.#hasMore(keys, fromMs, toMs, SMALL_CHUNKS)
      ? await this.#onThread(signal, (stop) => this.#pool.run(kind, () => taskFor(stop)))
      : runQuery(this.#reader, taskFor(null));
    return result as ResultOf<Kind>;
  }

  async #onThread(
    signal: AbortSignal | undefined,
    run: (stop: StopFlag | null) => Promise<ReaderResult>,
  ): Promise<ReaderResult> {
    if (!signal) return run(null);
    const stop = newStopFlag();
    let onAbort = (): void => undefined;
    const aborted = new Promise<never>((_, reject) => {
      onAbort = (): void => {
        Atomics.store(stop, 0, 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      return await Promise.race([run(stop), aborted]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  async close(): Promise<void> {
    await this.#pool.close();
    this.#db.close();
  }
}
