import type { OnDamage } from '../damage.ts';
import type { SpareThreads, WriterTaskThread } from './spare-threads.ts';
import { TaskThread } from './task-thread.ts';
import type { WriterPlace, WriterResult, WriterTask } from './writer-tasks.ts';

/** The thread that writes chunks. One that ends by itself is replaced when the next task comes. */
export class WriterThread {
  readonly #start: () => WriterTaskThread;
  readonly #spare: SpareThreads | undefined;
  #thread: WriterTaskThread;
  #isClosed = false;
  /** The thread has closed the chunks: it is of use to another store. */
  #isFree = false;

  /** @param spare where the thread comes from if one is there, and goes in the end; without, it is the store's own */
  constructor(place: WriterPlace, onDamage: OnDamage, onLost: (error: Error) => void, spare?: SpareThreads) {
    const file = new URL('./writer-worker.ts', import.meta.url);
    this.#start = () => new TaskThread(file, place, onDamage, onLost);
    this.#spare = spare;
    this.#thread = spare?.take(place, onDamage, onLost) ?? this.#start();
  }

  /** @throws ThreadEndedError when the thread ends over the task, which may have been done by then */
  async run(task: WriterTask, transfer: readonly ArrayBuffer[] = []): Promise<WriterResult> {
    if (this.#isClosed) throw new Error('the history store is closed');
    if (this.#thread.isEnded) this.#thread = this.#start();
    const result = (await this.#thread.run(task, transfer)) as WriterResult;
    this.#isFree = task.kind === 'close';
    return result;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#isFree && this.#spare?.keep(this.#thread)) return;
    await this.#thread.close();
  }
}
