import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { auth, UserId } from '@telltale/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { hashToken } from '#random-token.ts';
import { type Portal, startPortal, TEST_PASSWORD } from '#testing/portal.ts';
import { basicHeader, PortalClient } from '#testing/portal-client.ts';
import { Passwords } from './passwords.ts';

const LOGIN = '/api/ef/auth/login';
const HOUR_MS = 3_600_000;

let portal: Portal;

/** Any call that needs a session and nothing else. */
const probe = async (cookie: string | undefined, headers: Record<string, string> = {}) =>
  (
    await fetch(`${portal.url}/api/openapi.json`, {
      headers: { ...(cookie === undefined ? {} : { Cookie: cookie }), ...headers },
    })
  ).status;

const tryLogin = (username: string, password: string, headers: Record<string, string> = {}) =>
  portal.anonymous.get<auth.LoginReply>(LOGIN, { Authorization: basicHeader(username, password), ...headers });

async function eventually(condition: () => Promise<boolean> | boolean): Promise<void> {
  await expect.poll(condition, { interval: 20 }).toBe(true);
}

describe('logging in', () => {
  beforeAll(async () => {
    portal = await startPortal();
    await portal.aUser({ username: 'Ann', permissions: [6, 54] });
  });
  afterAll(() => portal.close());

  it('answers the user, the permissions, a broker token and the cookie', async () => {
    const reply = await tryLogin('Ann', TEST_PASSWORD);
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      auth: { authId: expect.any(String), user: { userId: 2, username: 'Ann', adminId: 1, attributes: [] } },
      permissions: [{ permissionId: 6 }, { permissionId: 54 }],
      brokerToken: expect.any(String),
    });
    const [cookie = ''] = reply.headers.getSetCookie();
    expect(cookie).toMatch(/^authJWT=[\w-]{43}; /);
    for (const flag of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(cookie).toContain(flag);
    expect(cookie).not.toContain('Secure');
    expect(reply.text).not.toContain(cookie.slice(8, 51));
  });

  it('gives an administrator every permission by number', async () => {
    const { login } = await portal.as('admin');
    expect(login?.permissions).toHaveLength(109);
  });

  it('takes the user name without regard to case, width and space', async () => {
    for (const name of ['ann', ' ANN ', 'Ａｎｎ']) expect((await tryLogin(name, TEST_PASSWORD)).status).toBe(200);
  });

  it('answers 403 with the same plain text for a wrong password, an unknown user and one without a password', async () => {
    await portal.context.ownership.users.create(systemCaller, { username: 'unset' });
    const replies = [
      await tryLogin('Ann', 'wrong'),
      await tryLogin('nobody-here', 'wrong'),
      await tryLogin('unset', ''),
      await tryLogin('unset', 'anything at all'),
      await tryLogin("' OR 1=1--", 'x'),
      await tryLogin('constructor', 'x'),
      await tryLogin('Ann', 'x'.repeat(2_000)),
    ];
    for (const reply of replies) {
      expect([reply.status, reply.text]).toEqual([403, 'Wrong user name or password.']);
      expect(reply.headers.get('content-type')).toMatch(/^text\/plain/);
      expect(reply.headers.getSetCookie()).toEqual([]);
    }
  });

  it.each([
    ['no colon', `Basic ${Buffer.from('ann').toString('base64')}`],
    ['no user', basicHeader('', 'x')],
    ['no base64', 'Basic ä%'],
    ['no UTF-8', `Basic ${Buffer.from([0x61, 0xff, 0x3a, 0x62]).toString('base64')}`],
    ['a NUL', basicHeader('ann\0', 'x')],
    ['nothing', 'Basic '],
    ['only the scheme', 'Basic'],
  ])('refuses a header with %s', async (_what, header) => {
    const reply = await portal.anonymous.get(LOGIN, { Authorization: Buffer.from(header, 'utf8').toString('latin1') });
    expect([400, 403]).toContain(reply.status);
  });

  it('refuses a header of 1 MB without failing', async () => {
    const reply = await portal.anonymous.get(LOGIN, { Authorization: `Basic ${'YTph'.repeat(250_000)}` });
    expect([400, 403, 431]).toContain(reply.status);
  });

  it('accepts passwords with colons and emoji', async () => {
    const password = 'a:b:c 😀 ünïcode';
    await portal.context.ownership.users.create(systemCaller, { username: 'colon', password });
    expect((await tryLogin('colon', password)).status).toBe(200);
  });

  it('refuses a login from another site and sets no cookie', async () => {
    const answer = await fetch(`${portal.url}${LOGIN}`, {
      headers: { Authorization: basicHeader('Ann', TEST_PASSWORD), 'Sec-Fetch-Site': 'cross-site' },
    });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
  });

  it('makes a new token each time, whatever the cookie held before', async () => {
    const reply = await tryLogin('Ann', TEST_PASSWORD, { Cookie: 'authJWT=attacker' });
    const [cookie = ''] = reply.headers.getSetCookie();
    expect(cookie).not.toContain('attacker');
    expect(await probe('authJWT=attacker')).toBe(401);
    expect(await probe(cookie.split(';')[0])).toBe(200);
  });

  it('ends the session that the browser had', async () => {
    const earlier = await portal.newSession('Ann');
    await tryLogin('Ann', TEST_PASSWORD, { Cookie: earlier.cookie ?? '' });
    expect(await probe(earlier.cookie)).toBe(401);
  });

  it('stores neither passwords nor tokens', async () => {
    const { cookie, login } = await portal.newSession('Ann');
    const files = ['portal.db', 'portal.db-wal'].map((name) => readFile(join(portal.config.dataFolder, name)));
    const bytes = Buffer.concat(await Promise.all(files)).toString('latin1');
    expect(bytes).toContain(login?.auth.authId);
    for (const secret of [TEST_PASSWORD, cookie?.slice(8) ?? '?', login?.brokerToken ?? '?']) {
      expect(bytes).not.toContain(secret);
    }
  });

  it('is written to the journal, right or wrong, but never what an unknown user typed', async () => {
    await tryLogin('Ann', 'wrong');
    await tryLogin('my secret password', 'x');
    const admin = await portal.as('admin');
    const { body } = await admin.get<{ entries: { what: string; user: string; address: string }[] }>(
      '/api/journal?kind=session&limit=20',
    );
    expect(body.entries.slice(0, 2)).toMatchObject([
      { what: 'login refused', user: 'unknown', address: '127.0.0.1' },
      { what: 'login refused', user: 'Ann', address: '127.0.0.1' },
    ]);
    expect(body.entries.some((entry) => entry.what === 'logged in')).toBe(true);
    expect(JSON.stringify(body)).not.toContain('my secret');
  });
});

