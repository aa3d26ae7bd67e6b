import { Worker } from 'node:worker_threads';

/** A message to a thread: a numbered task; the answer carries the same number. */
export interface TaskMessage<Task> {
  id: number;
  task: Task;
}

export interface TaskAnswer<Result> {
  id: number;
  result?: Result;
  error?: { name: string; message: string };
  /** Damage met on the way, in words. */
  damage: string[];
}

interface Open<Result> {
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** One thread that works off tasks in order. */
export class TaskThread<Task, Result> {
  readonly #worker: Worker;
  readonly #open = new Map<number, Open<Result>>();
  readonly #onDamage: (text: string) => void;
  #nextId = 1;
  #failure: Error | null = null;

  constructor(file: URL, workerData: unknown, onDamage: (text: string) => void) {
    this.#onDamage = onDamage;
    this.#worker = new Worker(file, { workerData });
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
    for (const text of answer.damage) this.#onDamage(text);
    const open = this.#open.get(answer.id);
    this.#open.delete(answer.id);
    if (this.#open.size === 0) this.#worker.unref();
    if (!open) return;
    if (answer.error) open.reject(errorOf(answer.error));
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

function errorOf(wire: { name: string; message: string }): Error {
  if (wire.name === 'AbortError') return new DOMException(wire.message, 'AbortError');
  const error = new Error(wire.message);
  error.name = wire.name;
  return error;
}
