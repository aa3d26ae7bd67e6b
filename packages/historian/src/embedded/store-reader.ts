import type { Columns, ColumnsQuery, LastPoint, SeriesKey, SeriesPoints } from '../port.ts';
import type { Piece } from './piece.ts';
import { toSeriesPoints } from './points.ts';
import { newStopFlag, type StopFlag } from './read/abort.ts';
import { toColumns } from './read/columns.ts';
import { ReaderPool } from './workers/reader-pool.ts';
import type { ReaderResult, ReaderTask } from './workers/reader-tasks.ts';

/** Where the points are found that are not in a chunk yet. */
export interface Memory {
  piecesOf(key: SeriesKey): Piece[];
  lastOf(key: SeriesKey): LastPoint | null;
}

/** The reading half: queries run on threads of their own, with the points of memory handed over. */
export class StoreReader {
  readonly #memory: Memory;
  readonly #pool: ReaderPool;

  constructor(chunkFile: string, memory: Memory, onDamage: (text: string) => void) {
    this.#memory = memory;
    this.#pool = new ReaderPool(chunkFile, onDamage);
  }

  async readColumns(query: ColumnsQuery): Promise<Columns> {
    const { keys, fromMs, toMs, threshold, signal } = query;
    if (threshold !== -1 && !(Number.isInteger(threshold) && threshold > 0)) {
      throw new RangeError(`${threshold} is not a number of buckets: it is 1 or more, or -1 for every point`);
    }
    const sources = keys.map((key) => this.#source(key, fromMs, toMs));
    const result = await this.#run(signal, (stop) => ({ kind: 'columns', sources, fromMs, toMs, threshold, stop }));
    if (result.kind !== 'columns') throw new Error('a reading thread answered another question');
    return toColumns(result.columns);
  }

  async readSeries(key: SeriesKey, fromMs: number, toMs: number, signal?: AbortSignal): Promise<SeriesPoints> {
    const source = this.#source(key, fromMs, toMs);
    const result = await this.#run(signal, (stop) => ({ kind: 'series', source, fromMs, toMs, stop }));
    if (result.kind !== 'series') throw new Error('a reading thread answered another question');
    return toSeriesPoints(result.points);
  }

  async stateAt(keys: readonly SeriesKey[], timeMs: number): Promise<LastPoint[]> {
    const known = new Map<SeriesKey, LastPoint>();
    const sources = [];
    for (const key of keys) {
      const last = this.#memory.lastOf(key);
      if (last && last.timeMs <= timeMs) known.set(key, last);
      else if (last) sources.push(this.#source(key, Number.NEGATIVE_INFINITY, timeMs));
    }
    if (sources.length > 0) {
      const result = await this.#pool.run({ kind: 'state', sources, timeMs });
      if (result.kind !== 'state') throw new Error('a reading thread answered another question');
      for (const state of result.states) known.set(state.key, state);
    }
    return [...new Set(keys)].map((key) => known.get(key)).filter((state) => state !== undefined);
  }

  #source(key: SeriesKey, fromMs: number, toMs: number): { key: SeriesKey; pieces: Piece[] } {
    const pieces = this.#memory.piecesOf(key);
    return { key, pieces: pieces.filter((piece) => piece.startMs <= toMs && piece.endMs >= fromMs) };
  }

  /** Runs a task on a thread; an aborted signal rejects at once and stops the thread's work. */
  async #run(signal: AbortSignal | undefined, taskFor: (stop: StopFlag | null) => ReaderTask): Promise<ReaderResult> {
    if (!signal) return this.#pool.run(taskFor(null));
    signal.throwIfAborted();
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

  close(): Promise<void> {
    return this.#pool.close();
  }
}
