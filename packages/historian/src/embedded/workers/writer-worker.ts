import { workerData } from 'node:worker_threads';
import { ChunkStore } from '../chunks/chunk-store.ts';
import { reportOrThrow } from '../damage.ts';
import { collectDamage, serveTasks } from './serve-tasks.ts';
import type { WriterResult, WriterTask } from './writer-tasks.ts';

const { path, chunkPoints } = workerData as { path: string; chunkPoints: number };
const { onDamage, takeDamage } = collectDamage();
let store: ChunkStore | null = null;

serveTasks<WriterTask, WriterResult>((task) => {
  try {
    // Opened by the first task, so that what is wrong with the file is that task's answer.
    store ??= new ChunkStore(path, chunkPoints, onDamage);
    return { result: store.run(task) };
  } catch (error) {
    reportOrThrow(error, onDamage, task.kind);
    throw error;
  }
}, takeDamage);
