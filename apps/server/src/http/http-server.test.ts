import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { anyone, call, device, idInPath, may, session, userIdSchema } from '@telltale/contract';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '#config/config.ts';
import { createLog, maskUrl } from '#config/log.ts';
import type { CallerSource } from './access-check.ts';
import { findTableFaults } from './call-table-check.ts';
import type { Caller } from './caller.ts';
import { notFound } from './errors.ts';
import { createHttpServer } from './http-server.ts';
import { Answer, type Route, route } from './route.ts';
import { systemCaller } from './system-caller.ts';

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
const many = Array.from({ length: 500 }, (_, index) => ({ name: `thing ${index}` }));

const rows = {
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

let closed = 0;
const routes: Route[] = [
  route(rows.open, () => many),
  route(rows.mine, () => many),
  route(rows.query, ({ query }) => query),
  route(rows.change, ({ params, body }) => ({ ...body, thingId: params.thingId }), {
    scope: ({ params }) => {
      if (params.thingId === 404) throw notFound('The thing');
    },
  }),
  route(rows.close, () => {
    closed++;
    return { closed: true };
  }),
  route(rows.broken, () => {
    throw new Error('SELECT secret FROM /root/place');
  }),
  route(rows.stream, () => new Answer(200, Readable.from(['a,b\n', '1,2\n']))),
  route(rows.wrongReply, () => [{ name: 7 }] as never),
  route(rows.devices, ({ raw }) => new Answer(200, { bytes: String(raw.body ?? '') }), { rawBody: true }),
];

let app: FastifyInstance;
let url: string;
let port: number;
let folder: string;
const logged: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-http-'));
  const webFolder = join(folder, 'dist');
  await mkdir(join(webFolder, 'assets'), { recursive: true });
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Telltale</title>');
  await writeFile(join(webFolder, 'assets', 'index-AbCd1234.js'), 'console.log("hello");\n'.repeat(200));
  await writeFile(join(webFolder, 'assets', 'index-AbCd1234.js.map'), '{}');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  const config = { ...readConfig({ TELLTALE_HOST: '127.0.0.1' }), webFolder };
  const log = createLog('info', { write: (line: string) => void logged.push(line) });
  app = createHttpServer({ config, log, callers, routes, checkReplies: true });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
  url = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const own = { 'X-Requested-With': 'Telltale' };
const json = { 'Content-Type': 'application/json' };

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

describe('the order of refusals', () => {
  const bad = '{ not json';
  it('is 401, then 403, then 400 for the id, then 404 for scope, then 400 for the body', async () => {
    expect((await put('/api/things/404', { body: bad })).status).toBe(401);
    expect((await put('/api/things/404', { who: 'viewer', body: bad })).status).toBe(403);
    expect((await put('/api/things/1e3', { who: 'modifier', body: bad })).status).toBe(400);
    expect((await put('/api/things/404', { who: 'modifier', body: bad })).status).toBe(404);
    expect((await put('/api/things/7', { who: 'modifier', body: bad })).status).toBe(400);
    const done = await put('/api/things/7', { who: 'modifier' });
    expect([done.status, await done.json()]).toEqual([200, { name: 'x', thingId: 7 }]);
  });

  it('names the field that is wrong', async () => {
    const answer = await put('/api/things/7', { who: 'modifier', body: '{"name":1}' });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { code: 'bad-request', message: expect.stringContaining("'name'"), details: [{ field: 'name' }] },
    });
  });
});

describe('paths', () => {
  it.each(['/API/OPEN', '/api/open/', '/api/%6fpen', '/Api/Open/?x=1'])(
    'match without regard to form: %s',
    async (path) => {
      expect((await rawRequest({ path })).status).toBe(200);
    },
  );

  it.each([
    '//api/mine',
    '/api//mine',
    '/API/MINE',
    '/api/%6dine',
    '/api;x=1/mine',
    '/api/./mine',
    '/api/x/../mine',
    '/api/mine/',
    '/api/%2e%2e/mine',
    '/api/mine%2f',
    'http://127.0.0.1/api/mine',
    '/assets/..%2fapi%2fmine',
  ])('never open a protected call to a stranger: %s', async (path) => {
    const { status, body } = await rawRequest({ path });
    expect([400, 401, 404]).toContain(status);
    expect(body).not.toContain('thing 1');
  });
});

