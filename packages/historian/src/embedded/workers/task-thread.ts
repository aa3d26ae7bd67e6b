import { Worker } from 'node:worker_threads';
import type { OnDamage } from '../damage.ts';
import { fromWireError, type TaskAnswer, type TaskMessage } from './wire.ts';

interface Open<Result> {
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** What a thread allocates lives short and is small, its large arrays aside: without a limit this grows to 100 MB. */
const YOUNG_MEGABYTES = 12;

/** One thread that works off tasks in order. */
export class TaskThread<Task, Result> {
  readonly #worker: Worker;
  readonly #open = new Map<number, Open<Result>>();
  readonly #onDamage: OnDamage;
  #nextId = 1;
  #failure: Error | null = null;

  constructor(file: URL, workerData: unknown, onDamage: OnDamage) {
    this.#onDamage = onDamage;
    this.#worker = new Worker(file, { workerData, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES } });
    this.#worker.on('message', (answer: TaskAnswer<Result>) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on('exit', () => this.#fail(new Error('a thread of the history store has ended')));
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

  #settle(answer: TaskAnswer<Result>): void {
    for (const damage of answer.damage) this.#onDamage(damage);
    const open = this.#open.get(answer.id);
    this.#open.delete(answer.id);
    if (this.#open.size === 0) this.#worker.unref();
    if (!open) return;
    if (answer.error) open.reject(fromWireError(answer.error));
    else open.resolve(answer.result as Result);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#open.values()) reject(this.#failure);
    this.#open.clear();
  }

  async close(): Promise<void> {
    this.#failure ??= new Error('the history store is closed');
    await this.#worker.terminate();
  }
}
