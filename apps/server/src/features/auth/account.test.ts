import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { linkIn, readOutbox } from '#testing/outbox.ts';
import { type Portal, startPortal, TEST_PASSWORD } from '#testing/portal.ts';
import { basicHeader, logIn, type PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

const NEW_PASSWORD = 'another good password 9';
const HOUR_MS = 3_600_000;

let portal: Portal;
let world: TwoUnits;
let number = 0;
beforeAll(async () => {
  portal = await startPortal();
  world = await buildTwoUnits(portal);
});
afterAll(() => portal.close());
// Limits are per hour: each test begins in one of its own. Sessions are idle after twelve, so clients are made anew.
beforeEach(() => portal.clock.advance(HOUR_MS + 1));

const aName = () => `user${++number}@example.com`;
const register = (body: unknown, client: PortalClient = portal.anonymous) => client.post('/api/ef/auth/register', body);
const ask = (username: string) => portal.anonymous.get(`/api/auth/request/${encodeURIComponent(username)}`);
const confirmAddress = (changeId: string) => portal.anonymous.post(`/api/auth/altemail/${changeId}`);
const submit = (changeId: string, username: string, password: string) =>
  portal.anonymous.get(`/api/auth/submit/${changeId}`, { Authorization: basicHeader(username, password) });
const mailsTo = async (to: string) => (await readOutbox(portal.config.dataFolder)).filter((mail) => mail.to === to);

async function lastLinkTo(to: string, count: number) {
  await vi.waitFor(async () => expect(await mailsTo(to)).toHaveLength(count), 15_000);
  return linkIn((await mailsTo(to)).at(-1));
}

async function aMember(username = aName()) {
  await portal.aUser({ username, permissions: [6] });
  return username;
}

describe('registering', () => {
  it.each([
    ['a weak password', { username: 'weak@example.com', password: 'short' }],
    ['a common password', { username: 'weak@example.com', password: 'Password123' }],
    ['no name', { username: '  ', password: NEW_PASSWORD }],
    ['a colon in the name', { username: 'a:b', password: NEW_PASSWORD }],
    ...['admin@', '@x', 'a@b', '<ann@example.com>', 'a@example.com,b@example.com', 'ａ@example.com'].map((username) => [
      `the name ${username}`,
      { username, password: NEW_PASSWORD },
    ]),
    ...['admin', ' ', 'a@example.com\r\nBcc: b@example.com', 'a@example.com, b@example.com'].map((altEmail) => [
      `the alternative address ${JSON.stringify(altEmail)}`,
      { username: 'weak@example.com', password: NEW_PASSWORD, attributes: { altEmail } },
    ]),
    ['a name of two alphabets', { username: 'аdmin', password: NEW_PASSWORD }],
    ['a body that is a list', []],
  ] as [what: string, body: unknown][])('with %s is refused', async (_what, body) => {
    const { status } = await register(body);
    expect(status).toBe(400);
    expect(await portal.context.users.findByName('weak@example.com')).toBeUndefined();
  });

  it('gives an account without permissions, whatever else the request asks for', async () => {
    const username = aName();
    const reply = await register({
      username,
      password: NEW_PASSWORD,
      attributes: { firstName: 'Ann', lastName: '', altEmail: '', phone: '', isAdmin: 'yes' },
      permissions: [1],
      adminId: world.unitB,
      userId: 1,
      userGroups: [1],
    });
    expect(reply.status).toBe(200);
    const { login } = await logIn(portal.url, username, NEW_PASSWORD);
    expect(login?.permissions).toEqual([]);
    expect(login?.auth.user).toMatchObject({
      username,
      adminId: 1,
      attributes: [{ attributeName: 'firstName', attributeValue: 'Ann' }],
    });
    await vi.waitFor(async () => expect(await mailsTo(username)).toHaveLength(1), 15_000);
    expect((await mailsTo(username))[0]?.text).toContain('permissions');
  });

  it.each([
    (name: string) => name.toUpperCase(),
    (name: string) => ` ${name} `,
    (name: string) => name.replace('u', 'ｕ'),
  ])('a name that is taken is 409, and its owner still gets in', async (disguise) => {
    const username = await aMember(`user${++number}`);
    expect((await register({ username: disguise(username), password: NEW_PASSWORD })).status).toBe(409);
    await logIn(portal.url, username, TEST_PASSWORD);
  });

  it("another user's alternative address is taken too", async () => {
    const altEmail = aName();
    await register({ username: aName(), password: NEW_PASSWORD, attributes: { altEmail } });
    // Whoever only names an address must not keep its owner from registering.
    expect((await confirmAddress((await lastLinkTo(altEmail, 1)).changeId)).status).toBe(200);
    expect((await register({ username: altEmail.toUpperCase(), password: NEW_PASSWORD })).status).toBe(409);
  });

  it('is limited to five an hour from one address, so that names cannot be tried out', async () => {
    const username = await aMember();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      statuses.push((await register({ username, password: NEW_PASSWORD })).status);
    }
    expect(statuses).toEqual([409, 409, 409, 409, 409, 429]);
    portal.clock.advance(HOUR_MS + 1);
    expect((await register({ username: aName(), password: NEW_PASSWORD })).status).toBe(200);
  });

  it('is limited to twenty an hour from one network, whatever addresses it has (A13)', async () => {
    const behindProxy = await startPortal({ config: { trustedProxies: ['127.0.0.1', '::1'] } });
    try {
      const body = { username: 'admin', password: NEW_PASSWORD };
      const from = async (address: string) => {
        const headers = { 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https' };
        return (await behindProxy.anonymous.send('/api/ef/auth/register', { method: 'POST', headers, body })).status;
      };
      for (let host = 1; host <= 20; host++) expect(await from(`203.0.113.${host}`)).toBe(409);
      expect(await from('203.0.113.99')).toBe(429);
      expect(await from('198.51.100.1')).toBe(409);
    } finally {
      await behindProxy.close();
    }
  });

  it('is refused to other sites', async () => {
    const reply = await fetch(`${portal.url}/api/ef/auth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' },
      body: JSON.stringify({ username: aName(), password: NEW_PASSWORD }),
    });
    expect(reply.status).toBe(403);
  });
});

describe('asking for a reset link', () => {
  it('answers the same whether or not there is such a user', async () => {
    const username = await aMember();
    const [known, unknown] = [await ask(username), await ask('nobody-of-that-name@example.com')];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(known.text).toContain('spam');
  });

  it('answers before anybody has looked whether there is such a user, so that its time tells nothing', async () => {
    const username = await aMember();
    const { users } = portal.context;
    const find = users.findByName.bind(users);
    const { promise: answered, resolve } = Promise.withResolvers<void>();
    const looks = vi.spyOn(users, 'findByName').mockImplementation(async (name) => {
      await answered;
      return find(name);
    });
    for (const name of [username, 'nobody-of-that-name@example.com']) expect((await ask(name)).status).toBe(200);
    expect(looks.mock.calls).toEqual([[username], ['nobody-of-that-name@example.com']]);
    looks.mockRestore();
    resolve();
    await lastLinkTo(username, 1);
  });

  it('mails a link to the alternative address where there is one, once it is confirmed', async () => {
    const [username, altEmail] = [`plain${++number}`, aName()];
    await register({ username, password: NEW_PASSWORD, attributes: { altEmail } });
    const { changeId } = await lastLinkTo(altEmail, 1);
    await ask(username);
    expect((await confirmAddress(changeId)).status).toBe(200);
    await ask(username);
    // The second mail says that the address is confirmed.
    const link = await lastLinkTo(altEmail, 3);
    expect(link.username).toBe(username);
    expect(link.changeId.length).toBeGreaterThanOrEqual(22);
  });

  it('does not let the request say where the link leads', async () => {
    const username = await aMember();
    const url = new URL(`${portal.url}/api/auth/request/${encodeURIComponent(username)}`);
    await new Promise<void>((resolve, reject) => {
      request(url, {
        headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Requested-With': 'Telltale' },
      })
        .on('response', (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end();
    });
    await portal.anonymous.get(`/api/auth/request/${encodeURIComponent(username)}`, {
      'X-Forwarded-Host': 'evil.example',
    });
    await vi.waitFor(async () => expect((await mailsTo(username)).length).toBeGreaterThan(0), 15_000);
    for (const mail of await mailsTo(username)) expect(linkIn(mail).origin).toBe(portal.url);
  });

  it('mails a user at most three times an hour', async () => {
    const username = await aMember();
    for (let attempt = 0; attempt < 6; attempt++) await ask(username);
    const after = await aMember();
    await ask(after);
    await lastLinkTo(after, 1);
    expect(await mailsTo(username)).toHaveLength(3);
  });

  it('is not done for other sites', async () => {
    const username = await aMember();
    const url = `${portal.url}/api/auth/request/${encodeURIComponent(username)}`;
    expect((await fetch(url, { headers: { 'Sec-Fetch-Site': 'cross-site' } })).status).toBe(403);
    expect((await fetch(url)).status).toBe(403);
    expect(await mailsTo(username)).toEqual([]);
  });
});

describe('setting a password by a link', () => {
  it('logs in, ends every other session, and says so by mail', async () => {
    const username = await aMember();
    const earlier = await logIn(portal.url, username, TEST_PASSWORD);
    await ask(username);
    const { changeId } = await lastLinkTo(username, 1);
    const reply = await submit(changeId, username.toUpperCase(), NEW_PASSWORD);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ auth: { user: { username } }, permissions: [{ permissionId: 6 }] });
    expect(reply.headers.getSetCookie().join()).toMatch(/HttpOnly.*SameSite=Strict/i);
    expect((await earlier.get('/api/ef/assets')).status).toBe(401);
    await logIn(portal.url, username, NEW_PASSWORD);
    await expect(logIn(portal.url, username, TEST_PASSWORD)).rejects.toThrow('403');
    await vi.waitFor(async () => expect((await mailsTo(username)).at(-1)?.subject).toContain('was changed'), 15_000);
  });

  it('works once', async () => {
    const username = await aMember();
    await ask(username);
    const { changeId } = await lastLinkTo(username, 1);
    const replies = await Promise.all([
      submit(changeId, username, NEW_PASSWORD),
      submit(changeId, username, `${NEW_PASSWORD}2`),
    ]);
    const [first, second] = [NEW_PASSWORD, `${NEW_PASSWORD}2`];
    const [taken, late] = replies[0].status === 200 ? [first, second] : [second, first];
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    await logIn(portal.url, username, taken);
    await expect(logIn(portal.url, username, late)).rejects.toThrow('403');
    expect((await submit(changeId, username, NEW_PASSWORD)).status).toBe(403);
  });

  it('works for an hour, for its user, and until there is a newer link', async () => {
    const [username, other] = [await aMember(), await aMember()];
    await ask(username);
    const first = await lastLinkTo(username, 1);
    expect((await submit(first.changeId, other, NEW_PASSWORD)).status).toBe(403);
    await ask(username);
    const second = await lastLinkTo(username, 2);
    expect((await submit(first.changeId, username, NEW_PASSWORD)).status).toBe(403);
    portal.clock.advance(HOUR_MS + 1);
    const late = await submit(second.changeId, username, NEW_PASSWORD);
    expect([late.status, late.headers.get('content-type')]).toEqual([403, 'text/plain; charset=utf-8']);
    await logIn(portal.url, username, TEST_PASSWORD);
  });

  it('refuses a weak password and keeps the link', async () => {
    const username = await aMember();
    await ask(username);
    const { changeId } = await lastLinkTo(username, 1);
    expect((await submit(changeId, username, 'short')).status).toBe(400);
    expect((await submit(changeId, username, NEW_PASSWORD)).status).toBe(200);
  });

  it.each(['x', '%27%20or%201=1', 'a'.repeat(200)])('knows no link %s', async (changeId) => {
    expect((await submit(changeId, 'admin', NEW_PASSWORD)).status).toBe(403);
  });

  it('is not used up by whoever only looks at the mailed page', async () => {
    const username = await aMember();
    await ask(username);
    const { changeId } = await lastLinkTo(username, 1);
    for (let look = 0; look < 5; look++) await fetch(`${portal.url}/login?changeId=${changeId}`);
    expect((await submit(changeId, username, NEW_PASSWORD)).status).toBe(200);
  });

  it('keeps no link in the database that could be used', async () => {
    const username = await aMember();
    await ask(username);
    const { changeId } = await lastLinkTo(username, 1);
    const rows = await portal.context.db.selectFrom('password_resets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(changeId);
  });
});

describe('a reset link made by an administrator', () => {
  const make = async (as: string, username: string) =>
    (await portal.newSession(as)).get<{ link: string }>(`/api/auth/link/${encodeURIComponent(username)}`);

  it('is refused to everybody else, and for users of other admin units', async () => {
    expect((await portal.anonymous.get('/api/auth/link/opA')).status).toBe(401);
    expect((await make('viewA', 'opA')).status).toBe(403);
    expect((await make('adminB', 'opA')).status).toBe(404);
    expect((await make('root', 'nobody-of-that-name')).status).toBe(404);
  });

  it('is refused for a user who may do more than the one who asks', async () => {
    await portal.aUser({ username: 'helpdesk', permissions: [10, 12] });
    expect((await make('helpdesk', 'root')).status).toBe(403);
    expect((await make('helpdesk', 'opA')).status).toBe(403);
    expect((await make('helpdesk', 'nobody')).status).toBe(200);
  });

  it('lets an account in that never had a password, and is written to the journal', async () => {
    await portal.context.ownership.users.create((await import('#http/system-caller.ts')).systemCaller, {
      username: 'newcomer',
    });
    for (const password of ['', 'anything at all']) {
      const reply = await portal.anonymous.get('/api/ef/auth/login', {
        Authorization: basicHeader('newcomer', password),
      });
      expect(reply.status).toBe(403);
    }
    const { body } = await make('root', 'newcomer');
    const { searchParams } = new URL(body.link);
    expect((await submit(searchParams.get('changeId') ?? '', 'newcomer', NEW_PASSWORD)).status).toBe(200);
    await logIn(portal.url, 'newcomer', NEW_PASSWORD);
    const journal = await (await portal.newSession('root')).get<{ entries: { what: string }[] }>(
      '/api/journal?kind=access',
    );
    expect(JSON.stringify(journal.body)).toContain('reset link of newcomer made');
  });
});
