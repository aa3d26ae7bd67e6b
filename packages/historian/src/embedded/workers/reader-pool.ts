import { availableParallelism } from 'node:os';
import type { OnDamage } from '../damage.ts';
import type { ReaderResult, ReaderTask } from './reader-tasks.ts';
import { TaskThread } from './task-thread.ts';

/** A few reading threads, started when first needed; a task goes to the one with the least to do. */
export class ReaderPool {
  readonly #path: string;
  readonly #onDamage: OnDamage;
  readonly #threads: TaskThread<ReaderTask, ReaderResult>[] = [];
  readonly #size = Math.min(4, Math.max(2, availableParallelism() - 1));

  constructor(path: string, onDamage: OnDamage) {
    this.#path = path;
    this.#onDamage = onDamage;
  }

  run(task: ReaderTask): Promise<ReaderResult> {
    return this.#pick().run(task);
  }

  #pick(): TaskThread<ReaderTask, ReaderResult> {
    let best: TaskThread<ReaderTask, ReaderResult> | undefined;
    for (const thread of this.#threads) if (!best || thread.load < best.load) best = thread;
    if (best && (best.load === 0 || this.#threads.length >= this.#size)) return best;
    const file = new URL('./reader-worker.ts', import.meta.url);
    const thread = new TaskThread<ReaderTask, ReaderResult>(file, { path: this.#path }, this.#onDamage);
    this.#threads.push(thread);
    return thread;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
