import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { calls, json, own, testServer } from '../testing/testing-server.ts';

const { url, port, rawRequest, put } = await testServer();

describe('the guard against other sites', () => {
  const close = (headers: Record<string, string>) =>
    fetch(`${url}/api/things/1/close`, { headers: { 'X-Test-Caller': 'viewer', ...headers } });

  it.each(['cross-site', 'same-site', 'none', ''])(
    'refuses a GET that changes something with Sec-Fetch-Site "%s"',
    async (site) => {
      const before = calls.closed;
      expect((await close(site === '' ? {} : { 'Sec-Fetch-Site': site })).status).toBe(403);
      expect(calls.closed).toBe(before);
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
    const before = calls.closed;
    const headers = { ...own, 'X-Test-Caller': 'viewer' };
    for (const method of ['HEAD', 'OPTIONS']) {
      expect((await fetch(`${url}/api/things/1/close`, { method, headers })).status).toBe(404);
    }
    const answer = await fetch(`${url}/api/things/1`, { headers: { ...headers, 'X-HTTP-Method-Override': 'PUT' } });
    expect(answer.status).toBe(404);
    expect((await rawRequest({ path: '/api/things/1/close', method: 'TRACE' })).status).toBeGreaterThanOrEqual(400);
    expect(calls.closed).toBe(before);
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
    '/push-worker.js',
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

  it('has a service worker that is asked for anew each time, loads nothing, and talks to the portal alone', async () => {
    const { status, headers } = await rawRequest({ path: '/push-worker.js' });
    expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; connect-src 'self';/);
  });

  it('has a worker of SQLite that alone may run WebAssembly, and talks to the portal alone', async () => {
    const { status, headers } = await rawRequest({ path: '/wasm/sqlite-worker.js' });
    expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self';/,
    );
    expect((await rawRequest({ path: '/sqlite' })).headers['content-security-policy']).not.toContain('eval');
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
