import { rm } from 'node:fs/promises';
import { type FirstHour, firstHourSteps, type MailServer } from '@telltale/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataFolderAt } from '#data-folder.ts';
import { down, up } from '#db/migrations/0146-portal-settings.ts';
import { everyPortal } from '#testing/every-portal.ts';
import { startMailServer, type MailServer as TestServer } from '#testing/mail-server.ts';
import type { Portal } from '#testing/portal.ts';
import { startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

type Refusal = { error: { message: string; code: string } };
type Tested = { isSent: boolean; problem: string | null };

const portOf = ({ url }: TestServer) => Number(new URL(url).port);
const serverAt = (port: number) => ({ host: '127.0.0.1', port, security: 'offered' });

describe.each(everyPortal())('the first hour, on $engine,', ({ start }) => {
  let portal: Portal;
  let mails: TestServer;
  let root: PortalClient;
  beforeAll(async () => {
    portal = await start();
    mails = await startMailServer();
  });
  beforeEach(async () => {
    root = await portal.newSession('admin');
  });
  afterAll(async () => {
    await portal.close();
    await mails.close();
  });

  const read = async () => (await root.get<FirstHour>('/api/ef/firsthour')).body;
  const test = async (body: object) => (await root.post<Tested>('/api/ef/mailserver/test', body)).body;
  const save = (server: object | null, by = root) => by.put<MailServer & Refusal>('/api/ef/mailserver', { server });

  it('is told by what there is, step by step', async () => {
    expect(await read()).toEqual({ done: [], isDismissed: false, portalName: '', assetId: null });
    const named = await root.put<FirstHour>('/api/ef/firsthour', { portalName: ' North field ' });
    expect(named.body).toMatchObject({ done: ['name'], portalName: 'North field' });
    await save(serverAt(portOf(mails)));
    const made = await root.post<{ assetDefinitionId: number }>('/api/ef/definitiontemplates/pump/definition', {});
    expect((await read()).done).toEqual(['name', 'mail', 'definition']);
    // An asset nobody has heard of is no device yet; its definition has a dashboard.
    const body = { serialNumber: 'FH-1', assetDefinitionId: made.body.assetDefinitionId };
    const asset = await root.post<{ assetId: number; accessToken: string }>('/api/assets', body);
    expect((await read()).done).toEqual(['name', 'mail', 'definition', 'dashboard']);
    await portal.anonymous.post(`/api/v1/${asset.body.accessToken}/telemetry`, { 'Flow Rate': 12 });
    await expect.poll(async () => (await read()).assetId).toBe(asset.body.assetId);
    const user = await root.post<{ userId: number }>('/api/users', { userId: 0, username: 'ann@example.com' });
    expect((await read()).done).not.toContain('colleague');
    const group = await root.post<{ userGroupId: number }>('/api/usergroups', {
      ...{ userGroupId: 0, userGroupName: 'Crew' },
    });
    await root.put(`/api/usergroups/${group.body.userGroupId}/users`, [user.body.userId]);
    expect((await read()).done).toEqual([...firstHourSteps]);
    // What is taken away again comes back.
    await root.put('/api/ef/firsthour', { portalName: '', isDismissed: true });
    expect(await read()).toMatchObject({ isDismissed: true, done: firstHourSteps.slice(1) });
  });

  it('belongs to administrators of the first admin unit', async () => {
    const adminId = await portal.anAdminUnit('South');
    await portal.aUser({ username: 'south', permissions: [1], adminId });
    const south = await portal.as('south');
    for (const reply of [
      await south.get<Refusal>('/api/ef/firsthour'),
      await south.put<Refusal>('/api/ef/firsthour', { portalName: 'Mine' }),
      await south.get<Refusal>('/api/ef/mailserver'),
      await save(serverAt(1), south),
      await south.post<Refusal>('/api/ef/mailserver/test', { to: 'eve@example.com', server: serverAt(1) }),
    ]) {
      expect([reply.status, reply.body.error.message]).toEqual([
        403,
        'Only administrators of the first admin unit set up the portal.',
      ]);
    }
  });

  it('sends a real test mail by a server that is not stored yet, and tells its failures in words', async () => {
    await save(null);
    expect(await test({ to: 'ann@example.com' })).toEqual({
      isSent: false,
      problem: 'There is no mail server yet: name one first.',
    });
    const before = mails.received.length;
    expect(await test({ to: 'ann@example.com', server: serverAt(portOf(mails)) })).toEqual({
      isSent: true,
      problem: null,
    });
    expect(mails.received[before]).toMatchObject({
      to: [{ address: 'ann@example.com' }],
      subject: expect.stringContaining('Test mail'),
    });
    mails.mood = 'nobody';
    const refused = await test({ to: 'nobody@example.com', server: serverAt(portOf(mails)) });
    expect(refused.problem).toMatch(
      /does not take mails from or to these addresses. The server said: 550 no such user/,
    );
    mails.mood = 'takes';
    const free = await startMailServer();
    const closed = portOf(free);
    await free.close();
    expect((await test({ to: 'ann@example.com', server: serverAt(closed) })).problem).toBe(
      `Nothing takes connections at 127.0.0.1, port ${closed}.`,
    );
    const secure = { ...serverAt(portOf(mails)), security: 'starttls' };
    expect((await test({ to: 'ann@example.com', server: secure })).isSent).toBe(false);
    expect((await root.get<MailServer>('/api/ef/mailserver')).body.source).toBe('none');
  });

  it('lets mails go to a stored server at once, and back into files without one', async () => {
    await save(serverAt(portOf(mails)));
    const { userId } = await portal.aUser({ username: 'bob@example.com' });
    const mail = async () =>
      (await root.post<{ mails: { outcome: string }[] }>('/api/ef/users/resetmails', { userIds: [userId] })).text;
    await root.put('/api/ef/firsthour', { portalName: 'North field' });
    const before = mails.received.length;
    expect(await mail()).toContain('"sent"');
    expect(mails.received.length).toBe(before + 1);
    expect(mails.received.at(-1)).toMatchObject({
      from: { name: 'North field' },
      subject: 'Set your North field password',
    });
    await save(null);
    expect(await mail()).toContain('"written"');
    expect(mails.received.length).toBe(before + 1);
  });

  it('keeps the password of the mail server sealed, for that server and user alone', async () => {
    const kept = { ...serverAt(2525), username: 'portal', password: 'sesame of the mails' };
    const saved = await save(kept);
    expect(saved.body).toMatchObject({ source: 'stored', username: 'portal', hasPassword: true });
    expect(saved.text).not.toContain('sesame');
    const rows = await portal.context.db.selectFrom('portal_settings').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('sesame');
    expect((await root.get('/api/journal?limit=50')).text).not.toContain('sesame');
    const { password: _, ...same } = kept;
    expect((await save({ ...same, sender: 'portal@example.com' })).body).toMatchObject({ hasPassword: true });
    for (const other of [
      { ...same, host: 'evil.example.com' },
      { ...same, port: 26 },
      { ...same, username: 'eve' },
      { ...same, security: 'starttls' },
    ]) {
      expect((await save(other)).body.error?.message).toBe(
        'The password is needed again for another server, user or encryption.',
      );
      const tried = await root.post<Refusal>('/api/ef/mailserver/test', { to: 'eve@example.com', server: other });
      expect(tried.status).toBe(400);
    }
  });

  it('lets nobody take back unseen what another has set meanwhile', async () => {
    const name = (body: object) => root.put<FirstHour & Refusal>('/api/ef/firsthour', body);
    await name({ portalName: 'Theirs' });
    const late = await name({ portalName: 'Mine', expectedName: 'North field' });
    expect([late.status, late.body.error]).toMatchObject([409, { details: { portalName: 'Theirs' } }]);
    expect((await name({ portalName: 'Theirs', expectedName: 'North field' })).status).toBe(200);
    expect((await name({ portalName: 'Mine', expectedName: 'Theirs' })).body.portalName).toBe('Mine');

    await save(null);
    const put = (server: object | null, expectedVersion: string) =>
      root.put<MailServer & Refusal>('/api/ef/mailserver', { server, expectedVersion });
    const account = { ...serverAt(2525), username: 'portal', password: 'sesame' };
    const first = (await put(account, '')).body;
    const again = (await put(account, first.version)).body;
    expect(again.version).not.toBe(first.version);
    for (const server of [{ ...account, port: 26 }, null]) {
      const refused = await put(server, first.version);
      expect([refused.status, refused.body.error]).toMatchObject([409, { details: { mailServer: again } }]);
      expect(refused.text).not.toContain('sesame');
    }
    expect((await root.get<MailServer>('/api/ef/mailserver')).body).toEqual(again);
    expect((await put(null, again.version)).body).toMatchObject({ source: 'none', version: '' });
  });

  it('reminds nobody in a portal that had assets before there was a first hour', async () => {
    await root.put('/api/ef/firsthour', { isDismissed: false });
    await portal.anAsset();
    await down(portal.context.db);
    await up(portal.context.db);
    expect((await read()).isDismissed).toBe(true);
  });
});

it('a portal whose key is another one starts without its mail server, and asks for the password again', async () => {
  const portal = await startPortal();
  let root = await portal.newSession('admin');
  const { password, ...same } = { ...serverAt(2525), username: 'portal', password: 'sesame' };
  await root.put('/api/ef/mailserver', { server: { ...same, password } });
  await portal.restart(() => rm(dataFolderAt(portal.config.dataFolder).secretKeyFile));
  root = await portal.newSession('admin');
  const read = await root.get<MailServer>('/api/ef/mailserver');
  expect(read.body).toMatchObject({ source: 'none', host: '127.0.0.1', username: 'portal', hasPassword: false });
  expect((await root.get<FirstHour>('/api/ef/firsthour')).body.done).not.toContain('mail');
  const tested = await root.post<Tested>('/api/ef/mailserver/test', { to: 'ann@example.com' });
  expect(tested.body.problem).toBe('There is no mail server yet: name one first.');
  expect((await root.put<Refusal>('/api/ef/mailserver', { server: same })).status).toBe(400);
  const saved = await root.put<MailServer>('/api/ef/mailserver', { server: { ...same, password } });
  expect(saved.body).toMatchObject({ source: 'stored', hasPassword: true });
  expect((await root.get<FirstHour>('/api/ef/firsthour')).body.done).toContain('mail');
  await portal.close();
});

it('the mail server and the name of a portal are there after a restart, and the environment wins over them', async () => {
  const mails = await startMailServer();
  const portal = await startPortal();
  let root = await portal.newSession('admin');
  await root.put('/api/ef/firsthour', { portalName: 'A & <B>' });
  await save(root, portOf(mails));
  await portal.restart();
  root = await portal.newSession('admin');
  expect((await root.get<MailServer>('/api/ef/mailserver')).body).toMatchObject({
    source: 'stored',
    port: portOf(mails),
  });
  const sent = await root.post<Tested>('/api/ef/mailserver/test', { to: 'ann@example.com' });
  expect(sent.body).toEqual({ isSent: true, problem: null });
  expect(mails.received.at(-1)).toMatchObject({ from: { name: 'A & <B>' } });
  await portal.close();

  const url = `smtp://portal%40example.com:secret@127.0.0.1:${portOf(mails)}`;
  const given = await startPortal({ config: { smtpUrl: url } });
  root = await given.newSession('admin');
  const read = await root.get<MailServer>('/api/ef/mailserver');
  expect(read.body).toMatchObject({ source: 'environment', username: 'portal@example.com', hasPassword: true });
  expect(read.text).not.toContain('secret');
  expect((await root.get<FirstHour>('/api/ef/firsthour')).body.done).toContain('mail');
  const refused = await root.put<Refusal>('/api/ef/mailserver', { server: serverAt(25) });
  expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringMatching(/^TELLTALE_SMTP_URL/)]);
  await given.close();
  await mails.close();
});

function save(root: PortalClient, port: number) {
  return root.put('/api/ef/mailserver', { server: serverAt(port) });
}