describe('under https', () => {
  beforeAll(async () => {
    portal = await startPortal({ config: { publicUrl: 'https://portal.example' } });
  });
  afterAll(() => portal.close());

  it('the cookie is Secure and the transport is kept strict', async () => {
    const reply = await tryLogin('admin', TEST_PASSWORD);
    expect(reply.headers.getSetCookie()[0]).toContain('Secure');
    expect(reply.headers.get('strict-transport-security')).toContain('max-age');
  });
});

describe('wrong passwords', () => {
  beforeEach(async () => {
    portal = await startPortal();
    await portal.aUser({ username: 'ann' });
    await portal.aUser({ username: 'bob' });
  });
  afterEach(() => portal.close());

  it('make the user wait from that address with Retry-After, even with the right one, and nobody else', async () => {
    for (let count = 0; count < 5; count++) expect((await tryLogin('ann', 'wrong')).status).toBe(403);
    const slowed = await tryLogin('ann', TEST_PASSWORD, { 'X-Forwarded-For': '6.6.6.6' });
    expect(slowed.status).toBe(403);
    expect(slowed.text).toBe('Too many wrong logins. Try again later.');
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(290);
    expect((await tryLogin('bob', TEST_PASSWORD)).status).toBe(200);
    portal.clock.advance(300_000);
    expect((await tryLogin('ann', TEST_PASSWORD)).status).toBe(200);
  });

  it('sent at once do not slip past the limit', async () => {
    const replies = await Promise.all(Array.from({ length: 15 }, () => tryLogin('ann', 'wrong')));
    expect(replies.filter((reply) => reply.headers.has('retry-after')).length).toBeGreaterThanOrEqual(10);
  });

  it('of many users make the address wait', async () => {
    for (let count = 0; count < 20; count++) await tryLogin(`user ${count}`, 'wrong');
    expect((await tryLogin('ann', TEST_PASSWORD)).headers.get('retry-after')).not.toBeNull();
    portal.clock.advance(60_000);
    expect((await tryLogin('ann', TEST_PASSWORD)).status).toBe(200);
  });

  it('cost one hash for a known and for an unknown user, so that their time tells nothing', async () => {
    const verified = vi.spyOn(Passwords.prototype, 'verify');
    expect((await tryLogin('ann', 'wrong')).status).toBe(403);
    expect((await tryLogin('nobody', 'wrong')).status).toBe(403);
    expect(verified.mock.calls).toEqual([
      ['wrong', expect.stringMatching(/^scrypt\$/)],
      ['wrong', undefined],
    ]);
    verified.mockRestore();
  });
});

