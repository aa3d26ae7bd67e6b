import {
  callTable,
  type ErrorReply,
  type ownAccount,
  PROOF_MS,
  PROOF_NEEDED,
  SESSION_NEEDED,
} from '@telltale/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import { type Portal, TEST_PASSWORD } from '#testing/portal.ts';
import type { PortalClient, TestReply } from '#testing/portal-client.ts';

const rows = callTable.map(({ resource, name, call }) => ({ name: `${resource}.${name}`, call }));
const ofTheAccount = rows.filter(({ call }) => call.proof !== undefined);
const OWNER = 'owner';

/** Requests that a rule asks a proof for, of calls of which others need none. */
const provedBodies: Readonly<Record<string, (userId: number) => unknown>> = {
  'auth.saveUserAttributes': (userId) => [
    { userId, attributeName: 'firstName', attributeValue: 'Mallory' },
    { userId, attributeName: ' ALTEMAIL', attributeValue: 'mallory@example.com' },
  ],
  'ownership.saveUser': (userId) => ({ userId, username: 'mallory@example.com' }),
};

it('the calls that lead to an account are these, by what they ask for', () => {
  const kindOf = (proof: unknown) => (typeof proof === 'object' ? 'rule' : proof);
  expect(Object.fromEntries(ofTheAccount.map(({ name, call }) => [name, kindOf(call.proof)]))).toEqual({
    'accounts.makeResetLink': 'fresh',
    'alertBrowsers.addAlertBrowser': 'session',
    'alertBrowsers.listAlertBrowsers': 'session',
    'alertBrowsers.removeAlertBrowser': 'session',
    'auth.createToken': 'fresh',
    'auth.listSessions': 'session',
    'auth.listTokens': 'session',
    'auth.revokeSession': 'fresh',
    'auth.revokeToken': 'fresh',
    'auth.saveUserAttributes': 'rule',
    'calendarFeeds.createCalendarFeed': 'session',
    'calendarFeeds.deleteCalendarFeed': 'session',
    'calendarFeeds.listCalendarFeeds': 'session',
    'calendarFeeds.renewCalendarFeed': 'session',
    'firstHour.saveMailServer': 'fresh',
    'firstHour.testMailServer': 'fresh',
    'manyUsers.makeResetLinks': 'fresh',
    'manyUsers.sendResetMails': 'fresh',
    'ownAccount.changePassword': 'fresh',
    'ownAccount.connectExternalLogin': 'fresh',
    'ownAccount.disconnectExternalLogin': 'fresh',
    'ownAccount.getAltEmail': 'session',
    'ownAccount.getExternalLogin': 'session',
    'ownAccount.getProof': 'session',
    'ownAccount.prove': 'session',
    'ownAccount.proveExternally': 'session',
    'ownAccount.resendAltEmail': 'fresh',
    'ownership.saveUser': 'rule',
    'secondFactor.beginSecondFactor': 'fresh',
    'secondFactor.confirmSecondFactor': 'fresh',
    'secondFactor.getSecondFactor': 'session',
    'secondFactor.removeSecondFactor': 'fresh',
    'secondFactor.removeSecondFactorOf': 'fresh',
    'secondFactor.renewRecoveryCodes': 'fresh',
    'views.endView': 'session',
    'views.startView': 'fresh',
  });
  const account = /^(secondFactor|ownAccount)\.|\.(\w*(Token|Session|ResetLink))$/;
  const named = rows.filter(({ name }) => account.test(name) && !/asset|gateway|device/i.test(name));
  expect(named.filter(({ call }) => call.proof === undefined).map(({ name }) => name)).toEqual([]);
});

const codeOf = ({ status, body }: TestReply) => [status, (body as Partial<ErrorReply>).error?.code];

