import { HistoryUnavailableError, type SeriesKey } from '../port.ts';
import { isDatabaseDamage } from './damage.ts';
import type { Faults } from './faults.ts';
import { isOutOfSpace } from './folder/disk-space.ts';
import type { SealedSeries } from './heads/heads.ts';
import type { Piece } from './points/piece.ts';
import { WaitingParcels } from './waiting-parcels.ts';
import type { Parcel } from './workers/sealed-parcel.ts';
import { ThreadEndedError } from './workers/task-thread.ts';
import type { WriterResult, WriterTask } from './workers/writer-tasks.ts';
import type { WriterThread } from './workers/writer-thread.ts';

/** Series in one transaction: more share page writes and the sync, fewer wait in memory. */
const BATCH_SERIES = 1024;
/** How long a sealed series may wait for company. */
const BATCH_WAIT_MS = 10_000;
/** Encoded bytes that may wait for the disk before appends are held up. */
const MOST_WAITING_BYTES = 32 * 2 ** 20;
const RETRY_MS = 1000;
interface Job {
  task: WriterTask;
  /** What the task seals. */
  parcel: Parcel | null;
  logFile: number;
  done: (result: WriterResult) => void;
  /** Somebody waits for an operation, and hears when it cannot be done now. */
  caller: Caller | null;
  /** The thread ended over it: it may have been done. */
  isUncertain: boolean;
}

interface Caller {
  reject: (error: HistoryUnavailableError) => void;
  /** Takes the operation back, so that it is never done. */
  withdraw: () => Promise<void>;
}

export interface SealQueueOptions {
  writer: Pick<WriterThread, 'run'>;
  faults: Faults;
  /** Whether the files may be rearranged now (not while they are copied). */
  mayMove: () => boolean;
  /** A log file is needed by one thing less. */
  onRelease: (logFile: number) => void;
}

/**
 * Sealed points and range operations on their way to the chunks, in order. What waits stays readable as pieces;
 * a failed write is tried again until it works, so nothing that was acknowledged is dropped. Whoever waits for an
 * operation, or for room, is told of the failure instead of waiting until it is over.
 */
export class SealQueue {
  readonly #options: SealQueueOptions;
  readonly #waiting = new WaitingParcels();
  #jobs: Job[] = [];
  /** Log files that what was written since the last sync needed. */
  readonly #unforced: number[] = [];
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #syncTimer: NodeJS.Timeout | null = null;
  #retryTimer: { cancel: () => void } | null = null;
  #roomWaiters: { resolve: () => void; reject: (error: Error) => void }[] = [];
  #isClosing = false;
  /** Why the last attempts failed; null while chunks can be written. */
  #failure: HistoryUnavailableError | null = null;
  #hasLostThread = false;
  #onFailure: ((error: unknown) => void) | null = null;
  /** Points in chunks, as the writer last said. */
  storedPoints = 0;

  constructor(options: SealQueueOptions) {
    this.#options = options;
  }

  /** Pieces of the series that are not in a chunk yet and reach into the range, oldest writing first. */
  piecesOf(key: SeriesKey, fromMs: number, toMs: number): Piece[] {
    return this.#waiting.piecesOf(key, fromMs, toMs);
  }

  /** No more points of the series than this wait that lie in the range. */
  mostPointsOf(key: SeriesKey, fromMs: number, toMs: number): number {
    return this.#waiting.mostPointsOf(key, fromMs, toMs);
  }

  /** Points that are not in a chunk yet. */
  get waitingPoints(): number {
    return this.#waiting.points;
  }

  /** Why chunks cannot be written now, or null. */
  get failure(): HistoryUnavailableError | null {
    return this.#failure;
  }

  /** Takes in sealed points; they are copied at once. */
  add(sealed: SealedSeries): void {
    if (!this.#waiting.hasRoom(sealed.pieces)) this.flush();
    if (this.#waiting.add(sealed) >= BATCH_SERIES) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), BATCH_WAIT_MS).unref();
  }

  /** Hands the sealed series over to the writer. */
  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const parcel = this.#waiting.take();
    if (!parcel) return;
    const task: WriterTask = { kind: 'seal', memory: parcel.memory, length: parcel.length };
    this.#push({ task, parcel, logFile: 0, done: () => undefined });
  }

  /**
   * Runs a range operation after all that was sealed before; `onDone` hears the result at once. With `withdraw`, rejects
   * when chunks cannot be written; without, it waits until they can.
   * @throws HistoryUnavailableError
   */
  operate(
    task: WriterTask,
    logFile: number,
    onDone: (result: WriterResult) => void,
    withdraw?: () => Promise<void>,
  ): Promise<WriterResult> {
    this.flush();
    return new Promise((resolve, reject) => {
      const done = (result: WriterResult): void => {
        onDone(result);
        resolve(result);
      };
      this.#push({ task, parcel: null, logFile, done }, withdraw ? { reject, withdraw } : null);
    });
  }

  #push(job: Omit<Job, 'caller' | 'isUncertain'>, caller: Caller | null = null): void {
    this.#jobs.push({ ...job, caller, isUncertain: false });
    this.#running ??= this.#run();
  }

