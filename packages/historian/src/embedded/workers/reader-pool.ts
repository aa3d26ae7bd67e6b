import { availableParallelism } from 'node:os';
import type { OnDamage } from '../damage.ts';
import type { ReaderResult, ReaderTask } from './reader-tasks.ts';
import { TaskThread } from './task-thread.ts';

/** Tasks that may take seconds; all others take a fraction of one. */
const LONG_KINDS: ReadonlySet<ReaderTask['kind']> = new Set(['aggregate', 'change', 'count', 'hours']);

/** A tenth of what others get where both want the processor; it is woken after them, too. */
const NICENESS = 10;

type ReaderThread = TaskThread<ReaderTask, ReaderResult>;

/**
 * A few reading threads, started when first needed; a task goes to the one with the least to do. Long tasks take turns
 * on all threads but one, so that charts never wait for them.
 */
export class ReaderPool {
  readonly #path: string;
  readonly #onDamage: OnDamage;
  readonly #onLost: (error: Error) => void;
  #threads: ReaderThread[] = [];
  /** Reads what nobody waits for, at a lower priority. */
  #background: ReaderThread | undefined;
  /** Threads that may work at once. */
  readonly size = Math.min(4, Math.max(2, availableParallelism() - 1));
  /** Threads that a long task is on. */
  readonly #busy = new Set<ReaderThread>();
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;

  constructor(path: string, onDamage: OnDamage, onLost: (error: Error) => void) {
    this.#path = path;
    this.#onDamage = onDamage;
    this.#onLost = onLost;
  }

  /** @param makeTask called when it is the task's turn */
  async run(kind: ReaderTask['kind'], makeTask: () => ReaderTask): Promise<ReaderResult> {
    if (!LONG_KINDS.has(kind)) return this.#pick().run(makeTask());
    while (this.#busy.size >= this.size - 1) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    let thread: ReaderThread | undefined;
    try {
      thread = this.#pick();
      this.#busy.add(thread);
      return await thread.run(makeTask());
    } finally {
      if (thread) this.#busy.delete(thread);
      this.#waiting.shift()?.();
    }
  }

  /** Reads behind all others, on a thread of its own. */
  runBehind(makeTask: () => ReaderTask): Promise<ReaderResult> {
    if (this.#isClosed) return Promise.reject(new Error('the history store is closed'));
    if (this.#background === undefined || this.#background.isEnded) this.#background = this.#start(NICENESS);
    return this.#background.run(makeTask());
  }

  #start(niceness: number): ReaderThread {
    const file = new URL('./reader-worker.ts', import.meta.url);
    return new TaskThread(file, { path: this.#path, niceness }, this.#onDamage, this.#onLost);
  }

  #pick(): ReaderThread {
    if (this.#isClosed) throw new Error('the history store is closed');
    // One that ran out of memory, say, is replaced: it has nothing to do, and would be given every task.
    this.#threads = this.#threads.filter((thread) => !thread.isEnded);
    let best: ReaderThread | undefined;
    for (const thread of this.#threads) {
      if (!this.#busy.has(thread) && (!best || thread.load < best.load)) best = thread;
    }
    if (best && (best.load === 0 || this.#threads.length >= this.size)) return best;
    const thread = this.#start(0);
    this.#threads.push(thread);
    return thread;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads, this.#background].map((thread) => thread?.close()));
  }
}