describe.each(everyPortal())('what leads to an account, on $engine,', ({ start }) => {
  let portal: Portal;
  let owner: PortalClient;
  let ownerId: number;
  let token: string;
  beforeAll(async () => {
    portal = await start();
    // The widest owner there is.
    ownerId = (await portal.aUser({ username: OWNER, permissions: [1] })).userId;
  });
  afterAll(() => portal.close());
  beforeEach(async () => {
    owner = await portal.newSession(OWNER);
    token = (await owner.post<{ token: string }>('/api/tokens', { name: 'wide' })).body.token;
  });

  const bearer = () => ({ Authorization: `Bearer ${token}` });

  /** What it is about does not matter: a refusal comes before anything is looked for. */
  async function send(client: PortalClient, { name, call }: (typeof rows)[number], headers = {}) {
    const path = call.path.replaceAll(/\{\w+\}/g, '999999');
    return codeOf(await client.send(path, { method: call.method, headers, body: provedBodies[name]?.(ownerId) }));
  }

  it.each(ofTheAccount)('$name refuses a token, even of the widest owner', async (row) => {
    expect(await send(portal.anonymous, row, bearer())).toEqual([403, SESSION_NEEDED]);
  });

  it.each(ofTheAccount.filter(({ call }) => call.proof !== 'session'))(
    '$name refuses a session whose login is ten minutes old',
    async (row) => {
      portal.clock.advance(PROOF_MS);
      expect(await send(owner, row)).toEqual([403, PROOF_NEEDED]);
    },
  );

  it('is open to a session again once its user has proved anew, for ten minutes', async () => {
    portal.clock.advance(PROOF_MS);
    const make = () => owner.post('/api/tokens', { name: 'script' });
    expect(codeOf(await make())).toEqual([403, PROOF_NEEDED]);
    expect((await owner.get('/api/ef/auth/proof')).body).toEqual({
      freshUntil: null,
      password: true,
      secondFactor: false,
      externalLogin: false,
    });
    const prove = (password: string) => owner.post<ownAccount.ProofState>('/api/ef/auth/proof', { password });
    expect(codeOf(await prove('wrong'))).toEqual([403, 'wrong-password']);
    expect(codeOf(await make())).toEqual([403, PROOF_NEEDED]);
    const { body } = await prove(TEST_PASSWORD);
    expect(Date.parse(body.freshUntil ?? '')).toBeGreaterThan(portal.clock.now());
    expect((await make()).status).toBe(200);
    portal.clock.advance(PROOF_MS - 60_000);
    expect((await make()).status).toBe(200);
    portal.clock.advance(60_000);
    expect(codeOf(await make())).toEqual([403, PROOF_NEEDED]);
  });

  it('does not open to one session by the proof of another', async () => {
    portal.clock.advance(PROOF_MS);
    const other = await portal.newSession(OWNER);
    expect((await other.post('/api/tokens', { name: 'script' })).status).toBe(200);
    expect(codeOf(await owner.post('/api/tokens', { name: 'script' }))).toEqual([403, PROOF_NEEDED]);
  });

  it('is left to tokens and old sessions where it does not lead there', async () => {
    portal.clock.advance(PROOF_MS);
    const body = [{ userId: ownerId, attributeName: 'firstName', attributeValue: 'Ann' }];
    expect((await owner.post('/api/ef/userattributes', body)).status).toBe(200);
    const request = { method: 'POST', headers: bearer(), body };
    expect((await portal.anonymous.send('/api/ef/userattributes', request)).status).toBe(200);
    const created = { ...request, body: { userId: 0, username: 'made by a script' } };
    expect((await portal.anonymous.send('/api/users', created)).status).toBe(200);
  });

  it("measures a token by its own rights, against its owner's account too", async () => {
    const made = await owner.post<{ token: string }>('/api/tokens', { name: 'narrow', permissionIds: [12] });
    const headers = { Authorization: `Bearer ${made.body.token}` };
    const unit = await portal.anAdminUnit('Unit B');
    const moved = { method: 'POST', headers, body: { userId: ownerId, adminId: unit } };
    expect((await portal.anonymous.send('/api/users', moved)).status).toBe(403);
  });
});
