import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from './errors.ts';
import type { HostCheck } from './protection/host-check.ts';
import { sandboxPolicy } from './protection/sandbox-policy.ts';
import { workerPolicy } from './protection/worker-policy.ts';
import { SESSION_COOKIE } from './session-cookie.ts';
import type { StaticFiles } from './static-files.ts';

/** First path segments that are never pages of the web client. */
const NOT_PAGES = new Set(['api', 'config', 'mqtt', 'metrics', 'assets.html', 'wasm']);
/** Words separated by single slashes: what the client's routes look like, and no trick does. */
const PAGE_PATH = /^\/(?:[\w-]+(?:\/[\w-]+)*\/?)?$/;
/** The embedded-frame page carries an address in its path (spec 2 §2.1). */
const FRAME_PAGE = /^\/ifr\//;
const PAGE_IN_SANDBOX = /^\/sandbox\//;

const hasSession = (request: FastifyRequest) => request.cookies[SESSION_COOKIE] !== undefined;

function isPage(path: string): boolean {
  if (FRAME_PAGE.test(path)) return true;
  return PAGE_PATH.test(path) && !NOT_PAGES.has(path.split('/')[1]?.toLowerCase() ?? '');
}

/**
 * Serves the built web client below the routes: its files, and index.html for every page address. Everything else is
 * 404 in the wire form.
 */
export function serveWebClient(
  app: FastifyInstance,
  files: StaticFiles,
  /** The policy of pages, as of now. */
  policy: () => string,
  checkHostName: HostCheck,
): void {
  app.setNotFoundHandler(async (request, reply) => {
    checkHostName(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound('The call');
    const path = request.raw.url?.split('?')[0] ?? '';
    const accept = request.headers['accept-encoding'];
    const file =
      (await files.find(path, accept)) ?? (isPage(path) ? await files.page(path, hasSession(request)) : undefined);
    if (!file) throw notFound('The page');
    const sandboxed = PAGE_IN_SANDBOX.test(path) ? await files.find(path, undefined) : undefined;
    const own = sandboxed && sandboxPolicy(path, () => sandboxed.bytes.toString());
    return sendFile(request, reply.header('Content-Security-Policy', own ?? workerPolicy(path) ?? policy()), file);
  });
}

type Served = NonNullable<Awaited<ReturnType<StaticFiles['find']>>>;

function sendFile(request: FastifyRequest, reply: FastifyReply, file: Served): FastifyReply {
  reply
    .header('Cache-Control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('ETag', file.etag)
    .header('Vary', 'Accept-Encoding')
    .type(file.type);
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  if (file.encoding) reply.header('Content-Encoding', file.encoding);
  return reply.send(file.bytes);
}
