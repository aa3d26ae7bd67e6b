import type { FastifyReply } from 'fastify';
import { HttpError } from './errors.ts';

/** A signal that aborts when the client leaves: work for an answer that nobody waits for any more stops. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Works for an answer; one that nobody waits for any more is no error of ours. */
export async function unlessGone<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) throw new HttpError(499, 'client-gone', 'The client did not wait for the answer.');
    throw error;
  }
}
