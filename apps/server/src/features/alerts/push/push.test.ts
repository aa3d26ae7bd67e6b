import { type alertBrowsers, type alerts, permissionId } from '@telltale/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { AlertWorld, MINUTE, type Person, WAIT } from '../testing/alert-world.ts';
import { PushService, type TestBrowser, vapidClaims } from '../testing/push-service.ts';

const PATH = '/api/ef/alertbrowsers';
type Listed = { publicKey: string; browsers: alertBrowsers.AlertBrowser[] };

describe.each(everyPortal())('alerts in browsers on $engine', ({ start }) => {
  let world: AlertWorld;
  let service: PushService;

  beforeAll(async () => {
    service = await PushService.start();
    world = await AlertWorld.start(start, { alertNetworks: ['127.0.0.1'], sessionIdleMs: 60 * MINUTE });
  });
  afterAll(async () => {
    await world.close();
    await service.close();
  });
  beforeEach(() => {
    world.forget();
    service.status = 201;
    service.received.length = 0;
  });

  const list = async (client: PortalClient) => (await client.get<Listed>(PATH)).body;
  const add = (client: PortalClient, { subscription }: Pick<TestBrowser, 'subscription'>) =>
    client.post<alertBrowsers.AlertBrowser>(PATH, subscription);

  /** A person whose browser agreed. Sessions of these tests lapse, so that each has one of its own. */
  async function agreed(person: Pick<Person, 'username'>, browser = service.aBrowser()) {
    const client = await world.portal.newSession(person.username);
    const made = await add(client, browser);
    expect(made.status).toBe(200);
    return { client, browser, browserId: made.body.browserId };
  }

  async function aWatchedPump(options: Parameters<AlertWorld['watched']>[0] = {}) {
    // Mails are another matter.
    const watched = await world.watched(options);
    for (const { userId } of watched.people) {
      const off = { user_id: userId, attribute_name: 'emailAlerts', attribute_key: 'emailalerts' };
      await world.portal.context.db
        .insertInto('user_attributes')
        .values({ ...off, attribute_value: 'false' })
        .execute();
    }
    return watched;
  }

  const pushesTo = async (person: Person) =>
    (await world.deliveriesTo(person)).filter(({ channel }) => channel === 'push');

  describe('refuses', () => {
    let client: PortalClient;
    beforeAll(async () => {
      await world.portal.aUser({ username: 'refused@example.com' });
      client = await world.portal.newSession('refused@example.com');
    });

    it.each([
      'http://push.example/a',
      'https://ann:secret@push.example/a',
      'ws://push.example/a',
      'javascript:alert(1)',
      'push.example/a',
      `https://push.example/${'a'.repeat(1_000)}`,
      'https://10.1.2.3/a',
      'https://192.168.0.1:8443/a',
      'https://[::1]/a',
      'https://[::ffff:10.0.0.1]/a',
      'https://2130706434/a',
    ])('%s', async (endpoint) => {
      const { keys } = service.aBrowser().subscription;
      expect((await client.post(PATH, { endpoint, keys })).status).toBe(400);
      expect((await list(client)).browsers).toEqual([]);
    });

    it('keys that are too long, too short, or no point of the curve', async () => {
      const { subscription } = service.aBrowser();
      const { p256dh, auth } = subscription.keys;
      for (const keys of [
        { p256dh: `${p256dh}AAAA`, auth },
        { p256dh: p256dh.slice(4), auth },
        { p256dh, auth: `${auth}AAAA` },
        { p256dh, auth: '' },
        { p256dh: `B${'A'.repeat(86)}`, auth },
      ]) {
        expect((await client.post(PATH, { ...subscription, keys })).status).toBe(400);
      }
    });

    it('who has no session, an API token, and an account that may change nothing', async () => {
      const { subscription } = service.aBrowser();
      expect((await world.portal.anonymous.post(PATH, subscription)).status).toBe(401);
      const { token } = (await client.post<{ token: string }>('/api/tokens', { name: 'a script' })).body;
      const headers = { Authorization: `Bearer ${token}` };
      for (const request of [{ headers }, { headers, method: 'POST', body: subscription }]) {
        expect((await world.portal.anonymous.send(PATH, request)).status).toBe(403);
      }
      await world.portal.aUser({ username: 'looker@example.com', readOnly: true });
      const looker = await world.portal.newSession('looker@example.com');
      expect((await looker.post(PATH, subscription)).status).toBe(403);
    });

    it('to say a word about the browser of somebody else, or to take it away', async () => {
      await world.portal.aUser({ username: 'owner@example.com' });
      const { client: owner, browserId } = await agreed({ username: 'owner@example.com' });
      expect((await list(client)).browsers).toEqual([]);
      expect((await client.send(`${PATH}/${browserId}`, { method: 'DELETE' })).status).toBe(404);
      expect((await list(owner)).browsers).toHaveLength(1);
      expect((await owner.send(`${PATH}/${browserId}`, { method: 'DELETE' })).status).toBe(200);
      expect((await owner.send(`${PATH}/${browserId}`, { method: 'DELETE' })).status).toBe(404);
    });

    it('the eleventh browser, but not one that agrees again', async () => {
      await world.portal.aUser({ username: 'many@example.com' });
      const { client: many, browser, browserId } = await agreed({ username: 'many@example.com' });
      for (let more = 1; more < 10; more++) expect((await add(many, service.aBrowser())).status).toBe(200);
      expect((await add(many, service.aBrowser())).status).toBe(409);
      expect((await add(many, browser)).body).toMatchObject({ browserId });
      expect((await list(many)).browsers).toHaveLength(10);
    });
  });

  it('never answers or stores in the clear where a browser is written to, and never the key of the portal', async () => {
    await world.portal.aUser({ username: 'sealed@example.com' });
    const { client, browser } = await agreed({ username: 'sealed@example.com' });
    const { endpoint, keys } = browser.subscription;
    const rows = await world.portal.context.db.selectFrom('alert_browsers').selectAll().execute();
    const journal = await (await world.portal.as('admin')).get('/api/journal?limit=50');
    expect(journal.text).toContain('browser added for alerts');
    for (const text of [(await client.get(PATH)).text, JSON.stringify(rows), journal.text]) {
      expect(text).not.toContain(endpoint);
      expect(text).not.toContain(keys.auth);
      expect(text).not.toContain(keys.p256dh);
    }
    expect(Buffer.from((await list(client)).publicKey, 'base64url')).toHaveLength(65);
  });

  it('tells of an alarm, sealed for the browser and signed by the portal, once for each state', async () => {
    const pump = await aWatchedPump({ users: ['ann', 'bob'] });
    const { client, browser } = await agreed(pump.first);
    await world.raise(pump);
    const [pushed] = service.received;
    if (!pushed) throw new Error('Nothing was pushed.');
    expect(pushed.headers).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' });
    expect(pushed.body.length).toBeLessThan(2_000);
    const claims = vapidClaims(pushed, (await list(client)).publicKey);
    expect(claims).toMatchObject({ aud: service.url, sub: 'mailto:telltale@127.0.0.1' });
    expect(claims.exp * 1_000 - Date.now()).toBeLessThanOrEqual(24 * 60 * MINUTE);
    expect(() => vapidClaims(pushed, service.aBrowser().subscription.keys.p256dh)).toThrow();
    const [raised] = service.notesOf(browser);
    expect(raised).toMatchObject({ title: `${pump.name}: raised`, calls: true });
    expect(raised?.body).toMatch(/^Severity 5 · /);
    expect(raised?.path).toMatch(new RegExp(`^/assets/${pump.asset.assetId}/dashboard\\?t=\\d{4}-`));
    expect(JSON.stringify(raised)).not.toContain('acknowledge#');

    await world.acknowledge(pump, pump.people[1]?.username ?? '');
    await world.quiet();
    const notes = service.notesOf(browser);
    expect(notes.map(({ title }) => title)).toEqual([
      `${pump.name}: raised`,
      `${pump.name}: acknowledged by ${pump.people[1]?.username}`,
    ]);
    expect(notes[1]).toMatchObject({ calls: false, about: raised?.about });
    expect(service.received[1]?.headers).toMatchObject({ urgency: 'normal', topic: raised?.about });
    const { lastUsed } = (await list(client)).browsers[0] ?? {};
    expect(lastUsed).toEqual(expect.any(String));
  });

  it('tells each person the cause in their own units', async () => {
    const pump = await aWatchedPump({ users: ['ann', 'bob'] });
    const { assetDefinitionId: modelId } = pump.asset;
    const item = { modelId, label: 'Level', unit: 'psi', defaultValue: 0 };
    const path = `/api/assetdefinitions/${modelId}/dataitemdefinitions`;
    expect((await (await world.portal.as('admin')).post(path, item)).status).toBe(200);
    const [ann, bob] = pump.people as [Person, Person];
    const { browser: plain } = await agreed(ann);
    const { client, browser: metric } = await agreed(bob);
    const chosen = [{ userId: bob.userId, attributeName: 'units', attributeValue: 'metric' }];
    expect((await client.post('/api/ef/userattributes', chosen)).status).toBe(200);
    await world.raise(pump);
    const bodies = [plain, metric].map((browser) => service.notesOf(browser).map(({ body }) => body));
    expect(bodies).toEqual([
      ['Severity 5 · _Level > 10 (_Level = 20)'],
      ['Severity 5 · _Level > 68.9476 kPa (_Level = 137.895 kPa)'],
    ]);
  });

  it('tells each browser of a person, and nothing where one was taken away meanwhile', async () => {
    const pump = await aWatchedPump();
    const { browser: desk } = await agreed(pump.first);
    const { client, browser: phone, browserId } = await agreed(pump.first);
    service.status = 503;
    await world.raise(pump);
    expect((await pushesTo(pump.first)).map(({ state }) => state)).toEqual(['taken', 'taken']);
    expect((await client.send(`${PATH}/${browserId}`, { method: 'DELETE' })).status).toBe(200);
    service.status = 201;
    service.received.length = 0;
    await world.pass(MINUTE);
    expect([service.notesOf(desk).length, service.notesOf(phone).length]).toEqual([1, 0]);
    expect((await pushesTo(pump.first)).map(({ state, detail }) => `${state} ${detail}`)).toEqual([
      'sent ',
      'dropped This browser was taken away.',
    ]);
  });

  it.each([429, 500, 302])('tries again after %s', async (status) => {
    const pump = await aWatchedPump();
    const { browser } = await agreed(pump.first);
    service.status = status;
    await world.raise(pump);
    const [message] = await world.messagesTo(pump.first);
    const detail = `The push service answered ${status}.`;
    expect(message).toMatchObject({ state: 'waiting', attempts: 1, detail });
    expect(service.received.map(({ path }) => path)).toEqual([new URL(browser.subscription.endpoint).pathname]);
    service.status = 201;
    await world.pass(5_000);
    expect(service.notesOf(browser)).toHaveLength(2);
    expect(await pushesTo(pump.first)).toMatchObject([{ state: 'sent' }]);
  });

  it('sends nothing more to a browser before the time that its service asks for', async () => {
    const pump = await aWatchedPump();
    const { browser } = await agreed(pump.first);
    service.status = 429;
    service.retryAfter = '600';
    await world.raise(pump);
    service.status = 201;
    service.retryAfter = undefined;
    await world.pass(5 * MINUTE);
    await world.send(pump.asset, 0);
    await expect.poll(() => world.portal.context.alarmService.openAlarmsOf(pump.asset.assetId).length, WAIT).toBe(0);
    await world.pass(5_000);
    expect(service.received).toHaveLength(1);
    const waiting = await world.messagesTo(pump.first);
    expect(waiting.map(({ state, attempts }) => `${state} ${attempts}`)).toEqual(['waiting 1', 'waiting 0']);
    expect(waiting[1]?.detail).toBe('It asked to be left alone for a while.');
    await world.pass(5 * MINUTE);
    expect(service.notesOf(browser)).toHaveLength(3);
    expect((await pushesTo(pump.first)).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  it.each([404, 410])('takes a browser away that answers %s, and says so', async (status) => {
    const pump = await aWatchedPump();
    const { client } = await agreed(pump.first);
    service.status = status;
    await world.raise(pump);
    expect((await list(client)).browsers).toEqual([]);
    const detail = `The browser agrees no more and was taken away (${status}).`;
    expect(await pushesTo(pump.first)).toMatchObject([{ state: 'failed', detail }]);
    const admin = await world.portal.as('admin');
    const problems = () => admin.get<alerts.AlertProblem[]>('/api/ef/alertproblems');
    const mine = async () => (await problems()).body.filter(({ to }) => to === pump.first.username);
    expect(await mine()).toMatchObject([{ channel: 'push', detail }]);
    // Who hears in another browser since can be told.
    service.status = 201;
    await agreed(pump.first);
    await world.send(pump.asset, 0);
    await expect.poll(() => world.portal.context.alarmService.openAlarmsOf(pump.asset.assetId).length, WAIT).toBe(0);
    await world.pass(MINUTE);
    await world.raise(pump);
    expect(await mine()).toEqual([]);
  });

  it('does not reach what a name means that is not public', async () => {
    const pump = await aWatchedPump();
    const browser = service.aBrowser();
    const { client } = await agreed(pump.first, browser);
    // As if the name had been public when it was given.
    const { port } = new URL(service.url);
    const moved = { ...browser.subscription, endpoint: `https://localhost:${port}/push/moved` };
    expect((await client.post(PATH, moved)).status).toBe(200);
    await world.raise(pump);
    expect(service.received.map(({ path }) => path)).not.toContain('/push/moved');
    const states = (await pushesTo(pump.first)).map(({ state }) => state);
    expect(states.filter((state) => state === 'sent')).toHaveLength(1);
  });

  it('tells nobody who may no longer see the asset when it is sent', async () => {
    const pump = await aWatchedPump();
    await agreed(pump.first);
    service.status = 503;
    await world.raise(pump);
    service.received.length = 0;
    await world.portal.setPermissions(pump.userGroupId, [permissionId('Assets', 'View')]);
    service.status = 201;
    await world.pass(MINUTE);
    expect(service.received).toEqual([]);
    expect(await pushesTo(pump.first)).toMatchObject([{ state: 'dropped', detail: 'May no longer see this.' }]);
  });

  it('waits for the end of quiet hours as everything else does', async () => {
    const pump = await aWatchedPump();
    const { client, browser } = await agreed(pump.first);
    const now = new Date(world.clock.now());
    const minute = now.getUTCMinutes() + 60 * now.getUTCHours();
    const span = {
      days: [1, 2, 3, 4, 5, 6, 7],
      fromMinute: (minute + 1_380) % 1_440,
      toMinute: ((minute + 4) % 1_440) + 1,
    };
    const quiet = { spans: [span], breaksThrough: 10, zone: 'UTC' };
    expect((await client.send('/api/ef/auth/quiethours', { method: 'PUT', body: quiet })).status).toBe(200);
    await world.raise(pump);
    expect(service.received).toEqual([]);
    await world.pass(6 * MINUTE);
    expect(service.notesOf(browser).map(({ title }) => title)).toEqual([`${pump.name}: raised`]);
  });

  it('comes together in a flood', async () => {
    const pump = await aWatchedPump();
    const { browser } = await agreed(pump.first);
    const flood = Array.from({ length: 12 }, (_, n) => ({
      assetDefinitionId: pump.asset.assetDefinitionId,
      name: `Flood ${n}`,
      severity: 5,
      flee: JSON.stringify({ expression: `_Level > ${n + 5}` }),
    }));
    expect((await (await world.portal.as('admin')).put('/api/ef/alarmdefinitions', flood)).status).toBe(200);
    await world.raise(pump);
    const notes = service.notesOf(browser);
    expect(notes.length).toBeLessThan(12);
    const together = notes.find(({ title }) =>
      / alerts, first out: .+ on Pump \d+; severest: |, first out and severest: /.test(title),
    );
    expect(together).toMatchObject({ path: '/alarms', calls: true });
    expect(together?.body).toMatch(/^First out of a flood: \[5\] .+ on Pump \d+ \(.+\n\[5\] .+ on Pump \d+: /);
  });

  it('reaches who is told when nobody acknowledges', async () => {
    const pump = await aWatchedPump();
    // Who is told first has a way to hear of it: else the next would be told at once.
    await agreed(pump.first);
    const boss = await world.aPerson('boss', pump.assetGroupId);
    const { browser } = await agreed(boss);
    const steps = { userGroupId: pump.userGroupId, assetGroupId: pump.assetGroupId };
    const body = { ...steps, steps: [{ userGroupId: boss.userGroupId, minutes: 10 }] };
    expect((await (await world.portal.as('admin')).put('/api/ef/alertescalations', body)).status).toBe(200);
    await world.raise(pump);
    expect([service.received.length, service.notesOf(browser).length]).toEqual([1, 0]);
    await world.pass(10 * MINUTE);
    expect(service.notesOf(browser).map(({ title }) => title)).toEqual([
      `${pump.name}: not acknowledged by those who were told first`,
    ]);
  });

  it('belongs to who agreed in the browser last', async () => {
    await world.portal.aUser({ username: 'early@example.com' });
    await world.portal.aUser({ username: 'late@example.com' });
    const { client: early, browser } = await agreed({ username: 'early@example.com' });
    const { client: late } = await agreed({ username: 'late@example.com' }, browser);
    expect((await list(early)).browsers).toEqual([]);
    expect((await list(late)).browsers).toHaveLength(1);
  });

  it('ends with its user, and with a session that was ended, but not with one that lapsed', async () => {
    const { context } = world.portal;
    const count = async (userId: number) =>
      (await context.db.selectFrom('alert_browsers').select('browser_id').where('user_id', '=', userId).execute())
        .length;
    const { userId } = await world.portal.aUser({ username: 'leaver@example.com' });
    const { client } = await agreed({ username: 'leaver@example.com' });
    await agreed({ username: 'leaver@example.com' });
    expect((await client.send('/api/auth/logout')).status).toBe(200);
    await expect.poll(() => count(userId), WAIT).toBe(1);
    world.clock.advance(61 * MINUTE);
    await context.sessions.endExpired();
    await world.quiet();
    expect(await count(userId)).toBe(1);
    await context.ownership.users.delete(systemCaller, userId);
    expect(await count(userId)).toBe(0);
  });

  it('has the same key after a start', async () => {
    await world.portal.aUser({ username: 'again@example.com' });
    const { client } = await agreed({ username: 'again@example.com' });
    const before = await list(client);
    await world.portal.restart();
    expect(await list(client.at(world.portal.url))).toEqual(before);
  });
});
