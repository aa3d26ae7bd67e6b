import type { auth, ownAccount } from '@telltale/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import { linkIn, readOutbox } from '#testing/outbox.ts';
import type { Portal } from '#testing/portal.ts';
import { basicHeader, type PortalClient } from '#testing/portal-client.ts';

const NEW_PASSWORD = 'another good password 9';
const DAY_MS = 86_400_000;

describe.each(everyPortal())('an alternative address on $engine', ({ start }) => {
  let portal: Portal;
  let number = 0;
  beforeAll(async () => {
    portal = await start();
  });
  afterAll(() => portal.close());
  // Limits are per hour: each test begins in one of its own.
  beforeEach(() => portal.clock.advance(3_600_001));

  const anAddress = () => `box${++number}@example.com`;

  async function aUser(username = anAddress()) {
    const { userId } = await portal.aUser({ username, permissions: [6] });
    const client = await portal.newSession(username);
    const save = (altEmail: string) =>
      client.post<auth.UserAttribute[]>('/api/ef/userattributes', [
        { userId, attributeName: 'altEmail', attributeValue: altEmail },
      ]);
    return { userId, username, client, save };
  }

  const stateOf = async (client: PortalClient) => (await client.get<ownAccount.AltEmail>('/api/ef/auth/altemail')).body;
  const mailsTo = async (to: string) => (await readOutbox(portal.config.dataFolder)).filter((mail) => mail.to === to);
  async function mail(to: string, subject: RegExp) {
    const found = async () => (await mailsTo(to)).filter((one) => subject.test(one.subject)).at(-1);
    await vi.waitFor(async () => expect(await found()).toBeDefined(), 15_000);
    return found();
  }
  const linkTo = async (to: string) => linkIn(await mail(to, /^Confirm/)).changeId;
  const confirm = (changeId: string) => portal.anonymous.post(`/api/auth/altemail/${changeId}`);
  const journalOf = async (user: string) => {
    const admin = await portal.newSession('admin');
    const { body } = await admin.get<{ entries: { what: string }[] }>(`/api/journal?user=${user}&limit=50`);
    return body.entries.map(({ what }) => what);
  };

  it.each([
    'admin',
    ' ',
    'admin@',
    '@x',
    'a,b',
    '<admin>',
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    ' a@example.com',
  ])('is refused as %j, and nothing of the list is applied', async (address) => {
    const { userId, client } = await aUser();
    const reply = await client.post('/api/ef/userattributes', [
      { userId, attributeName: 'firstName', attributeValue: 'Mallory' },
      { userId, attributeName: 'ALTEMAIL', attributeValue: address },
    ]);
    expect(reply.status).toBe(400);
    expect((await client.get(`/api/ef/users/${userId}`)).text).not.toContain('Mallory');
    expect(await stateOf(client)).toEqual({ altEmail: '', pending: null });
  });

  it('counts for nothing before it is confirmed: mails go where they went', async () => {
    const { username, client, save } = await aUser();
    const address = anAddress();
    expect((await save(address)).body).toEqual([]);
    expect(await stateOf(client)).toMatchObject({ altEmail: '', pending: { address } });
    await linkTo(address);
    expect((await mail(username, /^Another address/))?.text).toContain(address);
    await portal.anonymous.get(`/api/auth/request/${username}`);
    await mail(username, /^Set your/);
    expect((await mailsTo(address)).map(({ subject }) => subject)).toEqual(['Confirm this address for Telltale']);
  });

  it('counts once it is confirmed; the old address hears of it, and its reset link ends', async () => {
    const { username, client, save } = await aUser();
    const address = anAddress();
    await portal.anonymous.get(`/api/auth/request/${username}`);
    const { changeId: reset } = linkIn(await mail(username, /^Set your/));
    await save(address);
    const changeId = await linkTo(address);
    expect((await confirm(changeId)).body).toEqual({ username, altEmail: address });
    expect(await stateOf(client)).toEqual({ altEmail: address, pending: null });
    for (const to of [username, address]) expect((await mail(to, /has changed/))?.text).toContain(address);
    const submit = { Authorization: basicHeader(username, NEW_PASSWORD) };
    expect((await portal.anonymous.get(`/api/auth/submit/${reset}`, submit)).status).toBe(403);
    await portal.anonymous.get(`/api/auth/request/${username}`);
    await mail(address, /^Set your/);
    const admin = await portal.newSession('admin');
    expect((await admin.get('/api/journal?kind=access&limit=20')).text).toContain(
      `alternative address of ${username} changed`,
    );
    expect(await journalOf(username)).toContain('alternative address asked for');
  });

  it('is confirmed once, and by one of two at once', async () => {
    const { save } = await aUser();
    const address = anAddress();
    await save(address);
    const changeId = await linkTo(address);
    const replies = await Promise.all([confirm(changeId), confirm(changeId)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect((await confirm(changeId)).status).toBe(403);
  });

  it('is not confirmed by who only looks at the page, nor with an id that is none', async () => {
    const { client, save } = await aUser();
    const address = anAddress();
    await save(address);
    const changeId = await linkTo(address);
    for (let look = 0; look < 3; look++) await fetch(`${portal.url}/confirm-address?changeId=${changeId}`);
    expect((await confirm('x')).status).toBe(403);
    expect(await stateOf(client)).toMatchObject({ altEmail: '', pending: { address } });
    const rows = await portal.context.db.selectFrom('address_changes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(changeId);
  });

  it('expires after a day, and can be mailed again until then', async () => {
    const { username, client, save } = await aUser();
    const address = anAddress();
    await save(address);
    const first = await linkTo(address);
    expect((await client.post('/api/ef/auth/altemail')).body).toMatchObject({ pending: { address } });
    await vi.waitFor(async () => expect(await mailsTo(address)).toHaveLength(2), 15_000);
    const second = await linkTo(address);
    expect((await confirm(first)).status).toBe(403);
    portal.clock.advance(DAY_MS);
    expect((await confirm(second)).status).toBe(403);
    const later = await portal.newSession(username);
    expect(await stateOf(later)).toEqual({ altEmail: '', pending: null });
    expect((await later.post('/api/ef/auth/altemail')).status).toBe(404);
  });

  it('that waits ends with the password: whoever had it may not have been the user', async () => {
    const { username, save } = await aUser();
    const address = anAddress();
    await save(address);
    const changeId = await linkTo(address);
    await portal.anonymous.get(`/api/auth/request/${username}`);
    const reset = linkIn(await mail(username, /^Set your/));
    const submit = { Authorization: basicHeader(username, NEW_PASSWORD) };
    expect((await portal.anonymous.get(`/api/auth/submit/${reset.changeId}`, submit)).status).toBe(200);
    expect((await confirm(changeId)).status).toBe(403);
  });

  it('is taken away at once, and a wait ended by the one that is there', async () => {
    const { username, client, save } = await aUser();
    const [address, other] = [anAddress(), anAddress()];
    await save(address);
    await confirm(await linkTo(address));
    await save(other);
    const changeId = await linkTo(other);
    await save(address);
    expect(await stateOf(client)).toEqual({ altEmail: address, pending: null });
    expect((await confirm(changeId)).status).toBe(403);
    await save('');
    expect(await stateOf(client)).toEqual({ altEmail: '', pending: null });
    await vi.waitFor(
      async () =>
        expect((await mailsTo(username)).filter(({ subject }) => /has changed/.test(subject))).toHaveLength(2),
      15_000,
    );
  });

  it('is mailed to at most five times an hour', async () => {
    const { save } = await aUser();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt++) statuses.push((await save(anAddress())).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('and the phone are in the journal with what was before', async () => {
    const { userId, username, client } = await aUser();
    const body = [{ userId, attributeName: 'phone', attributeValue: '+1 555 0100' }];
    expect((await client.post('/api/ef/userattributes', body)).status).toBe(200);
    expect(await journalOf(username)).toContain('phone changed');
  });
});
