import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** Asks a portal again and again whether it is there; when it is told to end it says how long the longest answer took. */
const url = workerData as string;
let longestMs = 0;
let isOver = false;

function ask(): Promise<void> {
  const beganMs = performance.now();
  return new Promise((resolve, reject) => {
    request(`${url}/api/health`, (reply) => {
      reply.resume().once('end', () => {
        longestMs = Math.max(longestMs, performance.now() - beganMs);
        resolve();
      });
    })
      .once('error', reject)
      .end();
  });
}

parentPort?.once('message', () => {
  isOver = true;
});
await ask();
longestMs = 0;
parentPort?.postMessage('begun');
while (!isOver) await ask();
parentPort?.postMessage(longestMs);
parentPort?.unref();
