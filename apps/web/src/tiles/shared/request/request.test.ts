// @vitest-environment jsdom

import { callTable, isReading } from '@telltale/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RequestAnswer, ScriptAnswer } from '#sandbox/messages.ts';
import { fillTemplate, placeOfBody } from './fill-template.ts';
import { isReadingCall } from './reading-calls.ts';
import { EMPTY_REQUEST, migrateRequest, requestField, type TileRequest } from './request-settings.ts';
import { fetchTileData, type RequestPorts, SCRIPT_LIMIT_MS } from './run-request.ts';

const ORIGIN = 'https://portal.example';

/** Ports that write down what went out. */
function recording(answer: Partial<{ sent: RequestAnswer; read: Response; script: ScriptAnswer }> = {}) {
  const out: { kind: string; what: unknown }[] = [];
  const json = new TextEncoder().encode('{"rows":[1,2]}').buffer as ArrayBuffer;
  const ports: RequestPorts = {
    origin: ORIGIN,
    send: async (job) => {
      out.push({ kind: 'send', what: job });
      return answer.sent ?? { id: 1, status: 200, contentType: 'application/json', bytes: json };
    },
    read: async (url, headers) => {
      out.push({ kind: 'read', what: { url, headers } });
      return answer.read ?? Response.json([{ a: 1 }]);
    },
    runScript: async (job) => {
      out.push({ kind: 'script', what: job });
      return answer.script ?? { id: 1, json: '[3]' };
    },
  };
  return { out, ports };
}

const nothing = () => '';
const run = (request: Partial<TileRequest>, ports: RequestPorts, read = nothing as (path: string) => string) =>
  fetchTileData({ ...EMPTY_REQUEST, ...request }, read, ports, new AbortController().signal);

describe('what a tile may ask of the portal', () => {
  const fill = (path: string) => path.replace(/\{\w+\}/g, '7');
  const changing = callTable.filter(({ call }) => !isReading(call) && call.access.kind !== 'operations');

  test('every GET that changes something or leaves a trace, and every path of them with other capitals, is not reading', () => {
    const gets = callTable.filter(({ call }) => call.method === 'GET' && !isReading(call));
    for (const path of ['/api/journal/export', '/api/auth/oidc/login', '/api/auth/logout']) {
      expect(gets.map(({ call }) => call.path)).toContain(path);
    }
    for (const { call } of gets) {
      for (const path of [fill(call.path), fill(call.path).toUpperCase(), `${fill(call.path)}/`]) {
        expect(isReadingCall(path), path).toBe(false);
      }
    }
  });

  test('no call that changes something goes out, whatever method the author names (E15)', async () => {
    for (const { call } of changing) {
      for (const method of ['GET', 'POST'] as const) {
        if (call.method !== 'GET' && method === 'GET') continue;
        const { out, ports } = recording();
        await expect(run({ url: fill(call.path), method, body: '[]' }, ports)).rejects.toThrow(/can only read/);
        expect(out).toEqual([]);
      }
    }
  });

  test.each([
    '/api/ef/assets',
    '/api/ef/assets/7',
    '/API/EF/Assets/7/',
    '/api/ef/assets/7/dataitems',
    '/api/historicaldata',
  ])('%s is read with the viewer’s session', async (url) => {
    const { out, ports } = recording();
    expect(await run({ url: `${url}?x=1` }, ports)).toEqual([{ a: 1 }]);
    expect(out).toMatchObject([{ kind: 'read' }]);
  });

  test.each([
    '/api/ef/assets/7/../../auth/logout',
    '/api/ef/assets/%2e%2e/x',
    '/api/ef/assets/7%2f..%2flogout',
    '/api//ef/assets',
    '/api/ef/auth/sessions',
    '/api/ef/users/1',
    '/api/tokens',
    '/api/journal/export',
    '/api/auth/oidc/login',
    '/api/auth/oidc/callback',
    '/metrics',
    '/mqtt',
    '/assets',
    `${ORIGIN}/api/commands/5/release`,
    `//portal.example/api/auth/logout`,
  ])('%s is refused before anything is sent', async (url) => {
    const { out, ports } = recording();
    await expect(run({ url }, ports)).rejects.toThrow(/can only read/);
    expect(out).toEqual([]);
  });

  test('an author’s headers do not reach the portal, save those that choose the form of an answer', async () => {
    const { out, ports } = recording();
    const headers = ['Authorization', 'X-Requested-With', 'Accept', 'Cookie'].map((name) => ({ name, value: 'x' }));
    await run({ url: '/api/ef/assets', headers }, ports);
    expect(out[0]?.what).toEqual({ url: '/api/ef/assets', headers: [['Accept', 'x']] });
  });
});

