/** Reads measurement files, on a thread of its own: what a file makes of it ends with the thread. */
import { parentPort } from 'node:worker_threads';
import { TdmsError } from '@telltale/tdms';
import { answerTo, Missing } from './answers.ts';
import type { Answered, ToReader } from './messages.ts';
import { OpenFiles } from './open-files.ts';

const files = new OpenFiles();
let current: { id: number; controller: AbortController } | undefined;

async function answered({ path, question }: Extract<ToReader, { kind: 'ask' }>, signal: AbortSignal) {
  try {
    const { answer, transfer } = await answerTo(await files.get(path, signal), question, signal);
    const found: Answered = { kind: 'answer', answer };
    return { found, transfer };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const kind = error instanceof Missing ? 'missing' : error instanceof TdmsError ? 'refused' : 'failed';
    const found: Answered = { kind, message };
    return { found, transfer: [] };
  }
}

parentPort?.on('message', async (message: ToReader) => {
  if (message.kind === 'cancel') {
    if (message.id === current?.id) current.controller.abort();
    return;
  }
  const controller = new AbortController();
  current = { id: message.id, controller };
  const { found, transfer } = await answered(message, controller.signal);
  parentPort?.postMessage(found, transfer);
});
