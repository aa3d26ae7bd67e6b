import { Worker } from 'node:worker_threads';
import type { SeriesKey } from '@telltale/historian/port.ts';
import { HttpError } from '#http/errors.ts';
import type { PastReader } from './past-reader.ts';
import type { FromThread, PastQuestion, ToThread, Trial } from './thread/messages.ts';
import { MAX_POINTS, type TrialOutcome } from './thread/trial-outcome.ts';

export interface TrialWorkerOptions {
  readonly history: PastReader;
  /** It ends itself when it had nothing to do for so long. */
  readonly idleMs: number;
  /** It can be given another, or has ended. */
  readonly onFree: () => void;
}

interface Open {
  readonly id: number;
  readonly signal: AbortSignal;
  /** Ends the reading for it. */
  readonly reading: AbortController;
  readonly outcome: PromiseWithResolvers<TrialOutcome>;
  readonly onAbort: () => void;
}

/** What it makes lives short: a nursery that is large enough for a stretch of values is emptied seldom. Columns of values do not count here. */
const LIMITS = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 256 };

/** One thread that tries one rule at a time, and the history that it is answered from. */
export class TrialWorker {
  readonly #options: TrialWorkerOptions;
  readonly #worker: Worker;
  readonly #gone: Promise<void>;
  #open: Open | undefined;
  #asked = 0;
  #idle: NodeJS.Timeout | undefined;
  isEnded = false;
  /** Of the last limit that it tried. */
  lastKey: SeriesKey | undefined;

  constructor(options: TrialWorkerOptions) {
    this.#options = options;
    this.#worker = new Worker(new URL('./thread/trial-thread.ts', import.meta.url), { resourceLimits: LIMITS });
    this.#worker.on('message', (message: FromThread) => void this.#hear(message));
    this.#worker.on('error', (error: Error & { code?: string }) =>
      this.#lost(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? tooMuch('It takes more memory to try this rule than it may.')
          : error,
      ),
    );
    this.#gone = new Promise((resolve) => {
      this.#worker.on('exit', (code) => {
        this.#lost(new Error(`The thread that tries rules ended with ${code}.`));
        resolve();
      });
    });
    this.#worker.unref();
  }

  get isBusy(): boolean {
    return this.#open !== undefined;
  }

  /** Only while it is not busy. @throws HttpError 413 with too many values, or the reason of the signal */
  run(trial: Trial, signal: AbortSignal): Promise<TrialOutcome> {
    clearTimeout(this.#idle);
    const id = ++this.#asked;
    const outcome = Promise.withResolvers<TrialOutcome>();
    const onAbort = () => this.#leave(signal.reason);
    this.#open = { id, signal, reading: new AbortController(), outcome, onAbort };
    signal.addEventListener('abort', onAbort, { once: true });
    this.lastKey = trial.limit?.key;
    this.#worker.ref();
    this.#tell({ kind: 'try', id, trial });
    return outcome.promise;
  }

  /** A thread with nothing to do ends by itself: one that is stopped while another starts has taken the process along (nodejs/node#56312). */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    if (this.#open) {
      this.#leave(new Error('The portal is closed.'));
      await this.#worker.terminate();
    } else if (!this.isEnded) {
      this.isEnded = true;
      this.#worker.ref();
      this.#tell({ kind: 'end' });
    }
    await this.#gone;
  }

  /** Nobody waits for it any more, or it cannot be answered: it is busy until the thread has said that it has left off. */
  #leave(error: unknown): void {
    const open = this.#open;
    if (!open) return;
    open.reading.abort(error);
    open.outcome.reject(error);
    this.#tell({ kind: 'leave', id: open.id });
  }

  async #hear(message: FromThread): Promise<void> {
    const open = this.#open;
    if (open?.id !== message.id) return;
    if (message.kind === 'ask') {
      try {
        const answer = await answerOf(this.#options.history, message.what, open.reading.signal);
        this.#tell({ kind: 'answer', question: message.question, answer });
      } catch (error) {
        if (this.#open === open) this.#leave(error);
      }
      return;
    }
    if (message.kind === 'done') open.outcome.resolve(message.outcome);
    else if (message.kind === 'too-many') open.outcome.reject(tooMuch(`The range has more than ${MAX_POINTS} values.`));
    else open.outcome.reject(new Error(`A rule could not be tried: ${message.message}`));
    this.#end(open);
    this.#worker.unref();
    this.#idle = setTimeout(() => void this.close(), this.#options.idleMs).unref();
    this.#options.onFree();
  }

  #lost(error: Error): void {
    const open = this.#open;
    this.isEnded = true;
    clearTimeout(this.#idle);
    if (open) {
      open.reading.abort(error);
      open.outcome.reject(error);
      this.#end(open);
    }
    this.#options.onFree();
  }

  #end({ signal, onAbort }: Open): void {
    signal.removeEventListener('abort', onAbort);
    this.#open = undefined;
  }

  #tell(message: ToThread): void {
    this.#worker.postMessage(message);
  }
}

/** What is answered is copied: the store may keep the arrays. */
function answerOf(history: PastReader, what: PastQuestion, signal: AbortSignal): Promise<unknown> {
  if (what.kind === 'series') return history.readSeries(what.key, what.fromMs, what.toMs, signal);
  if (what.kind === 'state') return history.stateAt(what.keys, what.timeMs);
  return history.aggregate({ ...what.query, signal });
}

const tooMuch = (what: string) => new HttpError(413, 'too-large', what);
