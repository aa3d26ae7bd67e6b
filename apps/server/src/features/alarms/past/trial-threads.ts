import { HttpError } from '#http/errors.ts';
import type { PastReader } from './past-reader.ts';
import type { Trial } from './thread/messages.ts';
import type { TrialOutcome } from './thread/trial-outcome.ts';
import { TrialWorker } from './trial-worker.ts';

interface Waiting {
  readonly trial: Trial;
  readonly signal: AbortSignal;
  readonly resolve: (outcome: Promise<TrialOutcome>) => void;
  readonly reject: (error: unknown) => void;
}

/** As many as a browser asks for at a time that tries a rule on all assets. */
const MOST_THREADS = 2;
/** A thread with nothing to do is ended after so long: it holds some 20 MB. */
const IDLE_MS = 60_000;
/** Who comes after these is told to come again. */
const MOST_WAITING = 256;

/** Has rules tried on threads of their own, started when first needed. Whoever comes later waits for a free one. */
export class TrialThreads {
  readonly #history: PastReader;
  readonly #idleMs: number;
  readonly #waiting: Waiting[] = [];
  #workers: TrialWorker[] = [];
  #isClosed = false;

  constructor(history: PastReader, { idleMs = IDLE_MS } = {}) {
    this.#history = history;
    this.#idleMs = idleMs;
  }

  /** Threads that there are. */
  get size(): number {
    return this.#workers.length;
  }

  /**
   * @param signal nobody waits for the outcome any more: its reason is thrown, and the thread leaves off within some milliseconds
   * @throws HttpError 413 with too many values, 503 with too many waiting
   */
  run(trial: Trial, signal: AbortSignal): Promise<TrialOutcome> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (this.#isClosed || this.#waiting.length >= MOST_WAITING) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const leave = () => {
        const place = this.#waiting.indexOf(waiting);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      const waiting: Waiting = {
        trial,
        signal,
        reject,
        resolve: (outcome) => {
          signal.removeEventListener('abort', leave);
          resolve(outcome);
        },
      };
      this.#waiting.push(waiting);
      this.#give();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(busy());
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }

  /** Gives free threads what waits. */
  #give(): void {
    this.#workers = this.#workers.filter((worker) => !worker.isEnded);
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const worker = this.#free(next.trial);
      if (!worker) return;
      this.#waiting.shift();
      next.resolve(worker.run(next.trial, next.signal));
    }
  }

  /** A limit that is dragged goes where its values are. */
  #free({ limit }: Trial): TrialWorker | undefined {
    if (this.#isClosed) return undefined;
    const free = this.#workers.filter((worker) => !worker.isBusy);
    const known = limit && free.find(({ lastKey }) => lastKey === limit.key);
    if (known) return known;
    if (free[0] || this.#workers.length >= MOST_THREADS) return free[0];
    const worker = new TrialWorker({ history: this.#history, idleMs: this.#idleMs, onFree: () => this.#give() });
    this.#workers.push(worker);
    return worker;
  }
}

const busy = () => new HttpError(503, 'busy', 'Too many rules are being tried. Try again in a moment.');
