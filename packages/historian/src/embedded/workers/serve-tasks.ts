import { parentPort } from 'node:worker_threads';
import type { TaskAnswer, TaskMessage } from './task-thread.ts';

/** What a task gives back, with the buffers that move to the other thread instead of being copied. */
export interface Outcome<Result> {
  result: Result;
  transfer?: ArrayBuffer[];
}

/** Runs in a thread: answers every task of the parent, in order; a task that throws is answered with its error. */
export function serveTasks<Task, Result>(run: (task: Task) => Outcome<Result>, takeDamage: () => string[]): void {
  const port = parentPort;
  if (!port) throw new Error('this module runs in a worker thread only');
  port.on('message', ({ id, task }: TaskMessage<Task>) => {
    let answer: TaskAnswer<Result>;
    let transfer: ArrayBuffer[] = [];
    try {
      const outcome = run(task);
      answer = { id, result: outcome.result, damage: takeDamage() };
      transfer = outcome.transfer ?? [];
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      answer = { id, error: { name, message }, damage: takeDamage() };
    }
    port.postMessage(answer, transfer);
  });
}

/** Collects damage texts between two answers. */
export function collectDamage(): { onDamage: (text: string) => void; takeDamage: () => string[] } {
  let texts: string[] = [];
  return {
    onDamage: (text) => {
      if (!texts.includes(text)) texts.push(text);
    },
    takeDamage: () => {
      const taken = texts;
      texts = [];
      return taken;
    },
  };
}
