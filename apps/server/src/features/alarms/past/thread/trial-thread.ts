/** Tries rules on the past, on a thread of its own: devices and pages are answered meanwhile. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { systemClock } from '#clock.ts';
import { RecentColumns } from '../recent-columns.ts';
import { FarHistory } from './far-history.ts';
import type { FromThread, ToThread, Trial } from './messages.ts';
import { outcomeOf, TooManyValuesError } from './trial-outcome.ts';

const port = parentPort;
if (!port) throw new Error('this module runs in a worker thread only');
/** A third of what the thread gets that answers devices, where both want the processor: somebody waits for this, unlike for an export. */
const NICENESS = 5;

// Linux gives each thread a priority of its own. Elsewhere it would be that of the whole portal.
if (process.platform === 'linux') setPriority(NICENESS);
const tell = (message: FromThread) => port.postMessage(message);
const recent = new RecentColumns(systemClock);
/** One after the other: the portal gives no other before it has heard of this one's end. */
let current: { id: number; controller: AbortController; history: FarHistory } | undefined;

async function work(id: number, trial: Trial): Promise<void> {
  const controller = new AbortController();
  const { signal } = controller;
  const history = new FarHistory(signal, (question, what) => tell({ kind: 'ask', id, question, what }));
  current = { id, controller, history };
  try {
    tell({ kind: 'done', id, outcome: await outcomeOf(trial, history, recent, signal) });
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    tell(error instanceof TooManyValuesError ? { kind: 'too-many', id } : { kind: 'failed', id, message });
  }
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'try') void work(message.id, message.trial);
  else if (message.kind === 'answer') current?.history.settle(message.question, message.answer);
  else if (message.kind === 'leave') {
    if (current?.id === message.id) current.controller.abort();
  } else {
    recent.close();
    port.close();
  }
});