describe('bodies', () => {
  it.each([
    ['text/plain', '{"name":"x"}'],
    ['application/x-www-form-urlencoded', 'name=x'],
    ['application/json garbage', '{"name":"x"}'],
    ['application/json\ta', '{"name":"x"}'],
    ['application/json; charset=utf-7', '{"name":"x"}'],
    ['APPLICATION/JSON ; charset=x', '{"name":"x"}'],
  ])('of type %s are refused', async (type, body) => {
    const answer = await put('/api/things/7', { who: 'modifier', headers: { 'Content-Type': type }, body });
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ error: { code: 'unsupported-media-type' } });
  });

  it('that are compressed are refused', async () => {
    const headers = { 'Content-Encoding': 'gzip' };
    expect((await put('/api/things/7', { who: 'modifier', headers })).status).toBe(415);
  });

  it('are read as JSON whatever the case of the type', async () => {
    const headers = { 'Content-Type': 'APPLICATION/JSON;charset=UTF-8' };
    expect((await put('/api/things/7', { who: 'modifier', headers })).status).toBe(200);
  });

  it.each([
    ['__proto__', '{"name":"x","__proto__":{"polluted":true}}'],
    ['constructor.prototype', '{"name":"x","constructor":{"prototype":{"polluted":true}}}'],
    ['100,000 levels', `{"name":"x","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['65 levels', `{"name":"x","a":${'['.repeat(65)}${']'.repeat(65)}}`],
    ['no UTF-8', '{"name":"\\ud800'],
    ['an empty text', ''],
  ])('with %s are refused (G5)', async (_what, body) => {
    expect((await put('/api/things/7', { who: 'modifier', body })).status).toBe(400);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('that are too large are refused', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(1_100_000) });
    const answer = await put('/api/things/7', { who: 'modifier', body });
    expect([answer.status, (await answer.json()) as unknown]).toMatchObject([413, { error: { code: 'too-large' } }]);
  });

  it('go to the handler as they came where it asks for that', async () => {
    const answer = await fetch(`${url}/api/v1/secret/x`, {
      method: 'POST',
      body: 'not json',
      headers: { 'Content-Type': 'text/plain' },
    });
    expect(await answer.json()).toEqual({ bytes: 'not json' });
  });
});

describe('queries', () => {
  it('that name a key twice are refused', async () => {
    expect((await fetch(`${url}/api/query?name=a&name=b`)).status).toBe(400);
    expect((await fetch(`${url}/api/query?name=a&other=1&other=2`)).status).toBe(400);
    expect(await (await fetch(`${url}/api/query?name=a%20b`)).json()).toEqual({ name: 'a b' });
  });

  it('cannot touch a prototype', async () => {
    expect((await fetch(`${url}/api/query?__proto__=a&name=b&constructor=c`)).status).toBe(200);
    expect((await fetch(`${url}/api/query?__proto__[name]=a`)).status).toBe(400);
  });
});

describe('the guard against other sites', () => {
  const close = (headers: Record<string, string>) =>
    fetch(`${url}/api/things/1/close`, { headers: { 'X-Test-Caller': 'viewer', ...headers } });

  it.each(['cross-site', 'same-site', 'none', ''])(
    'refuses a GET that changes something with Sec-Fetch-Site "%s"',
    async (site) => {
      const before = closed;
      expect((await close(site === '' ? {} : { 'Sec-Fetch-Site': site })).status).toBe(403);
      expect(closed).toBe(before);
    },
  );

  it('lets the own page, a request with the own header and a Bearer token pass', async () => {
    expect((await close({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
    expect((await close(own)).status).toBe(200);
    expect((await close({ Authorization: 'Bearer x' })).status).toBe(200);
  });

  it('refuses an unsafe method from elsewhere, and asks nothing of a GET that reads', async () => {
    const headers = { ...json, 'X-Test-Caller': 'modifier' };
    const answer = await fetch(`${url}/api/things/7`, { method: 'PUT', headers, body: '{"name":"x"}' });
    expect(answer.status).toBe(403);
    expect(
      (await fetch(`${url}/api/mine`, { headers: { 'X-Test-Caller': 'viewer', 'Sec-Fetch-Site': 'cross-site' } }))
        .status,
    ).toBe(200);
  });

  it('lets the read-only account change nothing', async () => {
    expect((await put('/api/things/7', { who: 'demo' })).status).toBe(403);
    expect((await fetch(`${url}/api/things/1/close`, { headers: { ...own, 'X-Test-Caller': 'demo' } })).status).toBe(
      403,
    );
    expect((await fetch(`${url}/api/mine`, { headers: { 'X-Test-Caller': 'demo' } })).status).toBe(200);
  });

  it('gives no other site leave to read', async () => {
    for (const origin of ['https://evil.example', 'null', `https://127.0.0.1.evil.com`]) {
      const answer = await fetch(`${url}/api/open`, { headers: { Origin: origin } });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it('does not answer HEAD, OPTIONS or an overridden method as the call', async () => {
    const before = closed;
    const headers = { ...own, 'X-Test-Caller': 'viewer' };
    for (const method of ['HEAD', 'OPTIONS']) {
      expect((await fetch(`${url}/api/things/1/close`, { method, headers })).status).toBe(404);
    }
    const answer = await fetch(`${url}/api/things/1`, { headers: { ...headers, 'X-HTTP-Method-Override': 'PUT' } });
    expect(answer.status).toBe(404);
    expect((await rawRequest({ path: '/api/things/1/close', method: 'TRACE' })).status).toBeGreaterThanOrEqual(400);
    expect(closed).toBe(before);
  });
});

describe('the Host header', () => {
  it.each(['evil.example', 'evil.example:80', 'localhost.evil.example', 'a b', 'a/b'])(
    '"%s" is refused',
    async (host) => {
      expect((await rawRequest({ path: '/api/open', headers: { Host: host } })).status).toBe(400);
    },
  );

  it.each(['evil.example', 'localhost.evil.example'])(
    '"%s" is refused for pages too, but not for devices',
    async (host) => {
      expect((await rawRequest({ path: '/login', headers: { Host: host } })).status).toBe(400);
      expect((await rawRequest({ path: '/api/nothing', headers: { Host: host } })).status).toBe(400);
      expect((await rawRequest({ path: '/api/v1/token/x', method: 'POST', headers: { Host: host } })).status).toBe(200);
    },
  );

  it('must stand once', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.end('GET /api/open HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n'),
      );
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1.1 400/);
  });

  it('may be a name of this machine or an address', async () => {
    for (const host of [`localhost:${port}`, '10.1.2.3', '[::1]:80']) {
      expect((await rawRequest({ path: '/api/open', headers: { Host: host } })).status).toBe(200);
    }
  });

  it('of a proxy nobody vouched for is not believed', async () => {
    const headers = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-For': '6.6.6.6' };
    const answer = await fetch(`${url}/api/open`, { headers });
    expect(JSON.stringify([...answer.headers])).not.toContain('evil');
  });
});

