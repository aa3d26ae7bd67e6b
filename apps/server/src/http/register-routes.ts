import multipart from '@fastify/multipart';
import { type Call, files as filesContract } from '@telltale/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CallerSource, checkAccess, type RefusalListener } from './access-check.ts';
import type { Caller } from './caller.ts';
import { unauthorized } from './errors.ts';
import { parseJsonBody, refuseOddEncoding } from './json-body.ts';
import { checkProof } from './proof-check.ts';
import type { HostCheck } from './protection/host-check.ts';
import { DATA_POLICY } from './protection/security-headers.ts';
import { refuseDuplicateKeys } from './query-string.ts';
import { Answer, type Route, type RouteRequest } from './route.ts';
import { sendReply } from './send-reply.ts';
import { validate } from './validate.ts';

export const DEFAULT_BODY_LIMIT_BYTES = 1_000_000;

/** What surrounds the files of an upload is small; the files themselves are bounded by whoever takes them in. */
const UPLOAD_LIMITS = {
  fileSize: Number.MAX_SAFE_INTEGER,
  files: filesContract.MAX_FILES_PER_UPLOAD,
  fields: 20,
  parts: filesContract.MAX_FILES_PER_UPLOAD + 20,
  fieldNameSize: 100,
  fieldSize: 10_000,
  headerPairs: 50,
};

export interface RegisterOptions {
  callers: CallerSource;
  /** Hold every answer against its reply schema (tests). */
  checkReplies: boolean;
  onRefused?: RefusalListener;
  checkHostName: HostCheck;
  /** A body of any length may come in now: its sender has the right to send it. */
  onUpload: (request: FastifyRequest) => void;
}

/** `/api/ef/assets/{assetId}` as the router writes it. */
function routerPath(call: Call): string {
  return call.path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Registers the routes: each carries its own access, nothing depends on a prefix of its path (guarantees K8). */
export function registerRoutes(app: FastifyInstance, routes: readonly Route[], options: RegisterOptions): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const route of routes.filter(isPlain)) add(app, route, options);
  app.register(async (child) => {
    child.removeAllContentTypeParsers();
    child.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const route of routes.filter((row) => row.options.rawBody)) add(child, route, options);
  });
  app.register(async (child) => {
    child.removeAllContentTypeParsers();
    await child.register(multipart, { limits: UPLOAD_LIMITS });
    for (const route of routes.filter((row) => row.options.multipart)) add(child, route, options);
  });
  app.register(async (child) => {
    child.removeAllContentTypeParsers();
    child.addContentTypeParser('application/offset+octet-stream', (_request, payload, done) => done(null, payload));
    for (const route of routes.filter((row) => row.options.stream)) add(child, route, options);
  });
}

function isPlain({ options: { rawBody, multipart, stream } }: Route): boolean {
  return !rawBody && !multipart && !stream;
}

function add(app: FastifyInstance, route: Route, options: RegisterOptions): void {
  const { call } = route;
  const callers = new WeakMap<FastifyRequest, Caller | undefined>();
  app.route({
    method: call.method,
    url: routerPath(call),
    bodyLimit: call.maxBodyBytes ?? DEFAULT_BODY_LIMIT_BYTES,
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      reply.header('Cache-Control', 'no-store').header('Content-Security-Policy', DATA_POLICY);
      // A device carries its own token and no cookie: by which name it calls does not matter.
      if (call.access.kind !== 'device') options.checkHostName(request);
      const caller = await checkAccess(call, request, options.callers, options.onRefused);
      checkProof(call, caller);
      callers.set(request, caller);
      if (!route.options.rawBody) refuseOddEncoding(request);
      if (route.options.multipart || route.options.stream) options.onUpload(request);
    },
    handler: async (request, reply) => {
      const result = await answer(route, request, reply, callers.get(request));
      if (options.checkReplies && !(result instanceof Answer) && call.replyType === undefined) {
        call.reply.parse(JSON.parse(JSON.stringify(result)));
      }
      return sendReply(call, request, reply, result);
    },
  });
}

async function answer(
  { call, handle, options }: Route,
  raw: FastifyRequest,
  rawReply: FastifyReply,
  optionalCaller: Caller | undefined,
): Promise<unknown> {
  const params = validate('path', call.params, raw.params);
  const known = {
    call,
    optionalCaller,
    params,
    raw,
    rawReply,
    get caller(): Caller {
      if (!optionalCaller) throw unauthorized();
      return optionalCaller;
    },
  };
  await options.scope?.(known as Parameters<NonNullable<typeof options.scope>>[0]);
  refuseDuplicateKeys(raw.query);
  const query = validate('query', call.query, raw.query);
  const body =
    options.rawBody || options.stream
      ? raw.body
      : validate('body', call.body, call.body && parseJsonBody(raw.body as Buffer | undefined));
  checkProof(call, optionalCaller, { query, body });
  const request = Object.defineProperties({ query, body }, Object.getOwnPropertyDescriptors(known));
  return handle(request as unknown as RouteRequest<Call>);
}
