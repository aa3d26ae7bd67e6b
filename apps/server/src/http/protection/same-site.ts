import type { Call } from '@telltale/contract';
import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';

/** The header that the web client sends; another site cannot, without a CORS permission that is never given. */
export const OWN_REQUEST_HEADER = 'x-requested-with';
export const OWN_REQUEST_VALUE = 'Telltale';

export function hasBearer(request: FastifyRequest): boolean {
  return /^bearer\s/i.test(request.headers.authorization ?? '');
}

/** Whether a call changes something and so must prove that it comes from the portal's own page. */
export function isGuarded(call: Call): boolean {
  if (call.access.kind === 'device') return false;
  return call.method !== 'GET' || call.changesState === true;
}

/**
 * A cookie alone never suffices to change something (spec 3 §13).
 * @throws HttpError 403
 */
export function refuseOtherSites(request: FastifyRequest): void {
  if (request.headers['sec-fetch-site'] === 'same-origin') return;
  if (request.headers[OWN_REQUEST_HEADER] === OWN_REQUEST_VALUE) return;
  if (hasBearer(request)) return;
  throw new HttpError(403, 'other-site', 'The request does not come from the portal itself.');
}
