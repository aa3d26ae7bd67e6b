import type { auth } from '@telltale/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { everyPortal } from '#testing/every-portal.ts';
import { type Portal, TEST_PASSWORD } from '#testing/portal.ts';
import { basicHeader, PortalClient } from '#testing/portal-client.ts';
import { SessionRepository } from './session-repository.ts';

const NEW_PASSWORD = 'another good password 9';

describe.each(everyPortal())('a session is bound to what it was proved with, on $engine', ({ start }) => {
  let portal: Portal;
  let number = 0;
  beforeAll(async () => {
    portal = await start();
  });
  afterAll(() => portal.close());
  // Refused logins are counted: each test begins when nobody has to wait.
  beforeEach(() => portal.clock.advance(3_600_001));

  async function aUser() {
    const username = `user${++number}`;
    const { userId } = await portal.aUser({ username, permissions: [6] });
    return { userId, username };
  }

  const login = (username: string, password = TEST_PASSWORD) =>
    portal.anonymous.get<auth.LoginReply>('/api/ef/auth/login', { Authorization: basicHeader(username, password) });

  /** Holds back what `verify` answers until `meanwhile` has happened: the hash is still being computed. */
  async function loginWhile(username: string, meanwhile: () => Promise<unknown>) {
    const { passwords } = portal.context;
    const verify = passwords.verify.bind(passwords);
    passwords.verify = async (...given) => {
      const isRight = await verify(...given);
      passwords.verify = verify;
      await meanwhile();
      return isRight;
    };
    return login(username);
  }

  it('a login during which the password is changed gets none', async () => {
    const { userId, username } = await aUser();
    const { ownership, sessions } = portal.context;
    const change = () => ownership.users.setPassword(systemCaller, username, NEW_PASSWORD);
    const reply = await loginWhile(username, change);
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([403, []]);
    expect(sessions.listOf(userId)).toEqual([]);
    expect((await login(username, NEW_PASSWORD)).status).toBe(200);
  });

  it('of a user who changes the password all others end, and so does an open reset link', async () => {
    const { userId, username } = await aUser();
    const [here, there] = [await portal.newSession(username), await portal.newSession(username)];
    const admin = await portal.newSession('admin');
    const { link } = (await admin.get<{ link: string }>(`/api/auth/link/${username}`)).body;
    const changeId = new URL(link).searchParams.get('changeId');
    expect((await here.post('/api/ef/auth/password', { password: 'short' })).status).toBe(400);
    expect((await there.get('/api/ef/auth/login')).status).toBe(200);

    const reply = await here.post('/api/ef/auth/password', { password: NEW_PASSWORD });
    expect([reply.status, reply.body]).toEqual([200, { username }]);
    expect((await here.get('/api/ef/auth/login')).status).toBe(200);
    expect((await there.get('/api/ef/auth/login')).status).toBe(401);
    expect(portal.context.sessions.listOf(userId)).toHaveLength(1);
    expect((await login(username)).status).toBe(403);
    expect((await login(username, NEW_PASSWORD)).status).toBe(200);
    const headers = { Authorization: basicHeader(username, TEST_PASSWORD) };
    expect((await portal.anonymous.get(`/api/auth/submit/${changeId}`, headers)).status).toBe(403);
  });

  it('ends with the password, not after it: a portal killed in between brings none back', async () => {
    const { userId, username } = await aUser();
    const rows = async () =>
      (await portal.context.db.selectFrom('sessions').select('auth_id').where('user_id', '=', userId).execute()).length;
    const [here] = [await portal.newSession(username), await portal.newSession(username)];
    // What follows the commit never comes to it.
    const late = vi.spyOn(SessionRepository.prototype, 'delete').mockResolvedValue(undefined);
    try {
      expect((await here.post('/api/ef/auth/password', { password: NEW_PASSWORD })).status).toBe(200);
      expect(await rows()).toBe(1);
      await portal.context.ownership.users.setPassword(systemCaller, username, TEST_PASSWORD);
      expect(await rows()).toBe(0);
    } finally {
      late.mockRestore();
    }
  });

  it('of two that change the password at once one wins, and the other ends', async () => {
    const { userId, username } = await aUser();
    const both = [await portal.newSession(username), await portal.newSession(username)];
    const passwords = [NEW_PASSWORD, `${NEW_PASSWORD} too`];
    const replies = await Promise.all(
      both.map((client, index) => client.post('/api/ef/auth/password', { password: passwords[index] })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
    const winner = replies.findIndex(({ status }) => status === 200);
    expect((await login(username, passwords[winner])).status).toBe(200);
    expect((await login(username, passwords[1 - winner])).status).toBe(403);
    expect((await both[winner]?.get('/api/ef/auth/login'))?.status).toBe(200);
    expect(portal.context.sessions.listOf(userId)).toHaveLength(2);
  });

  it('that is old must be proved anew before the password changes', async () => {
    const { username } = await aUser();
    const here = await portal.newSession(username);
    portal.clock.advance(11 * 60_000);
    expect((await here.post('/api/ef/auth/password', { password: NEW_PASSWORD })).status).toBe(403);
    await here.post('/api/ef/auth/proof', { password: TEST_PASSWORD });
    expect((await here.post('/api/ef/auth/password', { password: NEW_PASSWORD })).status).toBe(200);
  });

  it('a login during which the password is taken away gets none', async () => {
    const { userId, username } = await aUser();
    const { users, sessions } = portal.context;
    const reply = await loginWhile(username, () => users.setPasswordHash(userId, null));
    expect(reply.status).toBe(403);
    expect(sessions.listOf(userId)).toEqual([]);
  });

  it('a login during which the user is deleted answers 403', async () => {
    const { userId, username } = await aUser();
    const reply = await loginWhile(username, () => portal.context.ownership.users.delete(systemCaller, userId));
    expect([reply.status, reply.text]).toEqual([403, 'Wrong user name or password.']);
  });

  it('a proof during which the password is changed renews nothing', async () => {
    const { username } = await aUser();
    const client = await portal.newSession(username);
    const { passwords, ownership } = portal.context;
    const verify = passwords.verify.bind(passwords);
    passwords.verify = async (...given) => {
      const isRight = await verify(...given);
      passwords.verify = verify;
      await ownership.users.setPassword(systemCaller, username, NEW_PASSWORD);
      return isRight;
    };
    expect((await client.post('/api/ef/auth/proof', { password: TEST_PASSWORD })).status).toBe(403);
    expect((await client.get('/api/ef/auth/proof')).status).toBe(401);
  });

  it('none outlives the change of the password, however logins and changes meet', async () => {
    const { userId, username } = await aUser();
    const { ownership, sessions } = portal.context;
    for (let round = 0; round < 10; round++) {
      const [password, next] = round % 2 === 0 ? [TEST_PASSWORD, NEW_PASSWORD] : [NEW_PASSWORD, TEST_PASSWORD];
      const logins = Array.from({ length: 4 }, () => login(username, password));
      const [replies] = await Promise.all([
        Promise.all(logins),
        ownership.users.setPassword(systemCaller, username, next),
      ]);
      expect(replies.every(({ status }) => status === 200 || status === 403)).toBe(true);
      expect(sessions.listOf(userId)).toEqual([]);
    }
  });

  it('a login that meets the deletion of its user answers 200 or 403, never 500', async () => {
    for (let round = 0; round < 10; round++) {
      const { userId, username } = await aUser();
      const logins = Array.from({ length: 3 }, () => login(username));
      await Promise.all([...logins, portal.context.ownership.users.delete(systemCaller, userId)]);
      for (const reply of await Promise.all(logins)) expect([200, 403]).toContain(reply.status);
    }
  });

  it('keeps its proof over a restart', async () => {
    const { username, userId } = await aUser();
    const client = await portal.newSession(username);
    expect(portal.context.sessions.listOf(userId)).toHaveLength(1);
    await portal.restart();
    const again = new PortalClient(portal.url, username, { cookie: client.cookie ?? '', login: {} as never });
    expect((await again.post('/api/tokens', { name: 'script' })).status).toBe(200);
  });
});
