import { type ErrorReply, type manyUsers, PROOF_MS, PROOF_NEEDED, type UserId } from '@telltale/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { basicHeader, type PortalClient } from '#testing/portal-client.ts';
import { ExternalLoginRepository } from './external-login/external-login-repository.ts';

const LINKS = '/api/ef/users/resetlinks';
const MODIFY_USERS = 12;

describe.each(everyPortal())('links of many users at once, on $engine,', ({ start }) => {
  let portal: Portal;
  let clerk: PortalClient;
  let ann: number;
  let nameless: number;
  let boss: number;
  beforeAll(async () => {
    portal = await start();
    ann = (await portal.aUser({ username: 'ann@example.com', permissions: [] })).userId;
    nameless = (await portal.aUser({ username: 'nameless', permissions: [] })).userId;
    boss = (await portal.aUser({ username: 'boss', permissions: [1] })).userId;
    await portal.aUser({ username: 'clerk', permissions: [10, MODIFY_USERS] });
  });
  beforeEach(async () => {
    clerk = await portal.newSession('clerk');
  });
  afterAll(() => portal.close());

  const ask = async (userIds: number[], preview: boolean, by = clerk) =>
    (await by.post<manyUsers.UserLink[]>(LINKS, { userIds, preview })).body;
  const journalled = async () =>
    (
      await (await portal.newSession('admin')).get<{ entries: { what: string }[] }>('/api/journal?kind=access')
    ).body.entries
      .map(({ what }) => what)
      .filter((what) => what.includes('reset link'));

  it('are looked at first: who gets one, and who not and why; nothing is made by it', async () => {
    const outside = (await portal.aUser({ username: 'south', permissions: [], adminId: await portal.anAdminUnit('S') }))
      .userId;
    const looked = await ask([ann, nameless, boss, 999_999, outside, ann], true);
    expect(looked.map(({ username, outcome, hasAddress, link }) => [username, outcome, hasAddress, link])).toEqual([
      ['ann@example.com', 'link', true, null],
      ['nameless', 'link', false, null],
      ['boss', 'above', false, null],
      // Removed or of another unit: the one looks like the other.
      [null, 'gone', false, null],
      [null, 'gone', false, null],
    ]);
    expect(await journalled()).toEqual([]);
  });

  it('are made for those who get one, work once each, and stand in the journal one by one', async () => {
    const made = await ask([ann, boss, nameless], false);
    expect(made.map(({ outcome }) => outcome)).toEqual(['link', 'above', 'link']);
    expect(made[1]?.link).toBeNull();
    expect(await journalled()).toEqual(['reset link of nameless made', 'reset link of ann@example.com made']);
    const link = new URL(made[2]?.link ?? '');
    expect(link.searchParams.get('username')).toBe('nameless');
    const submit = () =>
      portal.anonymous.get(`/api/auth/submit/${link.searchParams.get('changeId')}`, {
        Authorization: basicHeader('nameless', 'a good long password'),
      });
    expect((await submit()).status).toBe(200);
    expect((await submit()).status).toBe(403);
    const earlier = new URL(made[0]?.link ?? '').searchParams.get('changeId');
    await ask([ann], false);
    const headers = { Authorization: basicHeader('ann@example.com', 'a good long password') };
    expect((await portal.anonymous.get(`/api/auth/submit/${earlier}`, headers)).status).toBe(403);
  });

  it('are for who has just proved who they are, and no token', async () => {
    const codeOf = async (by: PortalClient, headers = {}) => {
      const reply = await by.send<ErrorReply>(LINKS, {
        method: 'POST',
        body: { userIds: [ann], preview: true },
        headers,
      });
      return [reply.status, reply.body.error?.code];
    };
    const admin = await portal.newSession('admin');
    const { token } = (await admin.post<{ token: string }>('/api/tokens', { name: 'wide' })).body;
    expect(await codeOf(portal.anonymous, { Authorization: `Bearer ${token}` })).toEqual([403, 'session-needed']);
    portal.clock.advance(PROOF_MS);
    expect(await codeOf(clerk)).toEqual([403, PROOF_NEEDED]);
    expect((await (await portal.newSession('clerk')).post(LINKS, { userIds: [] })).status).toBe(400);
  });
});

it('of many gives none to who logs in with the identity provider alone', async () => {
  const oidc = {
    issuer: 'https://id.invalid',
    clientId: 'portal',
    clientSecret: 'of the portal',
    label: 'Id',
    newAccounts: false,
  };
  const portal = await startPortal({ config: { oidc } });
  const admin = await portal.as('admin');
  const { body: made } = await admin.post<{ userId: UserId }>('/api/users', {
    userId: 0,
    username: 'elsewhere@example.com',
  });
  const { userId } = made;
  const logins = new ExternalLoginRepository(portal.context.db);
  await logins.insert({ issuer: oidc.issuer, subject: 's', userId, createdMs: portal.clock.now() });
  const reply = await admin.post<manyUsers.UserLink[]>(LINKS, { userIds: [userId] });
  expect(reply.body).toEqual([
    { userId, username: 'elsewhere@example.com', outcome: 'external', hasAddress: true, link: null },
  ]);
  // Nor a mail, though the name is an address: the page that asks may have looked before they had that login.
  const mailed = await admin.post<unknown>('/api/ef/users/resetmails', { userIds: [userId] });
  expect(mailed.body).toEqual([{ userId, username: 'elsewhere@example.com', outcome: 'external' }]);
  await portal.close();
});
