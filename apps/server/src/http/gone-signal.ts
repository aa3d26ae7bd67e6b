import type { FastifyReply } from 'fastify';

/** A signal that aborts when the client leaves: work for an answer that nobody waits for any more stops. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
