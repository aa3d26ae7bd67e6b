import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { HttpError, notFound } from '#http/errors.ts';
import type { Answered, Answers, Question, ToReader } from './messages.ts';

/** What one question takes at the most (guarantee F7). */
const MOST_MS = 10_000;
const MOST_MB = 256;
const YOUNG_MB = 32;
/** Who comes after these is told to come again. */
const MOST_WAITING = 64;

interface Waiting {
  readonly asked: Extract<ToReader, { kind: 'ask' }>;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The thread is of no use any more, and why. */
class ThreadLost extends Error {}

/** Has measurement files read on a thread of its own, one question after another. */
export class MeasurementReader {
  readonly #mostMs: number;
  readonly #limits: ResourceLimits;
  readonly #waiting: Waiting[] = [];
  #worker: Worker | undefined;
  #isBusy = false;
  #isClosed = false;
  #asked = 0;

  constructor({ mostMs = MOST_MS, mostMb = MOST_MB } = {}) {
    this.#mostMs = mostMs;
    this.#limits = { maxOldGenerationSizeMb: mostMb, maxYoungGenerationSizeMb: YOUNG_MB };
  }

  /**
   * @param path of content that never changes
   * @param signal nobody waits for the answer any more: what is being read is left, and its reason is thrown
   * @throws HttpError 404 without such a group or channel, 422 where the file cannot be read, 503 with too many waiting
   */
  ask<Kind extends Question['kind']>(
    path: string,
    question: Question & { kind: Kind },
    signal?: AbortSignal,
  ): Promise<Answers[Kind]> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#isClosed || this.#waiting.length >= MOST_WAITING) {
      throw busy();
    }
    return new Promise((resolve, reject) => {
      const asked = { kind: 'ask' as const, id: ++this.#asked, path, question };
      const leave = () => {
        const place = this.#waiting.indexOf(waiting);
        if (place >= 0) this.#waiting.splice(place, 1);
        else this.#worker?.postMessage({ kind: 'cancel', id: asked.id } satisfies ToReader);
        reject(signal?.reason);
      };
      const waiting: Waiting = {
        asked,
        resolve: (answer) => {
          signal?.removeEventListener('abort', leave);
          resolve(answer as Answers[Kind]);
        },
        reject: (error) => {
          signal?.removeEventListener('abort', leave);
          reject(error);
        },
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
      void this.#work();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(busy());
    await this.#worker?.terminate();
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      await this.#answer(next.asked).then(next.resolve, next.reject);
    }
    this.#isBusy = false;
  }

  async #answer(asked: Waiting['asked']): Promise<unknown> {
    const worker = this.#worker ?? this.#start();
    this.#worker = worker;
    try {
      const answered = await this.#hear(worker, asked);
      if (answered.kind === 'answer') return answered.answer;
      if (answered.kind === 'missing') throw notFound(answered.message);
      if (answered.kind === 'refused') throw unreadable(answered.message);
      throw new Error(`a measurement file could not be read: ${answered.message}`);
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error;
      // What it is at is broken off; the next question gets another.
      this.#worker = undefined;
      await worker.terminate();
      throw unreadable(error.message);
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./reading-thread.ts', import.meta.url), { resourceLimits: this.#limits });
    // Who waits for an answer hears of its end; one that comes later is of no matter.
    worker.on('error', () => undefined);
    return worker;
  }

  async #hear(worker: Worker, asked: Waiting['asked']): Promise<Answered> {
    const heard = new AbortController();
    const { signal } = heard;
    const lost = (why: string) => () => {
      throw new ThreadLost(why);
    };
    worker.postMessage(asked);
    try {
      const [answered] = await Promise.race([
        once(worker, 'message', { signal }).catch(lost(TOO_LARGE)),
        once(worker, 'exit', { signal }).then(lost(TOO_LARGE)),
        sleep(this.#mostMs, undefined, { signal }).then(lost('It takes longer to read than it may.')),
      ]);
      return answered;
    } finally {
      heard.abort();
    }
  }
}

const TOO_LARGE = 'It takes more memory to read than it may.';

const busy = () => new HttpError(503, 'busy', 'Too many measurement files are being read. Try again in a moment.');

const unreadable = (why: string) => new HttpError(422, 'unreadable', `The measurement file cannot be read. ${why}`);
