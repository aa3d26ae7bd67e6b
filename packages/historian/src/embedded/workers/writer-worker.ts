import { workerData } from 'node:worker_threads';
import { ChunkStore } from '../chunks/chunk-store.ts';
import { reportOrThrow } from '../damage.ts';
import { collectDamage, serveTasks } from './serve-tasks.ts';
import type { MoveTask, WriterPlace, WriterResult, WriterTask } from './writer-tasks.ts';

let { path, chunkPoints } = workerData as WriterPlace;
const { onDamage, takeDamage } = collectDamage();
let store: ChunkStore | null = null;

serveTasks<WriterTask | MoveTask, WriterResult | null>((task) => {
  if (task.kind === 'move') {
    ({ path, chunkPoints } = task);
    store = null;
    return { result: null };
  }
  try {
    // Opened by the first task, so that what is wrong with the file is that task's answer.
    store ??= new ChunkStore(path, chunkPoints, onDamage);
    return { result: store.run(task) };
  } catch (error) {
    reportOrThrow(error, onDamage, task.kind);
    throw error;
  }
}, takeDamage);
