import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AdminId, auth, secondFactor, UserId } from '@telltale/contract';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { SealBrokenError, SecretBox } from '#secret-box.ts';
import { everyPortal } from '#testing/every-portal.ts';
import { linkIn, readOutbox } from '#testing/outbox.ts';
import { type Portal, TEST_PASSWORD } from '#testing/portal.ts';
import { basicHeader, type PortalClient, type TestReply } from '#testing/portal-client.ts';

const PATH = '/api/ef/auth/secondfactor';
const STEP_MS = 30_000;

describe.each(everyPortal())('two-step login on $engine', ({ engine, start }) => {
  let portal: Portal;
  let number = 0;
  beforeAll(async () => {
    portal = await start();
  });
  afterAll(() => portal.close());
  // Each test begins with a time step, and limits, of its own; no step ends between a code and its use.
  beforeEach(() => {
    portal.clock.stop();
    portal.clock.advance(3_600_001);
  });

  const codeOf = (secret: string, steps = 0) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: portal.clock.now() + steps * STEP_MS });

  const login = (username: string, code?: string, password = TEST_PASSWORD) =>
    portal.anonymous.get<auth.LoginReply>('/api/ef/auth/login', {
      Authorization: basicHeader(username, password),
      ...(code === undefined ? {} : { 'X-Second-Factor': code }),
    });

  const outcome = ({ status, headers }: TestReply) => [status, headers.get('x-refusal-code')];

  async function aUser(permissions: readonly number[] = [6], adminId?: AdminId) {
    const username = `user${++number}@example.com`;
    const user = await portal.aUser({ username, permissions, ...(adminId === undefined ? {} : { adminId }) });
    return { ...user, username, client: await portal.newSession(username) };
  }

  async function begin(client: PortalClient): Promise<string> {
    const { body } = await client.post<{ secret: string }>(PATH);
    return body.secret;
  }

  /** A user with the factor on; the next free code is that of the next time step. */
  async function aGuardedUser(permissions?: readonly number[], adminId?: AdminId) {
    const user = await aUser(permissions, adminId);
    const secret = await begin(user.client);
    const { body } = await user.client.put<{ recoveryCodes: string[] }>(PATH, { code: codeOf(secret) });
    portal.clock.advance(STEP_MS);
    return { ...user, secret, recoveryCodes: body.recoveryCodes };
  }

  const journalOf = async (user: string) => {
    const admin = await portal.newSession('admin');
    const { body } = await admin.get<{ entries: { what: string }[] }>(`/api/journal?user=${user}&limit=50`);
    return body.entries.map(({ what }) => what);
  };

  it('is listed by apps under the name of the portal', async () => {
    const root = await portal.newSession('admin');
    expect((await root.put('/api/ef/firsthour', { portalName: 'North: field' })).status).toBe(200);
    const { username, client } = await aUser();
    const { body } = await client.post<{ uri: string }>(PATH);
    await root.put('/api/ef/firsthour', { portalName: '' });
    expect(body.uri).toContain(`totp/North%20%20field:${encodeURIComponent(username)}?issuer=North%20%20field&`);
  });

  it('is set up with a code, and counts only then', async () => {
    const { username, client } = await aUser();
    const { body } = await client.post<{ secret: string; uri: string }>(PATH);
    expect(body.uri).toBe(
      `otpauth://totp/Telltale:${encodeURIComponent(username)}?issuer=Telltale&secret=${body.secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect((await login(username)).status).toBe(200);
    const code = codeOf(body.secret);
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await client.put(PATH, { code: wrong })).status).toBe(400);
    expect((await client.get(PATH)).body).toEqual({ enabled: false, since: null, recoveryCodesLeft: 0 });
    const on = await client.put<{ recoveryCodes: string[] }>(PATH, { code });
    expect(new Set(on.body.recoveryCodes).size).toBe(10);
    expect((await client.get(PATH)).body).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
    expect((await client.put(PATH, { code })).status).toBe(409);
    expect((await client.post(PATH)).status).toBe(409);
    expect(await journalOf(username)).toContain('two-step login turned on');
  });

  it('asks for the code after the right password only, and says so to a machine', async () => {
    const { username, secret } = await aGuardedUser();
    expect(outcome(await login(username, undefined, 'wrong'))).toEqual([403, 'login-refused']);
    expect(outcome(await login(username, codeOf(secret), 'wrong'))).toEqual([403, 'login-refused']);
    const asked = await login(username);
    expect(outcome(asked)).toEqual([403, 'second-factor-needed']);
    expect(asked.text).toBe('Enter the code of your authenticator app.');
    expect(asked.headers.getSetCookie()).toEqual([]);
    expect((await login(username, codeOf(secret))).status).toBe(200);
  });

  it('takes a code once, and none before it', async () => {
    const { username, secret } = await aGuardedUser();
    const earlier = codeOf(secret, -1);
    const code = codeOf(secret);
    expect((await login(username, ` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
    expect(outcome(await login(username, code))).toEqual([403, 'second-factor-wrong']);
    expect(outcome(await login(username, earlier))).toEqual([403, 'second-factor-wrong']);
    expect(await journalOf(username)).toContain('login code refused');
    portal.clock.advance(STEP_MS);
    expect((await login(username, codeOf(secret))).status).toBe(200);
  });

  it('does not take one code twice at the same moment', async () => {
    const { username, secret } = await aGuardedUser();
    const code = codeOf(secret);
    const replies = await Promise.all([1, 2, 3, 4].map(() => login(username, code)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('takes the code of the step before and after, and none further away', async () => {
    const { username, secret } = await aGuardedUser();
    portal.clock.advance(10 * STEP_MS);
    for (const [steps, status] of [
      [-2, 403],
      [2, 403],
      [-1, 200],
      [0, 200],
      [1, 200],
    ] as const) {
      expect([steps, (await login(username, codeOf(secret, steps))).status]).toEqual([steps, status]);
    }
  });

  it.each(['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦', 'x'.repeat(90), '0000-0000-0000-0000'])(
    'refuses the code %j',
    async (code) => {
      const { username } = await aGuardedUser();
      const reply = await portal.anonymous.get('/api/ef/auth/login', {
        Authorization: basicHeader(username, TEST_PASSWORD),
        'X-Second-Factor': Buffer.from(code, 'utf8').toString('latin1'),
      });
      expect(reply.status).toBe(403);
    },
  );

  it('takes each recovery code once, as people type them', async () => {
    const { username, client, recoveryCodes } = await aGuardedUser();
    const [first = '', second = ''] = recoveryCodes;
    expect((await login(username, first)).status).toBe(200);
    expect(outcome(await login(username, first))).toEqual([403, 'second-factor-wrong']);
    expect((await login(username, ` ${second.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200);
    expect((await client.get<secondFactor.SecondFactor>(PATH)).body.recoveryCodesLeft).toBe(8);
    expect(await journalOf(username)).toContain('recovery code used');
  });

  it('makes new recovery codes, and ends the old ones', async () => {
    const { username, client, recoveryCodes } = await aGuardedUser();
    const { body } = await client.post<{ recoveryCodes: string[] }>(`${PATH}/recoverycodes`);
    expect((await login(username, recoveryCodes[0])).status).toBe(403);
    expect((await login(username, body.recoveryCodes[0])).status).toBe(200);
  });

  it('slows down guessing, also when the password is sent alone in between', async () => {
    const { username, secret } = await aGuardedUser();
    for (let count = 0; count < 4; count++) {
      expect(outcome(await login(username, '0000-0000-0000-0000'))[1]).toBe('second-factor-wrong');
      expect(outcome(await login(username))[1]).toBe('second-factor-needed');
    }
    await login(username, '0000-0000-0000-0000');
    const slowed = await login(username, codeOf(secret));
    expect([slowed.status, Number(slowed.headers.get('retry-after')) > 0]).toEqual([403, true]);
    portal.clock.advance(3_600_000);
    expect((await login(username, codeOf(secret))).status).toBe(200);
  });

  it('lets only ten codes of an account be tried in a quarter of an hour, wherever they come from', async () => {
    const { userId, username, secret } = await aGuardedUser();
    const { secondFactors } = portal.context;
    const user = { userId, username, adminId: 1 as AdminId };
    for (let count = 0; count < 10; count++) {
      await expect(secondFactors.demand(user, '0000-0000-0000-0000', `10.0.0.${count}`)).rejects.toThrow(/wrong/);
    }
    await expect(secondFactors.demand(user, codeOf(secret), '10.1.0.1')).rejects.toThrow('Too many wrong codes.');
    portal.clock.advance(900_001);
    await secondFactors.demand(user, codeOf(secret), '10.1.0.1');
  });

  it('is asked for before a reset link sets a password, and a weak password uses no code up', async () => {
    const { username, secret } = await aGuardedUser();
    await portal.anonymous.get(`/api/auth/request/${username}`);
    const mails = async () => (await readOutbox(portal.config.dataFolder)).filter(({ to }) => to === username);
    await vi.waitFor(async () => expect(await mails()).toHaveLength(1), 15_000);
    const { changeId } = linkIn((await mails())[0]);
    const submit = (password: string, code?: string) =>
      portal.anonymous.get(`/api/auth/submit/${changeId}`, {
        Authorization: basicHeader(username, password),
        ...(code === undefined ? {} : { 'X-Second-Factor': code }),
      });
    expect(outcome(await submit('a new long password'))).toEqual([403, 'second-factor-needed']);
    expect((await submit('short', codeOf(secret))).status).toBe(400);
    expect((await submit('a new long password', codeOf(secret))).status).toBe(200);
    expect((await login(username, undefined, 'a new long password')).headers.get('x-refusal-code')).toBe(
      'second-factor-needed',
    );
  });

  it('is turned off by its user', async () => {
    const { username, client } = await aGuardedUser();
    expect((await login(username)).status).toBe(403);
    expect((await client.delete(PATH)).body).toMatchObject({ enabled: false });
    expect((await login(username)).status).toBe(200);
    expect(await journalOf(username)).toContain('two-step login turned off');
  });

  it('is turned off by an administrator, but for nobody who may do more', async () => {
    const victim = await aGuardedUser([6]);
    const path = (userId: UserId) => `/api/ef/users/${userId}/secondfactor`;
    const viewer = await aUser([6]);
    expect((await viewer.client.delete(path(victim.userId))).status).toBe(403);
    const equal = await aUser([6, 12]);
    const chief = await aGuardedUser([1]);
    expect((await equal.client.delete(path(chief.userId))).status).toBe(403);
    const unit = await portal.anAdminUnit(`Unit ${number}`);
    const stranger = await aUser([1], unit);
    expect((await stranger.client.delete(path(victim.userId))).status).toBe(404);
    expect((await login(victim.username)).status).toBe(403);
    expect((await equal.client.delete(path(victim.userId))).status).toBe(200);
    expect((await login(victim.username)).status).toBe(200);
    expect((await equal.client.delete(path(999_999 as UserId))).status).toBe(404);
    expect(await journalOf(equal.username)).toContain(`two-step login of ${victim.username} turned off`);
  });

  it('is nothing that an API token may touch', async () => {
    const { client } = await aUser();
    const { body } = await client.post<{ token: string }>('/api/tokens', { name: 'script' });
    const headers = { Authorization: `Bearer ${body.token}` };
    for (const [method, path] of [
      ['POST', PATH],
      ['PUT', PATH],
      ['DELETE', PATH],
      ['POST', `${PATH}/recoverycodes`],
    ] as const) {
      const request = { method, headers, body: { code: '123456' } };
      expect((await portal.anonymous.send(path, request)).status).toBe(403);
    }
  });

  it('goes with its user', async () => {
    const { userId, username } = await aGuardedUser();
    await portal.context.ownership.users.delete(systemCaller, userId);
    const again = await portal.aUser({ username });
    expect(again.userId).not.toBe(userId);
    expect((await login(username)).status).toBe(200);
  });

  it.runIf(engine === 'SQLite')('stores neither secrets nor recovery codes in the clear', async () => {
    const { secret, recoveryCodes } = await aGuardedUser();
    const files = ['portal.db', 'portal.db-wal'].map((name) => readFile(join(portal.config.dataFolder, name)));
    const bytes = Buffer.concat(await Promise.all(files)).toString('latin1');
    for (const text of [secret, ...recoveryCodes]) expect(bytes).not.toContain(text);
    expect((await stat(join(portal.config.dataFolder, 'secret.key'))).mode & 0o777).toBe(0o600);
  });
});

describe('a sealed secret', () => {
  const box = new SecretBox(Buffer.alloc(32, 1));

  it('opens with its key, for its owner, unchanged', () => {
    const sealed = box.seal('JBSWY3DP', 'user 7');
    expect(box.unseal(sealed, 'user 7')).toBe('JBSWY3DP');
    expect(box.seal('JBSWY3DP', 'user 7')).not.toBe(sealed);
    const changed = Buffer.from(sealed, 'base64url');
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    for (const attempt of [
      () => box.unseal(sealed, 'user 8'),
      () => new SecretBox(Buffer.alloc(32, 2)).unseal(sealed, 'user 7'),
      () => box.unseal(changed.toString('base64url'), 'user 7'),
      () => box.unseal('', 'user 7'),
      () => box.unseal('AAAA', 'user 7'),
    ]) {
      expect(attempt).toThrow(SealBrokenError);
    }
  });
});
