import { type Call, isPermitted } from '@telltale/contract';
import type { FastifyRequest } from 'fastify';
import { type Caller, holds } from './caller.ts';
import { forbidden, unauthorized } from './errors.ts';
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
  const caller = await callers.callerOf(request);
  const needsCaller = call.access.kind === 'session' || call.access.kind === 'permission';
  if (needsCaller && !caller) throw unauthorized();
  if (call.access.kind === 'operations') refuseOutsiders(request, caller);
  if (isGuarded(call)) refuseOtherSites(request);
  if (caller && !isPermitted(call.access, (permissionId) => holds(caller, permissionId))) {
    await onRefused(caller, call, request.ip);
    throw forbidden();
  }
  if (caller?.readOnly && isGuarded(call) && !READ_ONLY_MAY.has(call.path.toLowerCase())) {
    throw forbidden('This account may look at everything it sees, and change nothing.');
  }
  return caller;
}

/** Metrics are for the machine itself or an API token; a request that a proxy passed on is not from the machine. */
function refuseOutsiders(request: FastifyRequest, caller: Caller | undefined): void {
  const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
  if (!isForwarded && isLoopback(request.socket.remoteAddress ?? '')) return;
  if (!caller || !hasBearer(request)) throw unauthorized('An API token is needed.');
}