describe('what a tile may ask of others', () => {
  test('goes out without a session, with values in place (E15)', async () => {
    const { out, ports } = recording();
    const read = (path: string) => (path === 'attributes.Station' ? 'A&B "c"' : '');
    const data = await run(
      {
        url: 'https://data.example/v1/{{attributes.Station}}?s={{attributes.Station}}',
        method: 'POST',
        headers: [{ name: 'X-Key', value: 'k {{attributes.Station}}\r\nInjected: 1' }],
        body: '{"station": "{{attributes.Station}}"}',
      },
      ports,
      read,
    );
    expect(data).toEqual({ rows: [1, 2] });
    expect(out[0]).toMatchObject({
      kind: 'send',
      what: {
        url: 'https://data.example/v1/A%26B%20%22c%22?s=A%26B%20%22c%22',
        method: 'POST',
        body: '{"station": "A&B \\"c\\""}',
      },
    });
  });

  test.each(['javascript:alert(1)', 'data:text/plain,x', 'file:///etc/passwd', 'ftp://x/y', 'blob:https://x/y'])(
    '%s is not an address to request',
    async (url) => {
      const { out, ports } = recording();
      await expect(run({ url }, ports)).rejects.toThrow(/http:\/\//);
      expect(out).toEqual([]);
    },
  );

  test('an address with a password is refused', async () => {
    await expect(run({ url: 'https://me:secret@data.example/' }, recording().ports)).rejects.toThrow(/password/);
  });

  test('a host that cannot be reached says so', async () => {
    const { ports } = recording({ sent: { id: 1, error: 'data.example cannot be reached.' } });
    await expect(run({ url: 'https://data.example/' }, ports)).rejects.toThrow('data.example cannot be reached.');
  });

  test.each([
    [401, /wants a login/],
    [404, /nothing at this address/],
    [503, /problem of its own/],
  ])('an answer of %s is told in words', async (status, words) => {
    const { ports } = recording({ sent: { id: 1, status, contentType: '', bytes: new ArrayBuffer(0) } });
    await expect(run({ url: 'https://data.example/' }, ports)).rejects.toThrow(words);
  });
});

describe('the answer', () => {
  const text = (body: string): RequestAnswer => ({
    id: 1,
    status: 200,
    contentType: 'text/plain',
    bytes: new TextEncoder().encode(body).buffer as ArrayBuffer,
  });

  test('may be text', async () => {
    const { ports } = recording({ sent: text('a;b') });
    expect(await run({ url: 'https://x.example', parse: 'text' }, ports)).toBe('a;b');
  });
  test('that is not JSON says how it begins', async () => {
    const { ports } = recording({ sent: text('<html>Login') });
    await expect(run({ url: 'https://x.example' }, ports)).rejects.toThrow('It begins with: <html>Login');
  });
  test('goes through the parsing script, with a time limit of less than two seconds (E13)', async () => {
    const { out, ports } = recording();
    expect(await run({ url: 'https://x.example', parsing: 'data.rows' }, ports)).toEqual([3]);
    expect(out[1]).toMatchObject({ kind: 'script', what: { code: 'data.rows', input: { rows: [1, 2] } } });
    expect(out[1]).toHaveProperty('what.limitMs', SCRIPT_LIMIT_MS);
    expect(SCRIPT_LIMIT_MS).toBeLessThan(2_000);
  });
  test('a script may make the data itself', async () => {
    const { out, ports } = recording();
    await run({ parsing: '[1]' }, ports);
    expect(out).toMatchObject([{ kind: 'script', what: { input: null } }]);
  });
  test('an error of the script is shown', async () => {
    const { ports } = recording({ script: { id: 1, error: 'TypeError: data.x is undefined' } });
    await expect(run({ parsing: 'data.x.y' }, ports)).rejects.toThrow('Parsing failed: TypeError: data.x is undefined');
  });
  test('without an address and a script nothing is configured', async () => {
    await expect(run({ url: '  ' }, recording().ports)).rejects.toThrow('No Fetch configured');
  });
});

describe('stored requests', () => {
  test('an address beside the request moves into it', () => {
    expect(migrateRequest({ url: 'https://a', other: 1 })).toEqual({
      url: 'https://a',
      other: 1,
      fetch: { url: 'https://a' },
    });
    expect(migrateRequest({ url: 'https://a', fetch: { url: 'https://b' } })).toMatchObject({
      fetch: { url: 'https://b' },
    });
    expect(migrateRequest({ url: 'https://a', fetch: { url: '' } })).toMatchObject({ fetch: { url: 'https://a' } });
  });
  test('an address that was cleared does not come back from beside it', () => {
    const bag = { url: 'https://a', fetch: { ...EMPTY_REQUEST } };
    expect(migrateRequest(bag)).toEqual(bag);
  });
  test('headers as a record are read as a list', () => {
    expect(requestField().parse({ headers: { Accept: 'text/csv' } })).toMatchObject({
      headers: [{ name: 'Accept', value: 'text/csv' }],
    });
  });
});

test('a filled JSON body is JSON whatever the value', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const body = '{"a": "{{x}}"}';
      expect(JSON.parse(fillTemplate(body, placeOfBody(body), () => value))).toEqual({ a: value });
    }),
  );
});
