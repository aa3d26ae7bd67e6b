import { Worker } from 'node:worker_threads';
import type { OnDamage } from '../damage.ts';
import { END, fromWireError, type TaskAnswer, type TaskMessage } from './wire.ts';

interface Open<Result> {
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** A thread has ended by itself; what it was given last may have been done or not. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';
}

/** What a thread allocates lives short and is small, its large arrays aside: without a limit this grows to 100 MB. */
const YOUNG_MEGABYTES = 12;

/** One thread that works off tasks in order. */
export class TaskThread<Task, Result> {
  readonly #worker: Worker;
  readonly #open = new Map<number, Open<Result>>();
  readonly #gone: Promise<void>;
  #onDamage: OnDamage;
  #onLost: (error: Error) => void;
  #nextId = 1;
  #failure: Error | null = null;

  /** @param onLost hears when the thread ends by itself: out of memory, say */
  constructor(file: URL, workerData: unknown, onDamage: OnDamage, onLost: (error: Error) => void) {
    this.#onDamage = onDamage;
    this.#onLost = onLost;
    this.#worker = new Worker(file, { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES } });
    this.#worker.on('message', (answer: TaskAnswer<Result>) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#fail(error));
    this.#gone = new Promise((resolve) => {
      this.#worker.on('exit', (code) => {
        this.#fail(`exit code ${code}`);
        resolve();
      });
    });
    // A store that nobody closes must not keep its process alive; open tasks do.
    this.#worker.unref();
  }

  /** Tasks that were given and not answered yet. */
  get load(): number {
    return this.#open.size;
  }

  /** It will never answer again. */
  get isEnded(): boolean {
    return this.#failure !== null;
  }

  run(task: Task, transfer: readonly ArrayBuffer[] = []): Promise<Result> {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = this.#nextId++;
    if (this.#open.size === 0) this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#open.set(id, { resolve, reject });
      const message: TaskMessage<Task> = { id, task };
      this.#worker.postMessage(message, transfer);
    });
  }

  /** Whose tasks come from now on hears of damage and of the thread's end; the thread hears of it by the first of them. */
  moveTo(onDamage: OnDamage, onLost: (error: Error) => void, first: Task): void {
    this.#onDamage = onDamage;
    this.#onLost = onLost;
    // A thread that ends over it fails the task that comes next, too.
    this.run(first).catch(() => undefined);
  }

  #settle(answer: TaskAnswer<Result>): void {
    for (const damage of answer.damage) this.#onDamage(damage);
    const open = this.#open.get(answer.id);
    this.#open.delete(answer.id);
    if (this.#open.size === 0) this.#worker.unref();
    if (!open) return;
    if (answer.error) open.reject(fromWireError(answer.error));
    else open.resolve(answer.result as Result);
  }

  #fail(cause: unknown): void {
    if (this.#failure) return;
    const error = new ThreadEndedError(`a thread of the history store has ended (${String(cause)})`, { cause });
    this.#failure = error;
    for (const { reject } of this.#open.values()) reject(error);
    this.#open.clear();
    this.#onLost(error);
  }

  /**
   * What it is at is broken off. A thread with nothing to do ends by itself: one that is stopped from outside while it
   * or another starts has taken the whole process along (nodejs/node#56312).
   */
  async close(): Promise<void> {
    this.#failure ??= new Error('the history store is closed');
    const failure = this.#failure;
    if (this.#open.size > 0) {
      await this.#worker.terminate();
    } else {
      this.#worker.ref();
      this.#worker.postMessage(END);
      await this.#gone;
    }
    for (const { reject } of this.#open.values()) reject(failure);
    this.#open.clear();
  }
}