describe('a session', () => {
  beforeEach(async () => {
    portal = await startPortal();
    await portal.aUser({ username: 'ann', permissions: [6] });
  });
  afterEach(() => portal.close());

  it('is checked without credentials, with the same answer as the login', async () => {
    const client = await portal.as('ann');
    const check = await client.get<auth.LoginReply>(LOGIN);
    expect([check.status, check.body]).toEqual([200, client.login]);
  });

  it('that is none answers 401 with a text and clears the cookie', async () => {
    const reply = await new PortalClient(portal.url, 'x', { cookie: 'authJWT=x', login: {} as never }).get(LOGIN);
    expect([reply.status, reply.text]).toEqual([401, 'Login invalid or expired.']);
    expect(reply.headers.getSetCookie()[0]).toMatch(/^authJWT=;/);
  });

  it('ends with the log-out, its broker token too', async () => {
    const client = await portal.as('ann');
    const { sessions } = portal.context;
    const broker = client.login?.brokerToken ?? '';
    expect(await sessions.callerForBrokerToken(broker)).toMatchObject({ username: 'ann' });
    const ended: unknown[] = [];
    sessions.onAccessChanged((change) => ended.push(change));
    const reply = await client.get('/api/auth/logout');
    expect([reply.status, reply.body]).toEqual([200, { message: 'You have been logged out.' }]);
    expect(ended).toEqual([{ authIds: [client.login?.auth.authId] }]);
    expect(await probe(client.cookie)).toBe(401);
    expect(await sessions.callerForBrokerToken(broker)).toBeUndefined();
  });

  it('does not end by a log-out from another site', async () => {
    const client = await portal.as('ann');
    const answer = await fetch(`${portal.url}/api/auth/logout`, {
      headers: { Cookie: client.cookie ?? '', 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(answer.status).toBe(403);
    expect(await probe(client.cookie)).toBe(200);
  });

  it('cannot be had with its broker token, its id, or a hash', async () => {
    const { cookie, login } = await portal.as('ann');
    const tokens = [login?.brokerToken, login?.auth.authId, hashToken(cookie?.slice(8) ?? '')];
    for (const token of tokens) {
      expect(await probe(`authJWT=${token}`)).toBe(401);
      expect(await probe(undefined, { Authorization: `Bearer ${token}` })).toBe(401);
    }
  });

  it('goes idle after 12 hours, and is kept by use', async () => {
    const { cookie, login } = await portal.as('ann');
    portal.clock.advance(12 * HOUR_MS - 60_000);
    expect(await probe(cookie)).toBe(200);
    portal.clock.advance(12 * HOUR_MS - 60_000);
    expect(await probe(cookie)).toBe(200);
    portal.clock.advance(12 * HOUR_MS + 1_000);
    expect(await probe(cookie)).toBe(401);
    expect(await portal.context.sessions.callerForBrokerToken(login?.brokerToken ?? '')).toBeUndefined();
  });

  it('ends after 30 days however much it is used, and the sweep tells the live connections', async () => {
    portal.clock.stop();
    const { cookie, login } = await portal.as('ann');
    for (let day = 0; day < 60; day++) {
      expect(await probe(cookie)).toBe(200);
      portal.clock.advance(12 * HOUR_MS - 1_000);
    }
    portal.clock.advance(120_000);
    expect(await probe(cookie)).toBe(401);
    const ended: unknown[] = [];
    portal.context.sessions.onAccessChanged((change) => ended.push(change));
    await portal.context.sessions.endExpired();
    expect(ended).toEqual([{ authIds: [login?.auth.authId], lapsed: true }]);
  });

  it('outlives a restart of the portal, with the time it was last used', async () => {
    const client = await portal.as('ann');
    portal.clock.advance(11 * HOUR_MS);
    expect(await probe(client.cookie)).toBe(200);
    await portal.restart();
    portal.clock.advance(11 * HOUR_MS);
    expect(await probe(client.cookie)).toBe(200);
    expect((await client.get<auth.LoginReply>(LOGIN)).body.brokerToken).toBe(client.login?.brokerToken);
  });

  it('does not widen by refreshing', async () => {
    const { cookie } = await portal.as('ann');
    expect((await portal.anonymous.get('/api/ef/auth/sessions?refreshToken=1')).status).toBe(401);
    expect(await probe(`${cookie}x`)).toBe(401);
  });

  it('ends when the password is set, on every device', async () => {
    const three = await Promise.all([1, 2, 3].map(() => portal.newSession('ann')));
    await portal.context.ownership.users.setPassword(systemCaller, 'ann', 'another long password');
    await eventually(async () => (await Promise.all(three.map(({ cookie }) => probe(cookie)))).every((s) => s === 401));
    expect((await tryLogin('ann', TEST_PASSWORD)).status).toBe(403);
    expect((await tryLogin('ann', 'another long password')).status).toBe(200);
  });

  it('ends when the user is deleted', async () => {
    const client = await portal.as('ann');
    await portal.context.ownership.users.delete(systemCaller, client.login?.auth.user.userId as UserId);
    await eventually(async () => (await probe(client.cookie)) === 401);
  });

  it('can be seen and ended by its user, and by nobody else', async () => {
    const [one, two] = [await portal.newSession('ann'), await portal.newSession('ann')];
    const { body } = await one.get<auth.AuthSession[]>('/api/ef/auth/sessions');
    expect(body.map((session) => session.current)).toEqual([false, true]);
    expect(body[0]).toMatchObject({ authId: two.login?.auth.authId, address: '127.0.0.1', userAgent: 'node' });
    const path = `/api/ef/auth/sessions/${two.login?.auth.authId}`;
    expect((await (await portal.as('admin')).delete(path)).status).toBe(404);
    expect(await probe(two.cookie)).toBe(200);
    expect((await one.delete(path)).status).toBe(200);
    expect(await probe(two.cookie)).toBe(401);
    expect(await probe(one.cookie)).toBe(200);
    const journal = await (await portal.as('admin')).get('/api/journal?kind=session&limit=1');
    expect(journal.body).toMatchObject({ entries: [{ what: 'session ended', user: 'ann', address: '127.0.0.1' }] });
  });
});

describe('a portal with shorter sessions', () => {
  beforeAll(async () => {
    portal = await startPortal({ config: { sessionIdleMs: 600_000, sessionMaxMs: 1_200_000 } });
  });
  afterAll(() => portal.close());

  it('ends them when its settings say so, and lets the browser forget them then', async () => {
    const reply = await tryLogin('admin', TEST_PASSWORD);
    expect(reply.headers.getSetCookie()[0]).toContain('Max-Age=1200');
    portal.clock.stop();
    const { cookie } = await portal.newSession('admin');
    portal.clock.advance(599_000);
    expect(await probe(cookie)).toBe(200);
    portal.clock.advance(599_000);
    expect(await probe(cookie)).toBe(200);
    portal.clock.advance(3_000);
    expect(await probe(cookie)).toBe(401);
    const idle = await portal.newSession('admin');
    portal.clock.advance(601_000);
    expect(await probe(idle.cookie)).toBe(401);
  });
});

describe('forged tokens', () => {
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = part({ userId: 1, sub: 'admin', permissions: [1], exp: 9_999_999_999 });
  const signed = (header: object, secret: string) => {
    const text = `${part(header)}.${claims}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const forgeries = [
    ...['none', 'None', 'nOnE'].map((alg) => `${part({ alg, typ: 'JWT' })}.${claims}.`),
    ...['', 'frangoteam751', 'secret', 'thingsboardDefaultSigningKey', 'SW2YcwTIb9zpOOhoPsMm'].map((secret) =>
      signed({ alg: 'HS256', typ: 'JWT' }, secret || '\0'),
    ),
    signed({ alg: 'HS256', kid: '../../dev/null' }, '\0'),
    signed({ alg: 'HS256', jku: 'http://127.0.0.1:1/keys', jwk: { kty: 'oct', k: 'AA' } }, '\0'),
    '',
    '__proto__',
    'null',
  ];

  it.each(forgeries)('open nothing: %s', async (token) => {
    expect(await probe(`authJWT=${token}`)).toBe(401);
    expect(await probe(undefined, { Authorization: `Bearer ${token}` })).toBe(401);
  });
});

describe('rights that change', () => {
  beforeEach(async () => {
    portal = await startPortal();
  });
  afterEach(() => portal.close());

  it('take effect at the next request, and the live hub hears of it', async () => {
    const { userId, userGroupId } = await portal.aUser({ username: 'ann', permissions: [1, 6] });
    const client = await portal.as('ann');
    expect((await client.get('/api/journal')).status).toBe(200);
    const heard: unknown[] = [];
    portal.context.sessions.onAccessChanged((change) => heard.push(change));
    await portal.setPermissions(userGroupId, [6]);
    expect((await client.get('/api/journal')).status).toBe(403);
    const authIds = portal.context.sessions.listOf(userId).map((session) => session.authId);
    expect(heard).toContainEqual({ authIds });
  });

  it('end the session with the last permission', async () => {
    const { userGroupId } = await portal.aUser({ username: 'ann', permissions: [6] });
    const client = await portal.as('ann');
    await portal.setPermissions(userGroupId, []);
    await eventually(async () => (await probe(client.cookie)) === 401);
    expect(await portal.context.sessions.callerForBrokerToken(client.login?.brokerToken ?? '')).toBeUndefined();
    expect((await tryLogin('ann', TEST_PASSWORD)).status).toBe(200);
  });
});

describe('API tokens', () => {
  beforeEach(async () => {
    portal = await startPortal();
    await portal.aUser({ username: 'ann', permissions: [6, 54] });
  });
  afterEach(() => portal.close());

  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

  it('act for their owner, are shown once and end when revoked', async () => {
    const ann = await portal.as('ann');
    const made = await ann.post<auth.ApiToken & { token: string }>('/api/tokens', { name: 'script' });
    expect(made.body).toMatchObject({ name: 'script', permissionIds: null, expires: null, lastUsed: null });
    const { token, tokenId } = made.body;
    expect(await probe(undefined, bearer(token))).toBe(200);
    const { text } = await ann.get('/api/tokens');
    expect(text).toContain('script');
    expect(text).not.toContain(token);
    expect((await ann.delete(`/api/tokens/${tokenId}`)).status).toBe(200);
    expect(await probe(undefined, bearer(token))).toBe(401);
    expect((await ann.delete(`/api/tokens/${tokenId}`)).status).toBe(404);
  });

  it('hold no more than their owner, now and later', async () => {
    const ann = await portal.as('ann');
    expect((await ann.post('/api/tokens', { name: 'x', permissionIds: [6, 8] })).status).toBe(400);
    const admin = await portal.as('admin');
    const narrow = await admin.post<{ token: string }>('/api/tokens', { name: 'narrow', permissionIds: [6] });
    expect((await portal.anonymous.get('/api/journal', bearer(narrow.body.token))).status).toBe(403);
    const wide = await admin.post<{ token: string }>('/api/tokens', { name: 'wide' });
    expect((await portal.anonymous.get('/api/journal', bearer(wide.body.token))).status).toBe(200);
  });

  it('expire', async () => {
    const ann = await portal.as('ann');
    const at = (ms: number) => new Date(portal.clock.now() + ms).toISOString();
    expect((await ann.post('/api/tokens', { name: 'x', expires: at(-1_000) })).status).toBe(400);
    const { body } = await ann.post<{ token: string }>('/api/tokens', { name: 'x', expires: at(HOUR_MS) });
    expect(await probe(undefined, bearer(body.token))).toBe(200);
    portal.clock.advance(HOUR_MS + 1_000);
    expect(await probe(undefined, bearer(body.token))).toBe(401);
  });

  it('of another user are not there', async () => {
    const { body } = await (await portal.as('ann')).post<{ tokenId: number }>('/api/tokens', { name: 'x' });
    expect((await (await portal.as('admin')).delete(`/api/tokens/${body.tokenId}`)).status).toBe(404);
  });

  it('do not fall back to a cookie when they are wrong', async () => {
    const { cookie } = await portal.as('ann');
    expect(await probe(cookie, bearer('wrong'))).toBe(401);
    expect(await probe(cookie, { Authorization: 'Bearer a b' })).toBe(401);
    const headers = { Cookie: cookie ?? '', Authorization: 'Bearer a b', 'Sec-Fetch-Site': 'cross-site' };
    expect((await fetch(`${portal.url}/api/tokens/1`, { method: 'DELETE', headers })).status).toBe(401);
  });
});