  async #run(): Promise<void> {
    for (let job = this.#jobs[0]; job; job = this.#jobs[0]) {
      try {
        const result = await this.#start(job);
        this.#jobs.shift();
        this.#settle(job, result);
      } catch (error) {
        if (this.#isClosing) break;
        const isLost = error instanceof ThreadEndedError;
        job.isUncertain ||= isLost;
        // Another thread takes over at once; it is a failure when that ends, too.
        if (isLost && !this.#hasLostThread) {
          this.#hasLostThread = true;
          continue;
        }
        await this.#fail(error);
        await this.#pause();
      }
    }
    this.#running = null;
  }

  #start({ task }: Job): Promise<WriterResult> {
    const { writer, mayMove } = this.#options;
    // Asked at the last moment: a copy of the files may have begun while this waited.
    return writer.run(task.kind === 'sync' ? { ...task, mayMove: mayMove() } : task);
  }

  #settle(job: Job, result: WriterResult): void {
    this.#options.faults.clear('chunks');
    this.#failure = null;
    this.#hasLostThread = false;
    this.storedPoints = result.points;
    if (job.parcel) this.#unforced.push(...this.#waiting.settle(job.parcel));
    if (job.logFile > 0) this.#unforced.push(job.logFile);
    if (job.task?.kind === 'sync') for (const logFile of this.#unforced.splice(0)) this.#options.onRelease(logFile);
    if (result.hasFreePages && !this.#isClosing) this.sync();
    else if (result.isHeldUp) this.#syncLater();
    job.done(result);
    if (this.#waiting.bytes <= MOST_WAITING_BYTES) for (const { resolve } of this.#roomWaiters.splice(0)) resolve();
  }

  /** Tells all who wait, and takes back what can be. */
  async #fail(error: unknown): Promise<void> {
    const text = `history cannot be written to its chunks: ${String(error)}`;
    const isFull = isOutOfSpace(error);
    const failure = new HistoryUnavailableError(text, { isFull, cause: error });
    this.#failure = failure;
    this.#options.faults.raise('chunks', text);
    this.#onFailure?.(error);
    for (const { reject } of this.#roomWaiters.splice(0)) reject(failure);
    for (const job of this.#jobs.filter(({ caller }) => caller !== null)) {
      const { caller } = job;
      job.caller = null;
      const isGone = await this.#isWithdrawn(job, caller);
      caller?.reject(isGone ? failure : new HistoryUnavailableError(text, { isFull, mayHappen: true, cause: error }));
    }
  }

  /** A drop is not taken back: some series may be without their old points already, and the others are to follow. */
  async #isWithdrawn(job: Job, caller: Caller | null): Promise<boolean> {
    if (!caller || job.isUncertain || job.task?.kind === 'drop') return false;
    try {
      await caller.withdraw();
    } catch (error) {
      this.#options.faults.tell(`an edit of the history could not be taken back: ${String(error)}`);
      return false;
    }
    this.#jobs = this.#jobs.filter((other) => other !== job);
    this.#options.onRelease(job.logFile);
    return true;
  }

  /** Forces what was written to disk, which is when the log is needed no more for it. */
  sync(): void {
    this.#push({ task: { kind: 'sync', mayMove: true }, parcel: null, logFile: 0, done: () => undefined });
  }

  #syncLater(): void {
    if (this.#isClosing) return;
    this.#syncTimer ??= setTimeout(() => {
      this.#syncTimer = null;
      this.sync();
    }, RETRY_MS).unref();
  }

  /**
   * Null when there is room; otherwise resolves when the disk has caught up.
   * @throws HistoryUnavailableError when it cannot, at present
   */
  room(): Promise<void> | null {
    if (this.#waiting.bytes <= MOST_WAITING_BYTES) return null;
    if (this.#failure) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => this.#roomWaiters.push({ resolve, reject }));
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, RETRY_MS).unref();
      this.#retryTimer = {
        cancel: () => {
          clearTimeout(timer);
          resolve();
        },
      };
    });
  }

  /**
   * Resolves when everything given so far is in chunks; answers false when a write failed, which is tried again later.
   * @throws Error when the database is damaged
   */
  async drain(): Promise<boolean> {
    this.flush();
    const failed = new Promise<unknown>((resolve) => {
      this.#onFailure = resolve;
    });
    let failure: unknown;
    while (this.#running && failure === undefined) failure = await Promise.race([this.#running, failed]);
    this.#onFailure = null;
    if (isDatabaseDamage(failure)) throw failure;
    return failure === undefined;
  }

  /** Tries once to write out all that waits; what cannot be written stays in the log (answers false). */
  async close(): Promise<boolean> {
    this.flush();
    this.#isClosing = true;
    if (this.#syncTimer) clearTimeout(this.#syncTimer);
    this.#retryTimer?.cancel();
    while (this.#running) await this.#running;
    for (const { caller } of this.#jobs) {
      caller?.reject(new HistoryUnavailableError('the history store was closed before', { mayHappen: true }));
    }
    return this.#jobs.length === 0;
  }
}
