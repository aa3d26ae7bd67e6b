import type {
  DatabaseSource,
  LoadingStage,
  OpenedDatabase,
  QueryLimits,
  QueryResult,
  SqliteAnswer,
  SqliteJob,
  TablePreview,
} from './messages.ts';
import { SqliteProblem } from './problem.ts';

export const QUERY_LIMITS: QueryLimits = { timeMs: 60_000, rows: 2_000_000, bytes: 256_000_000 };
const PREVIEW_LIMITS: QueryLimits = { ...QUERY_LIMITS, timeMs: 20_000 };
/** How much longer than its own limit a job may take before the worker is given up. */
const GRACE_MS = 5_000;
/** Of a file of many gigabytes a few pages are read; one whose texts are UTF-16 is copied first. */
const OPENING_MS = 120_000;
const WORKER_ADDRESS = '/wasm/sqlite-worker.js';
export const STOPPED = 'The query was stopped.';

interface Waiting {
  readonly job: SqliteJob;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onStage: ((stage: LoadingStage) => void) | undefined;
}

/** What a page needs of a worker. */
export type WorkerLike = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/**
 * SQLite in a worker of its own, with one database. Jobs run one after the other. A job that is stopped ends the worker, since nothing
 * else reaches it while it works; the next job starts another one and opens the same database there.
 */
export class SqliteClient {
  readonly #makeWorker: () => WorkerLike;
  readonly #waiting: Waiting[] = [];
  #worker: WorkerLike | undefined;
  #active: Waiting | undefined;
  #source: DatabaseSource | undefined;
  #isOpen = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;

  constructor(makeWorker: () => WorkerLike = () => new Worker(WORKER_ADDRESS)) {
    this.#makeWorker = makeWorker;
  }

  /** @throws SqliteProblem in words for the screen */
  open(source: DatabaseSource, onStage: (stage: LoadingStage) => void): Promise<OpenedDatabase> {
    return this.#ask({ kind: 'open', source }, undefined, onStage) as Promise<OpenedDatabase>;
  }

  /**
   * @param signal stops it, waiting or running
   * @throws SqliteProblem in words for the screen
   */
  query(sql: string, signal?: AbortSignal, limits = QUERY_LIMITS): Promise<QueryResult> {
    return this.#ask({ kind: 'query', sql, limits }, signal) as Promise<QueryResult>;
  }

  /** @throws SqliteProblem in words for the screen */
  preview(table: string, signal?: AbortSignal): Promise<TablePreview> {
    return this.#ask({ kind: 'preview', table, limits: PREVIEW_LIMITS }, signal) as Promise<TablePreview>;
  }

  /** Ends everything; the client is of no use after it. */
  close(): void {
    this.#endWorker();
    for (const { reject } of [...this.#waiting.splice(0), ...(this.#active ? [this.#active] : [])]) {
      reject(new SqliteProblem(STOPPED));
    }
    this.#active = undefined;
  }

  #ask(job: SqliteJob, signal?: AbortSignal, onStage?: Waiting['onStage']): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const waiting: Waiting = { job, resolve, reject, onStage };
    const stop = () => this.#stop(waiting, STOPPED);
    if (signal?.aborted) return Promise.reject(new SqliteProblem(STOPPED));
    signal?.addEventListener('abort', stop, { once: true });
    this.#waiting.push(waiting);
    this.#next();
    return promise.finally(() => signal?.removeEventListener('abort', stop));
  }

  #next(): void {
    if (this.#active !== undefined) return;
    const next = this.#waiting[0];
    if (next === undefined) return;
    if (next.job.kind !== 'open' && !this.#isOpen && this.#source !== undefined) {
      // The worker was ended: the same database is opened in the next one first.
      const ignore = () => undefined;
      const fail = (error: Error) => this.#stop(next, error.message);
      this.#start({ job: { kind: 'open', source: this.#source }, resolve: ignore, reject: fail, onStage: undefined });
      return;
    }
    this.#waiting.shift();
    this.#start(next);
  }

  #start(waiting: Waiting): void {
    this.#active = waiting;
    const { job } = waiting;
    if (job.kind === 'open') {
      this.#source = job.source;
      this.#isOpen = false;
    }
    const worker = this.#worker ?? this.#makeWorker();
    this.#worker = worker;
    const id = ++this.#lastId;
    worker.onmessage = ({ data }: MessageEvent<SqliteAnswer>) => {
      if (data.id !== id) return;
      if ('stage' in data) waiting.onStage?.(data.stage);
      else if ('error' in data) this.#settle(() => waiting.reject(new SqliteProblem(data.error)));
      else this.#settle(() => waiting.resolve(data.value), job.kind === 'open');
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.#endWorker();
      this.#settle(() =>
        waiting.reject(new SqliteProblem('SQLite could not be loaded, or came to an end. Try again.')),
      );
    };
    const [what, mostMs] = job.kind === 'open' ? ['The database', OPENING_MS] : ['The query', job.limits.timeMs];
    this.#timer = setTimeout(
      () => this.#stop(waiting, `${what} took longer than ${mostMs / 1_000} seconds and was stopped.`),
      mostMs + GRACE_MS,
    );
    worker.postMessage({ ...job, id });
  }

  #settle(tell: () => void, isOpened = false): void {
    clearTimeout(this.#timer);
    this.#active = undefined;
    if (isOpened) this.#isOpen = true;
    tell();
    this.#next();
  }

  #stop(waiting: Waiting, reason: string): void {
    const place = this.#waiting.indexOf(waiting);
    if (place >= 0) {
      this.#waiting.splice(place, 1);
      waiting.reject(new SqliteProblem(reason));
    } else if (waiting === this.#active) {
      this.#endWorker();
      this.#settle(() => waiting.reject(new SqliteProblem(reason)));
    }
  }

  #endWorker(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#isOpen = false;
  }
}
