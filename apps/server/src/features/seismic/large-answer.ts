import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { EpochMs } from '@telltale/contract';
import { FeedProblem } from './feed-problem.ts';
import { eventsOf, type FeedReply, type FeedSource } from './feed-source.ts';
import type { ReadEvents } from './read-event.ts';

/** Letters up to which an answer is read where devices are answered: some milliseconds (guarantee E9). */
const MOST_AT_ONCE = 1_000_000;
const MOST_MS = 5_000;
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** What the thread is given. */
export interface LargeAnswer {
  readonly source: FeedSource;
  readonly reply: FeedReply;
  readonly nowMs: EpochMs;
}

/** What it says: the events, or why there are none. */
export type LargeRead = { readonly read: ReadEvents } | { readonly problem: string };

/**
 * The events of an answer; of a large one, which only feeds without a region may give, on a thread of its own that has so much time and
 * memory: whatever it holds, nobody waits for it.
 * @throws FeedProblem when it is no answer
 */
export async function readAnswer(
  answer: LargeAnswer,
  { mostMs = MOST_MS, thread = new URL('./large-answer-thread.ts', import.meta.url) } = {},
): Promise<ReadEvents> {
  const { source, reply, nowMs } = answer;
  if (reply.isCut || reply.text.length <= MOST_AT_ONCE) return eventsOf(source, reply, nowMs);
  const worker = new Worker(thread, { workerData: answer, resourceLimits: LIMITS });
  const heard = new AbortController();
  const { signal } = heard;
  try {
    const said = await Promise.race([
      once(worker, 'message', { signal }).then(
        ([message]) => message as LargeRead,
        (): LargeRead => ({ problem: 'The answer of the feed takes more memory to read than it may.' }),
      ),
      sleep(mostMs, { problem: 'The answer of the feed takes longer to read than it may.' }, { signal }),
    ]);
    if ('problem' in said) throw new FeedProblem(said.problem);
    return said.read;
  } finally {
    heard.abort();
    worker.on('error', () => undefined);
    await worker.terminate();
  }
}
