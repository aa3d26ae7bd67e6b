import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';

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

interface HostOptions {
  publicUrl: string | undefined;
  host: string;
}

/**
 * Answers whether the portal may be called by a name (a Host header, with or without a port). Names are restricted when they are known: when
 * TELLTALE_PUBLIC_URL is set, or the portal listens on loopback only. That is what stops a page of another site whose
 * name was pointed at this machine (DNS rebinding). Bare addresses cannot be rebound and always pass.
 */
export function ownNames(options: HostOptions): (host: string) => boolean {
  const publicName = options.publicUrl === undefined ? undefined : new URL(options.publicUrl).hostname.toLowerCase();
  const isRestricted = publicName !== undefined || isLoopback(options.host);
  return (host) => {
    const name = host.replace(/:\d+$/, '').toLowerCase();
    if (!isRestricted || name === publicName || LOOPBACK_NAMES.has(name)) return true;
    return isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  };
}

/** Makes the check of the name that a request calls the portal by. */
export function hostNameCheck(options: HostOptions): HostCheck {
  const isOwn = ownNames(options);
  return (request) => {
    // Of a trusted proxy this is the name that the browser used.
    if (!isOwn(request.host)) throw wrongHost();
  };
}

export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^(::ffff:)?127\./i.test(address);
}

const wrongHost = () => new HttpError(400, 'wrong-host', 'The Host header does not name this portal.');
