import type { OnDamage } from '../damage.ts';
import type { TaskThread } from './task-thread.ts';
import type { MoveTask, WriterPlace, WriterResult, WriterTask } from './writer-tasks.ts';

export type WriterTaskThread = TaskThread<WriterTask | MoveTask, WriterResult | null>;

/** A process that opens many stores at once keeps no more. */
const MOST = 3;

/**
 * Writing threads of stores that were closed, for stores that are opened later in the same process: to start one takes more
 * processor time than all else that an empty store does. For tests, which open hundreds; a portal opens one.
 */
export class SpareThreads {
  #threads: WriterTaskThread[] = [];

  /** One that goes over to this store; undefined when there is none. */
  take(place: WriterPlace, onDamage: OnDamage, onLost: (error: Error) => void): WriterTaskThread | undefined {
    this.#threads = this.#threads.filter((thread) => !thread.isEnded);
    const thread = this.#threads.pop();
    thread?.moveTo(onDamage, onLost, { kind: 'move', ...place });
    return thread;
  }

  /** Keeps a thread that has closed its store and has nothing to do; false: it is the caller's to end. */
  keep(thread: WriterTaskThread): boolean {
    if (thread.isEnded || thread.load > 0 || this.#threads.length >= MOST) return false;
    this.#threads.push(thread);
    return true;
  }
}
