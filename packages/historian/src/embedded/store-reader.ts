import type { DatabaseSync } from 'node:sqlite';
import type { Columns, ColumnsQuery, LastPoint, SeriesKey, SeriesPoints } from '../port.ts';
import { openForReading } from './chunks/chunk-database.ts';
import { ChunkReader } from './chunks/chunk-reader.ts';
import type { OnDamage } from './damage.ts';
import type { Piece } from './piece.ts';
import { toSeriesPoints } from './points.ts';
import { newStopFlag, type StopFlag } from './read/abort.ts';
import { toColumns } from './read/columns.ts';
import { runQuery } from './read/run-query.ts';
import type { SeriesSource } from './read/series-reader.ts';
import { LATEST_MS, wholeRange } from './time-range.ts';
import { ReaderPool } from './workers/reader-pool.ts';
import type { ReaderResult, ReaderTask } from './workers/reader-tasks.ts';

/** Where the points are found that are not in a chunk yet. */
export interface Memory {
  piecesOf(key: SeriesKey): Piece[];
  lastOf(key: SeriesKey): LastPoint | null;
}

/** Chunks that a query may touch and still be answered at once, on the calling thread: less than a thread's hop costs. */
const SMALL_CHUNKS = 12;

/** The reading half: small queries are answered at once, others on threads, with the points of memory handed over. */
export class StoreReader {
  readonly #memory: Memory;
  readonly #pool: ReaderPool;
  readonly #db: DatabaseSync;
  readonly #reader: ChunkReader;

  constructor(chunkFile: string, memory: Memory, onDamage: OnDamage) {
    this.#memory = memory;
    this.#pool = new ReaderPool(chunkFile, onDamage);
    this.#db = openForReading(chunkFile);
    this.#reader = new ChunkReader(this.#db, onDamage);
  }

  async readColumns(query: ColumnsQuery): Promise<Columns> {
    const { keys, threshold, signal } = query;
    if (threshold !== -1 && !(Number.isInteger(threshold) && threshold > 0)) {
      throw new RangeError(`${threshold} is not a number of buckets: it is 1 or more, or -1 for every point`);
    }
    const [fromMs, toMs] = wholeRange(query.fromMs, query.toMs);
    const sources = keys.map((key) => this.#source(key, fromMs, toMs));
    const result = await this.#run(sources, fromMs, toMs, signal, (stop) => ({
      kind: 'columns',
      sources,
      fromMs,
      toMs,
      threshold,
      stop,
    }));
    if (result.kind !== 'columns') throw new Error('a reading thread answered another question');
    return toColumns(result.columns);
  }

  async readSeries(key: SeriesKey, from: number, to: number, signal?: AbortSignal): Promise<SeriesPoints> {
    const [fromMs, toMs] = wholeRange(from, to);
    const source = this.#source(key, fromMs, toMs);
    const result = await this.#run([source], fromMs, toMs, signal, (stop) => ({
      kind: 'series',
      source,
      fromMs,
      toMs,
      stop,
    }));
    if (result.kind !== 'series') throw new Error('a reading thread answered another question');
    return toSeriesPoints(result.points);
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
      const result = isSmall ? runQuery(this.#reader, task) : await this.#pool.run(task);
      if (result.kind !== 'state') throw new Error('a reading thread answered another question');
      for (const state of result.states) known.set(state.key, state);
    }
    return [...new Set(keys)].map((key) => known.get(key)).filter((state) => state !== undefined);
  }

  #source(key: SeriesKey, fromMs: number, toMs: number): SeriesSource {
    const pieces = this.#memory.piecesOf(key);
    return { key, pieces: pieces.filter((piece) => piece.startMs <= toMs && piece.endMs >= fromMs) };
  }

  #isSmall(sources: readonly SeriesSource[], fromMs: number, toMs: number): boolean {
    let left = SMALL_CHUNKS - sources.length;
    for (const { key } of sources) {
      if (left < 0) return false;
      left -= this.#reader.countChunks(key, fromMs, toMs, left + 1);
    }
    return left >= 0;
  }

  /** Runs a task here or on a thread; an aborted signal rejects at once and stops the thread's work. */
  async #run(
    sources: readonly SeriesSource[],
    fromMs: number,
    toMs: number,
    signal: AbortSignal | undefined,
    taskFor: (stop: StopFlag | null) => ReaderTask,
  ): Promise<ReaderResult> {
    signal?.throwIfAborted();
    if (this.#isSmall(sources, fromMs, toMs)) return runQuery(this.#reader, taskFor(null));
    if (!signal) return this.#pool.run(taskFor(null));
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
      return await Promise.race([this.#pool.run(taskFor(stop)), aborted]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  async close(): Promise<void> {
    await this.#pool.close();
    this.#db.close();
  }
}
