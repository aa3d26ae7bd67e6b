import { parentPort } from 'node:worker_threads';
import type { Damage, OnDamage } from '../damage.ts';
import { END, type TaskAnswer, type TaskMessage, toWireError } from './wire.ts';

/** What a task gives back, with the buffers that move to the other thread instead of being copied. */
export interface Outcome<Result> {
  result: Result;
  transfer?: ArrayBuffer[];
}

/**
 * Runs in a thread: answers every task of the parent, in order; a task that throws is answered with its error. The thread
 * ends when the parent has no more.
 */
export function serveTasks<Task, Result>(run: (task: Task) => Outcome<Result>, takeDamage: () => Damage[]): void {
  const port = parentPort;
  if (!port) throw new Error('this module runs in a worker thread only');
  port.on('message', (message: TaskMessage<Task> | typeof END) => {
    if (message === END) {
      port.close();
      return;
    }
    const { id, task } = message;
    let answer: TaskAnswer<Result>;
    let transfer: ArrayBuffer[] = [];
    try {
      const outcome = run(task);
      answer = { id, result: outcome.result, damage: takeDamage() };
      transfer = outcome.transfer ?? [];
    } catch (error) {
      answer = { id, error: toWireError(error), damage: takeDamage() };
    }
    port.postMessage(answer, transfer);
  });
}

/** Collects damage between two answers, each text once. */
export function collectDamage(): { onDamage: OnDamage; takeDamage: () => Damage[] } {
  let damages = new Map<string, Damage>();
  return {
    onDamage: (damage) => damages.set(damage.text, damage),
    takeDamage: () => {
      const taken = [...damages.values()];
      damages = new Map();
      return taken;
    },
  };
}
