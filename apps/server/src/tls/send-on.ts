import type { IncomingMessage, ServerResponse } from 'node:http';

const SAFE = new Set(['GET', 'HEAD']);
const HOST_FORM = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i;

/** The name or address, with its port if it has one, that a request asks for; undefined: it is none. */
export function hostOf({ headers: { host = '' } }: IncomingMessage): string | undefined {
  return HOST_FORM.test(host) ? host : undefined;
}

/**
 * Answers what came without TLS: pages are sent on to https, everything else is refused (guarantee I2).
 * @param to the portal's address, without a path; undefined: there is none to send to
 */
export function sendOn(request: IncomingMessage, reply: ServerResponse, to: string | undefined): void {
  request.resume();
  const isPage = SAFE.has(request.method ?? '') && !request.url?.toLowerCase().startsWith('/api/');
  if (isPage && to !== undefined && request.url?.startsWith('/')) {
    reply.writeHead(308, { Location: `${to}${request.url}`, Connection: 'close', 'Content-Length': 0 }).end();
    return;
  }
  const message = 'This portal is served over https only.';
  const body = JSON.stringify({ error: { code: 'https-only', message } });
  reply.writeHead(403, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' }).end(body);
}
