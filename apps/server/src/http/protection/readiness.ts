import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';

/** Asked by what watches the portal, and answered by what it finds itself. */
const WATCHED = /^\/api\/(health|status|metrics)\b/;

/**
 * Makes the check that this process may answer calls at all: a node that does not hear the others may know rights and sessions
 * that are none any more.
 */
export function readinessCheck(whyUnready: () => string | undefined): (request: FastifyRequest) => void {
  return (request) => {
    const path = request.url.toLowerCase();
    if (!path.startsWith('/api/') || WATCHED.test(path)) return;
    const why = whyUnready();
    if (why !== undefined) throw new HttpError(503, 'unavailable', why, { headers: { 'Retry-After': '2' } });
  };
}
