/** Reads one large answer of an earthquake feed: what it takes ends with the thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { FeedProblem } from './feed-problem.ts';
import { eventsOf } from './feed-source.ts';
import type { LargeAnswer, LargeRead } from './large-answer.ts';

const { source, reply, nowMs } = workerData as LargeAnswer;

function read(): LargeRead {
  try {
    return { read: eventsOf(source, reply, nowMs) };
  } catch (error) {
    if (error instanceof FeedProblem) return { problem: error.message };
    throw error;
  }
}

parentPort?.postMessage(read());