describe('headers of every answer', () => {
  it.each([
    '/api/open',
    '/api/mine',
    '/api/broken',
    '/api/nothing',
    '/',
    '/assets/index-AbCd1234.js',
    '/nothing.txt',
    '/%zz',
  ])('%s carries the protective ones', async (path) => {
    const { headers } = await rawRequest({ path });
    expect(headers['content-security-policy']).toMatch(/frame-ancestors '(self|none)'/);
    expect(headers['content-security-policy']).toContain("base-uri 'none'");
    expect(String(headers['content-security-policy']).match(/script-src[^;]*/)?.[0] ?? '').not.toContain('unsafe');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers.server).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
    if (path.startsWith('/api')) expect(headers['cache-control']).toBe('no-store');
  });
});

describe('answers', () => {
  it('of a list carry a tag, and are not sent twice', async () => {
    const first = await fetch(`${url}/api/open`);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"/);
    const again = await fetch(`${url}/api/open`, { headers: { 'If-None-Match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await fetch(`${url}/api/open`, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  it.each(['gzip', 'zstd'])('are compressed with %s when that is accepted', async (encoding) => {
    const { headers } = await rawRequest({ path: '/api/open', headers: { 'Accept-Encoding': encoding } });
    expect(headers['content-encoding']).toBe(encoding);
    expect(Number(headers['content-length'])).toBeLessThan(5_000);
    const plain = await rawRequest({ path: '/api/open', headers: { 'Accept-Encoding': `${encoding};q=0` } });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(plain.body)).toEqual(many);
  });

  it('that change something or are small are never compressed', async () => {
    const headers = { ...own, 'X-Test-Caller': 'viewer', 'Accept-Encoding': 'gzip' };
    expect((await rawRequest({ path: '/api/things/1/close', headers })).headers['content-encoding']).toBeUndefined();
    expect((await rawRequest({ path: '/api/query?name=a', headers })).headers['content-encoding']).toBeUndefined();
  });

  it('may stream, compressed or not', async () => {
    expect((await rawRequest({ path: '/api/stream' })).body).toBe('a,b\n1,2\n');
    const answer = await fetch(`${url}/api/stream`, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.text()).toBe('a,b\n1,2\n');
  });

  it('that do not keep to the contract fail a test', async () => {
    expect((await fetch(`${url}/api/wrong-reply`)).status).toBe(500);
  });

  it('of an unexpected failure give nothing away, and the log has the cause under the id of the request', async () => {
    logged.length = 0;
    const answer = await fetch(`${url}/api/broken`);
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(text).not.toMatch(/SELECT|root|\.ts|at /);
    const id = /request (\S+?)\./.exec(text)?.[1];
    expect(JSON.parse(logged[0] ?? '{}')).toMatchObject({
      reqId: id,
      err: { message: expect.stringContaining('SELECT') },
    });
  });
});

describe('the web client', () => {
  it('is served at every page address', async () => {
    for (const path of [
      '/',
      '/login',
      '/assets/12/dashboard/',
      '/configuration/assetdefinitions',
      '/ifr/example.com/a.html',
    ]) {
      const { status, body, headers } = await rawRequest({ path });
      expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8']);
      expect(body).toContain('<title>Telltale');
      expect(headers['cache-control']).toBe('no-cache');
    }
  });

  it('keeps files that are named by their content for ever, compressed', async () => {
    const { headers } = await rawRequest({ path: '/assets/index-AbCd1234.js', headers: { 'Accept-Encoding': 'gzip' } });
    expect(headers['cache-control']).toContain('immutable');
    expect(headers['content-encoding']).toBe('gzip');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  it.each([
    '/.git/config',
    '/package.json',
    '/assets/index-AbCd1234.js.map',
    '/../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '/api',
    '/API/nothing',
    '/config',
    '/nothing.html',
  ])('has nothing at %s', async (path) => {
    const { status, body } = await rawRequest({ path });
    expect([404, 400]).toContain(status);
    expect(body).not.toContain('secret');
  });
});

describe('malformed requests', () => {
  const send = (text: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.on('close', () => resolve(answer));
    });

  it.each([
    [
      'both Content-Length and Transfer-Encoding',
      'POST /api/open HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['100 kB of headers', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['no HTTP at all', 'hello\r\n\r\n'],
  ])('with %s are refused and cut off', async (_what, text) => {
    expect(await send(text)).toMatch(/^HTTP\/1\.1 4\d\d/);
  });
});

describe('the call table', () => {
  it('misses no handler and has no handler too many', () => {
    const all = Object.values(rows);
    expect(findTableFaults(all, routes)).toEqual([]);
    expect(findTableFaults(all, routes.slice(1))).toEqual(['GET /api/open has no handler.']);
    expect(findTableFaults(all.slice(1), routes)).toEqual([
      'GET /api/open has a handler but is no row of the call table.',
    ]);
    expect(findTableFaults(all, [...routes, ...routes.slice(0, 1)])).toEqual(['GET /api/open has two handlers.']);
  });
});

describe('URLs in the log', () => {
  it.each([
    ['/api/v1/secret/telemetry', '/api/v1/***/telemetry'],
    ['/API/V1/secret/telemetry?x=1', '/API/V1/***/telemetry?x=1'],
    ['/api/auth/submit/secret', '/api/auth/submit/***'],
    ['/login?changeId=secret&a=b', '/login?changeId=***&a=b'],
  ])('%s is written as %s', (url, masked) => {
    expect(maskUrl(url)).toBe(masked);
  });
});
