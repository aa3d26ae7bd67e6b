import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** The longest that somebody else waits for the shortest of answers while something is done, milliseconds. */
export async function longestWait(url: string, act: () => Promise<unknown>): Promise<number> {
  const asking = new Worker(new URL('./waiting-thread.ts', import.meta.url), { workerData: url });
  await once(asking, 'message');
  await act();
  asking.postMessage('end');
  const [longestMs] = (await once(asking, 'message')) as [number];
  await asking.terminate();
  return longestMs;
}
