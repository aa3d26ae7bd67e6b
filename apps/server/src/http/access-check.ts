import { type Call, isPermitted, isReading, views } from '@telltale/contract';
import type { FastifyRequest } from 'fastify';
import { type Caller, holds } from './caller.ts';
import { forbidden, HttpError, unauthorized } from './errors.ts';
import { isLoopback } from './protection/host-check.ts';
import { hasBearer, isGuarded, refuseOtherSites } from './protection/same-site.ts';

/** Resolves who makes a request: from the session cookie, or a Bearer token. */
export interface CallerSource {
  callerOf(request: FastifyRequest): Promise<Caller | undefined>;
}

/** Hears of callers who lack the permission of a call. */
export type RefusalListener = (caller: Caller, call: Call, address: string) => Promise<void> | void;

/** Ending one's own session is the one change that the read-only account may make. */
const READ_ONLY_MAY = new Set(['/api/ef/auth/login', '/api/auth/logout']);

/**
 * Decides whether a call may go on, in the order 401, 403.
 * @returns the caller; undefined where the call is public or a device's and nobody is signed in
 * @throws HttpError 401 or 403
 */
export async function checkAccess(
  call: Call,
  request: FastifyRequest,
  callers: CallerSource,
  onRefused: RefusalListener = () => undefined,
): Promise<Caller | undefined> {
  if (call.access.kind === 'device') return undefined;
  const caller = asSeen(call, await callers.callerOf(request));
  const needsCaller = call.access.kind === 'session' || call.access.kind === 'permission';
  if (needsCaller && !caller) throw unauthorized();
  if (call.access.kind === 'operations') refuseOutsiders(request, caller);
  if (isGuarded(call)) refuseOtherSites(request);
  if (caller && !isPermitted(call.access, (permissionId) => holds(caller, permissionId))) {
    await onRefused(caller.view?.by ?? caller, call, request.ip);
    throw forbidden();
  }
  if (caller?.readOnly && isGuarded(call) && !READ_ONLY_MAY.has(call.path.toLowerCase())) {
    throw forbidden('This account may look at everything it sees, and change nothing.');
  }
  return caller;
}

/** Asked as who views: it answers whose view it is. */
const SESSION_CHECK = 'GET /api/ef/auth/login';
/** What who views as another user does as themselves: ending a view, and logging out. */
const AS_ONESELF = new Set(['GET /api/auth/logout', 'DELETE /api/ef/auth/views/{viewid}']);

/**
 * Who views as another user reads as that user, and makes no other call: none that changes something, leaves a trace or leads
 * to the other's account.
 * @throws HttpError 403
 */
function asSeen(call: Call, caller: Caller | undefined): Caller | undefined {
  if (caller?.view === undefined) return caller;
  const { by, told } = caller.view;
  const name = `${call.method} ${call.path.toLowerCase()}`;
  if (AS_ONESELF.has(name)) return by;
  if (told === undefined) {
    throw new HttpError(403, views.VIEW_OVER, 'You no longer view as another user. Load the page again.');
  }
  if (name === SESSION_CHECK || (isReading(call) && call.proof === undefined)) return caller;
  throw new HttpError(
    403,
    views.NOT_AS_ANOTHER,
    `You view the portal as ${told.username}: nothing can be changed. End the view first.`,
  );
}

/** Metrics are for the machine itself or an API token; a request that a proxy passed on is not from the machine. */
function refuseOutsiders(request: FastifyRequest, caller: Caller | undefined): void {
  const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  if (!isForwarded && isLoopback(request.socket.remoteAddress ?? '')) return;
  if (!caller || !hasBearer(request)) throw unauthorized('An API token is needed.');
}
