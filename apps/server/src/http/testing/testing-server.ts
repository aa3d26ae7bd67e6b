import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { anyone, call, device, idInPath, may, session, userIdSchema } from '@telltale/contract';
import { afterAll } from 'vitest';
import { z } from 'zod';
import { readConfig } from '#config/config.ts';
import { createLog } from '#config/log.ts';
import type { CallerSource } from '../access-check.ts';
import type { Caller } from '../caller.ts';
import { notFound } from '../errors.ts';
import { createHttpServer } from '../http-server.ts';
import { Answer, type Route, route } from '../route.ts';
import { systemCaller } from '../system-caller.ts';

const callerWith = (permissions: number[], readOnly = false): Caller => ({
  ...systemCaller,
  permissions: new Set(permissions),
  readOnly,
});

/** The test names its caller in a header. */
const callers: CallerSource = {
  async callerOf(request) {
    const who = request.headers['x-test-caller'];
    if (who === 'viewer') return callerWith([6]);
    if (who === 'modifier') return callerWith([6, 8]);
    if (who === 'demo') return callerWith([1], true);
    return undefined;
  },
};

const thing = z.object({ thingId: idInPath(userIdSchema) });
const list = z.array(z.object({ name: z.string() }));
export const many = Array.from({ length: 500 }, (_, index) => ({ name: `thing ${index}` }));

/** Calls of every kind of access. */
export const rows = {
  open: call({ method: 'GET', path: '/api/open', access: anyone, summary: '', reply: list }),
  mine: call({ method: 'GET', path: '/api/mine', access: session, summary: '', reply: list }),
  query: call({
    method: 'GET',
    path: '/api/query',
    access: anyone,
    summary: '',
    query: z.object({ name: z.string() }),
    reply: z.object({ name: z.string() }),
  }),
  change: call({
    method: 'PUT',
    path: '/api/Things/{thingId}',
    access: may('Assets', 'Modify'),
    summary: '',
    params: thing,
    body: z.object({ name: z.string() }),
    reply: z.object({ name: z.string(), thingId: userIdSchema }),
  }),
  close: call({
    method: 'GET',
    path: '/api/things/{thingId}/close',
    access: may('Assets', 'View'),
    changesState: true,
    summary: '',
    params: thing,
    reply: z.object({ closed: z.boolean() }),
  }),
  broken: call({ method: 'GET', path: '/api/broken', access: anyone, summary: '', reply: z.unknown() }),
  stream: call({
    method: 'GET',
    path: '/api/stream',
    access: anyone,
    summary: '',
    reply: z.unknown(),
    replyType: 'text/csv',
  }),
  wrongReply: call({ method: 'GET', path: '/api/wrong-reply', access: anyone, summary: '', reply: list }),
  devices: call({
    method: 'POST',
    path: '/api/v1/{token}/x',
    access: device,
    summary: '',
    params: z.object({ token: z.string() }),
    body: z.unknown(),
    reply: z.object({}),
  }),
};

/** What the handlers have done. */
export const calls = { closed: 0 };

export const routes: Route[] = [
  route(rows.open, () => many),
  route(rows.mine, () => many),
  route(rows.query, ({ query }) => query),
  route(rows.change, ({ params, body }) => ({ ...body, thingId: params.thingId }), {
    scope: ({ params }) => {
      if (params.thingId === 404) throw notFound('The thing');
    },
  }),
  route(rows.close, () => {
    calls.closed++;
    return { closed: true };
  }),
  route(rows.broken, () => {
    throw new Error('SELECT secret FROM /root/place');
  }),
  route(rows.stream, () => new Answer(200, Readable.from(['a,b\n', '1,2\n']))),
  route(rows.wrongReply, () => [{ name: 7 }] as never),
  route(rows.devices, ({ raw }) => new Answer(200, { bytes: String(raw.body ?? '') }), { rawBody: true }),
];

export const own = { 'X-Requested-With': 'Telltale' };
export const json = { 'Content-Type': 'application/json' };

/**
 * The HTTP server with these calls and a small web client, for all cases of a test file: awaited at its top, closed after
 * its last case. Its callers name themselves in a header: viewer, modifier, demo (read-only).
 */
export async function testServer() {
  const logged: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'telltale-http-'));
  const webFolder = join(folder, 'dist');
  await mkdir(join(webFolder, 'assets'), { recursive: true });
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Telltale</title>');
  await writeFile(join(webFolder, 'assets', 'index-AbCd1234.js'), 'console.log("hello");\n'.repeat(200));
  await writeFile(join(webFolder, 'assets', 'index-AbCd1234.js.map'), '{}');
  await mkdir(join(webFolder, 'wasm'));
  await writeFile(join(webFolder, 'wasm/sqlite-worker.js'), 'onmessage = () => undefined;');
  await writeFile(join(webFolder, 'push-worker.js'), 'addEventListener("push", () => undefined);');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  const config = { ...readConfig({ TELLTALE_HOST: '127.0.0.1' }), webFolder };
  const log = createLog('info', { write: (line: string) => void logged.push(line) });
  const app = createHttpServer({ config, log, callers, routes, checkReplies: true });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;

  /** A request whose path and headers go out as they are written. */
  function rawRequest(options: {
    path: string;
    method?: string;
    headers?: Record<string, string | string[]>;
  }): Promise<{ status: number; body: string; headers: NodeJS.Dict<string | string[]> }> {
    return new Promise((resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port, ...options }, (answer) => {
        let body = '';
        answer.on('data', (chunk) => {
          body += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body, headers: answer.headers }));
      })
        .on('error', reject)
        .end();
    });
  }

  const put = (path: string, options: { who?: string; body?: string; headers?: Record<string, string> }) =>
    fetch(`${url}${path}`, {
      method: 'PUT',
      headers: { ...own, ...json, ...(options.who ? { 'X-Test-Caller': options.who } : {}), ...options.headers },
      body: options.body ?? '{"name":"x"}',
    });

  return { url, port, logged, rawRequest, put };
}
