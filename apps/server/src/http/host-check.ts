import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { HttpError } from './errors.ts';

const HOST_FORM = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses a Host header that is missing, doubled or no host at all.
 * @throws HttpError 400
 */
export function checkHostForm(request: FastifyRequest): void {
  const sent = request.raw.headersDistinct.host ?? [];
  if (sent.length !== 1 || !HOST_FORM.test(sent[0] ?? '')) throw wrongHost();
}

export type HostCheck = (request: FastifyRequest) => void;

/**
 * Makes the check of the name that the portal is called by. Names are restricted when they are known: when
 * TELLTALE_PUBLIC_URL is set, or the portal listens on loopback only. That is what stops a page of another site whose
 * name was pointed at this machine (DNS rebinding). Bare addresses cannot be rebound and always pass.
 */
export function hostNameCheck(options: { publicUrl: string | undefined; host: string }): HostCheck {
  const publicName = options.publicUrl === undefined ? undefined : new URL(options.publicUrl).hostname.toLowerCase();
  const isRestricted = publicName !== undefined || isLoopback(options.host);
  return (request) => {
    // Of a trusted proxy this is the name that the browser used.
    const name = request.host.replace(/:\d+$/, '').toLowerCase();
    if (!isRestricted || name === publicName || LOOPBACK_NAMES.has(name)) return;
    if (isIP(name.replace(/^\[|\]$/g, '')) === 0) throw wrongHost();
  };
}

export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^(::ffff:)?127\./i.test(address);
}

const wrongHost = () => new HttpError(400, 'wrong-host', 'The Host header does not name this portal.');
