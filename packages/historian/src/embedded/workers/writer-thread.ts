import type { OnDamage } from '../damage.ts';
import { TaskThread } from './task-thread.ts';
import type { WriterResult, WriterTask } from './writer-tasks.ts';

/** The thread that writes chunks. One that ends by itself is replaced when the next task comes. */
export class WriterThread {
  readonly #start: () => TaskThread<WriterTask, WriterResult>;
  #thread: TaskThread<WriterTask, WriterResult>;
  #isClosed = false;

  constructor(options: { path: string; chunkPoints: number }, onDamage: OnDamage, onLost: (error: Error) => void) {
    const file = new URL('./writer-worker.ts', import.meta.url);
    this.#start = () => new TaskThread(file, options, onDamage, onLost);
    this.#thread = this.#start();
  }

  /** @throws ThreadEndedError when the thread ends over the task, which may have been done by then */
  run(task: WriterTask, transfer: readonly ArrayBuffer[] = []): Promise<WriterResult> {
    if (this.#thread.isEnded && !this.#isClosed) this.#thread = this.#start();
    return this.#thread.run(task, transfer);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#thread.close();
  }
}
