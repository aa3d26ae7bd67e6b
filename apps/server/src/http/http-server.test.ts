import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { maskUrl } from '#config/log.ts';
import { findTableFaults } from './call-table-check.ts';
import { many, own, routes, rows, testServer } from './testing/testing-server.ts';

const { url, port, logged, rawRequest, put } = await testServer();

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
