import { events, permissionId, type UserGroupId, type UserId } from '@telltale/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { everyPortal } from '#testing/every-portal.ts';
import { type MailServer, startMailServer } from '#testing/mail-server.ts';
import type { Portal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';

const SEES_ALARMS = [permissionId('Assets', 'View'), permissionId('Alarms', 'View'), permissionId('Alarms', 'Modify')];
const MINUTE = 60_000;
const WAIT = { timeout: 15_000 };

describe.each(everyPortal())('alerts on $engine', ({ start }) => {
  let portal: Portal;
  let mails: MailServer;
  let clock: TestClock;
  let number = 0;

  beforeAll(async () => {
    mails = await startMailServer();
    clock = new TestClock();
    portal = await start({ clock, config: { smtpUrl: mails.url } });
  });
  afterAll(async () => {
    await portal.close();
    await mails.close();
  });
  beforeEach(() => {
    mails.mood = 'takes';
    mails.received.length = 0;
  });

  /** An asset in a group of its own, with alarms of some severities, and a user group that is told of it. */
  async function aWorld(
    options: {
      severities?: number[];
      severityMin?: number;
      definition?: object;
      users?: string[];
      connections?: boolean;
    } = {},
  ) {
    const { severities = [5], severityMin = 2, definition = {}, users = ['ann'], connections = false } = options;
    const n = ++number;
    const asset = await portal.anAsset({ alias: `Pump ${n}` });
    const assetGroupId = await portal.anAssetGroup({ name: `pumps ${n}`, assets: [asset.assetId] });
    const people: { userId: UserId; userGroupId: UserGroupId; username: string; address: string }[] = [];
    for (const name of users) {
      const username = `${name}${n}@example.com`;
      const user = await portal.aUser({ username, permissions: SEES_ALARMS, assetGroups: [assetGroupId] });
      people.push({ ...user, username, address: username });
    }
    const [first] = people;
    if (!first) throw new Error('There is nobody.');
    const { userGroupId } = first;
    const others = people.slice(1).map(({ userId }) => userId);
    await portal.context.ownership.links.add(systemCaller, 'users', userGroupId, others);
    const alert = {
      assetGroupId,
      userGroupId,
      severityMin,
      severityMax: 10,
      status: 'open',
      online: connections,
      offline: connections,
    };
    await portal.context.ownership.alerts.save(systemCaller, [alert]);
    const admin = await portal.as('admin');
    await send(asset, 0);
    const definitions = severities.map((severity) => ({
      assetDefinitionId: asset.assetDefinitionId,
      name: `High ${severity} of ${n}`,
      severity,
      flee: JSON.stringify({ expression: `_Level > 10` }),
      ...definition,
    }));
    const made = await admin.put<{ alarmDefinitionId: number }[]>('/api/ef/alarmdefinitions', definitions);
    expect(made.status).toBe(200);
    return { asset, assetGroupId, userGroupId, people, first, alarmDefinitionId: made.body[0]?.alarmDefinitionId };
  }

  type World = Awaited<ReturnType<typeof aWorld>>;

  async function send(asset: { assetId: World['asset']['assetId'] }, value: number) {
    await portal.context.pipeline.accept(asset, [{ label: 'Level', value, timeMs: undefined, quality: 192 }]);
  }

  async function raise(asset: { assetId: World['asset']['assetId'] }) {
    await send(asset, 20);
    const { alarmService, db } = portal.context;
    // Written down a moment after it is open, all of one message at once.
    const raised = () =>
      db.selectFrom('alarm_transitions').select('kind').where('asset_id', '=', asset.assetId).execute();
    await expect.poll(() => alarmService.openAlarmsOf(asset.assetId).length, WAIT).toBeGreaterThan(0);
    await expect.poll(async () => (await raised()).length, WAIT).toBeGreaterThan(0);
  }

  const subjectsTo = (address: string) =>
    mails.received.filter(({ to }) => to?.some((one) => one.address === address)).map(({ subject }) => subject);

  async function quiet(): Promise<void> {
    const { db } = portal.context;
    await expect
      .poll(async () => {
        await portal.context.alarmService.settled();
        portal.context.alertPost.wake();
        const last = await db
          .selectFrom('alarm_transitions')
          .select((s) => s.fn.max('transition_id').as('n'))
          .executeTakeFirst();
        const seen = await db
          .selectFrom('alert_cursors')
          .select('position')
          .where('source', '=', 'alarm')
          .executeTakeFirst();
        // Before what is made of them, so that nothing is missed on its way.
        const due = await db
          .selectFrom('alert_deliveries')
          .select('delivery_id')
          .where('state', '=', 'waiting')
          .where('due_ms', '<=', clock.now())
          .execute();
        const open = await db
          .selectFrom('alert_messages')
          .select('message_id')
          .where('state', 'in', ['waiting', 'sending'])
          .execute();
        return [Number(last?.n ?? 0) - Number(seen?.position), open.length, due.length];
      }, WAIT)
      .toEqual([0, 0, 0]);
  }

  it('tell each person once of each state of an alarm', async () => {
    const { asset, people, first, alarmDefinitionId } = await aWorld({ users: ['ann', 'bob'] });
    await raise(asset);
    await send(asset, 5);
    await send(asset, 30);
    await quiet();
    const name = `High 5 of ${number} on Pump ${number}`;
    for (const { address } of people) expect(subjectsTo(address)).toEqual([`${name}: raised`]);
    const ann = await portal.as(first.username);
    const path = `/api/assets/${asset.assetId}/alarms/${alarmDefinitionId}`;
    expect((await ann.get(`${path}/acknowledge`)).status).toBe(200);
    await quiet();
    expect(subjectsTo(people[1]?.address ?? '')).toEqual([
      `${name}: raised`,
      `${name}: acknowledged by ${first.username}`,
    ]);
    expect(subjectsTo(first.address)).toEqual([`${name}: raised`]);
    expect(mails.received[0]?.text).toContain(`/assets/${asset.assetId}/dashboard`);
    expect(mails.received[0]?.text).toContain('Severity: 5');
  });

  it('tell each person the time by their own clock, and the cause in their own units beside what was sent', async () => {
    const { asset, people, first } = await aWorld({ users: ['ann', 'bob', 'cid'] });
    const admin = await portal.as('admin');
    const item = { modelId: asset.assetDefinitionId, label: 'Level', unit: 'psi', defaultValue: 0 };
    const path = `/api/assetdefinitions/${asset.assetDefinitionId}/dataitemdefinitions`;
    expect((await admin.post(path, item)).status).toBe(200);
    const choose = async (person: (typeof people)[number] | undefined, chosen: Record<string, string>) => {
      const client = await portal.as(person?.username ?? '');
      const attributes = Object.entries(chosen).map(([attributeName, attributeValue]) => {
        return { userId: person?.userId, attributeName, attributeValue };
      });
      expect((await client.post('/api/ef/userattributes', attributes)).status).toBe(200);
    };
    await choose(first, { timeZone: 'Asia/Kathmandu', units: 'metric' });
    await choose(people[2], { 'units.pressure': 'bar' });
    await raise(asset);
    await quiet();
    const textTo = (address = '') =>
      mails.received.find(({ to }) => to?.some((one) => one.address === address))?.text ?? '';
    const sent = '_Level > 10 (_Level = 20)';
    const ann = textTo(first.address);
    expect(ann).toContain(`Cause: _Level > 68.9476 kPa (_Level = 137.895 kPa)\nAs sent: ${sent}\n`);
    expect(ann).toContain('GMT+5:45 (Asia/Kathmandu)');
    expect(textTo(people[2]?.address)).toContain(
      `Cause: _Level > 0.689476 bar (_Level = 1.37895 bar)\nAs sent: ${sent}\n`,
    );
    const bob = textTo(people[1]?.address);
    expect(bob).toMatch(/Raised: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\n/);
    expect(bob).toContain(`Cause: ${sent}\n`);
    expect(bob).not.toContain('As sent');
  });

  it('go to who asked for that severity, and not below', async () => {
    const { asset, first } = await aWorld({ severities: [1, 5, 10], severityMin: 5 });
    await raise(asset);
    await quiet();
    expect(subjectsTo(first.address).sort()).toEqual([
      expect.stringMatching(/^High 10 .*raised$/),
      expect.stringMatching(/^High 5 .*raised$/),
    ]);
  });

  it('say that an alarm ended to who heard of its beginning', async () => {
    const { asset, first } = await aWorld({ definition: { selfAck: 1 } });
    await raise(asset);
    await quiet();
    await send(asset, 5);
    const both = [expect.stringMatching(/raised$/), expect.stringMatching(/closed$/)];
    await expect.poll(() => subjectsTo(first.address), WAIT).toEqual(both);
    await quiet();
    expect(subjectsTo(first.address)).toEqual(both);
  });

  it('leave alone who switched mails off', async () => {
    const { asset, people, first } = await aWorld({ users: ['ann', 'bob'] });
    const ann = await portal.as(first.username);
    const off = [{ userId: first.userId, attributeName: 'emailAlerts', attributeValue: 'false' }];
    expect((await ann.post('/api/ef/userattributes', off)).status).toBe(200);
    await raise(asset);
    await quiet();
    expect(subjectsTo(first.address)).toEqual([]);
    expect(subjectsTo(people[1]?.address ?? '')).toHaveLength(1);
  });

  it('tell nobody who may no longer see the asset when the mail is sent', async () => {
    const { asset, first, userGroupId, assetGroupId } = await aWorld();
    mails.mood = 'not now';
    await raise(asset);
    await expect.poll(() => messagesTo(first.userId), WAIT).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    await portal.context.ownership.links.remove(systemCaller, 'assetGroups', userGroupId, [assetGroupId]);
    mails.mood = 'takes';
    clock.advance(MINUTE);
    await expect
      .poll(() => messagesTo(first.userId), WAIT)
      .toMatchObject([{ state: 'dropped', detail: 'May no longer see this.' }]);
    expect(subjectsTo(first.address)).toEqual([]);
  });

  it('tell nothing of an alarm without the permission to view alarms', async () => {
    const { asset, first, userGroupId } = await aWorld();
    await portal.setPermissions(userGroupId, [permissionId('Assets', 'View')]);
    await raise(asset);
    await expect.poll(() => messagesTo(first.userId), WAIT).toMatchObject([{ state: 'dropped' }]);
    expect(subjectsTo(first.address)).toEqual([]);
  });

  async function messagesTo(userId: UserId) {
    return portal.context.db
      .selectFrom('alert_messages')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_ms')
      .execute();
  }

  it('wait while the mail server says not now, and go once', async () => {
    const { asset, first } = await aWorld();
    mails.mood = 'not now';
    await raise(asset);
    await expect
      .poll(() => messagesTo(first.userId), WAIT)
      .toMatchObject([{ state: 'waiting', attempts: 1, address: first.address }]);
    mails.mood = 'takes';
    clock.advance(MINUTE);
    await quiet();
    expect(subjectsTo(first.address)).toHaveLength(1);
    expect(await messagesTo(first.userId)).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  it('are given up at once where the server knows nobody of that name', async () => {
    const { asset, first } = await aWorld();
    mails.mood = 'nobody';
    await raise(asset);
    await quiet();
    expect(await messagesTo(first.userId)).toMatchObject([
      { state: 'failed', attempts: 1, address: first.address, detail: expect.stringContaining('no such user') },
    ]);
  });

  it('keep their message id when the server breaks off after it has taken one', async () => {
    const { asset, first } = await aWorld();
    mails.mood = 'breaks off';
    await raise(asset);
    await expect.poll(() => mails.received.length, WAIT).toBe(1);
    await expect.poll(() => messagesTo(first.userId), WAIT).toMatchObject([{ state: 'waiting' }]);
    mails.mood = 'takes';
    clock.advance(MINUTE);
    await quiet();
    const ids = mails.received.map(({ messageId }) => messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('say why somebody without a mail address hears nothing', async () => {
    const { asset, first } = await aWorld();
    const plain = await portal.aUser({ username: `plain ${number}`, permissions: SEES_ALARMS });
    await portal.context.ownership.links.add(systemCaller, 'users', first.userGroupId, [plain.userId]);
    await raise(asset);
    await quiet();
    expect(await messagesTo(plain.userId)).toMatchObject([{ state: 'failed', detail: 'There is no mail address.' }]);
  });

  it('come together in a flood', async () => {
    const severities = Array.from({ length: 30 }, (_, n) => 2 + (n % 8));
    const { asset, first } = await aWorld({ severities });
    await raise(asset);
    await quiet();
    const subjects = subjectsTo(first.address);
    expect(subjects).toEqual([
      `30 alerts, first out: High 2 of ${number} on Pump ${number}; severest: High 9 of ${number} on Pump ${number}`,
    ]);
    expect(mails.received[0]?.text?.split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(/^First out of a flood: \[2\] High 2 .*, 30 alarms so far\)$/),
      expect.stringMatching(/^\[9\] High 9/),
    ]);
    const again = await portal.context.db
      .selectFrom('alert_deliveries')
      .select('state')
      .where('user_id', '=', first.userId)
      .execute();
    expect(again.map(({ state }) => state)).toEqual(Array(30).fill('sent'));
  });

  it('break through a flood from the severity on that breaks through, each once, while the rest comes together', async () => {
    const users = ['ann', 'bob', 'cyd'];
    const { asset, people } = await aWorld({
      users,
      definition: { flee: JSON.stringify({ expression: '_Level > 99' }) },
    });
    for (const [user, breaksThrough] of [
      [people[1], null],
      [people[2], 5],
    ] as const) {
      const quietHours = { spans: [], breaksThrough, zone: 'UTC' };
      const self = await portal.as(user?.username ?? '');
      expect((await self.put('/api/ef/auth/quiethours', quietHours)).status).toBe(200);
    }
    const level = (above: number, severity: number) => ({
      assetDefinitionId: asset.assetDefinitionId,
      name: `Over ${above} of ${number}`,
      severity,
      flee: JSON.stringify({ expression: `_Level > ${above}` }),
    });
    const flood = Array.from({ length: 12 }, () => level(1, 4));
    const later = [10, 10, 5, ...Array.from({ length: 12 }, () => 4)].map((severity) => level(2, severity));
    const named = [...flood, ...later].map((one, n) => ({ ...one, name: `${one.name} no ${n}` }));
    expect((await (await portal.as('admin')).put('/api/ef/alarmdefinitions', named)).status).toBe(200);
    const [ann, bob, cyd] = people.map(({ username }) => username) as [string, string, string];
    const after = async (ms: number, value: number) => {
      clock.advance(ms);
      await send(asset, value);
      await portal.context.alarmService.settled();
      await quiet();
    };
    const together = (count: number) => expect.stringMatching(new RegExp(`^${count} alerts, first out`));
    const alone = (n: number) => `Over 2 of ${number} no ${n} on Pump ${number}: raised`;
    await after(1_000, 1.5);
    for (const one of [ann, bob, cyd]) expect(subjectsTo(one)).toEqual([together(12)]);
    await after(1_000, 2.5);
    expect(subjectsTo(ann).slice(1).sort()).toEqual([alone(12), alone(13)]);
    expect(subjectsTo(bob)).toHaveLength(1);
    expect(subjectsTo(cyd).slice(1).sort()).toEqual([alone(12), alone(13), alone(14)]);
    clock.advance(10 * MINUTE);
    await quiet();
    expect(subjectsTo(ann).slice(3)).toEqual([together(13)]);
    expect(subjectsTo(bob).slice(1)).toEqual([together(15)]);
    expect(subjectsTo(cyd).slice(4)).toEqual([together(12)]);
  });

  it('name what a flood began with in the message that comes ten minutes later, though it was told long before', async () => {
    const { asset, first, people } = await aWorld({
      users: ['ann', 'bob'],
      definition: { flee: JSON.stringify({ expression: '_Level > 99' }) },
    });
    const bob = people[1]?.username ?? '';
    const elsewhere = await portal.anAsset({ alias: `Other ${number}` });
    await send(elsewhere, 0);
    const alarm = (assetDefinitionId: number, level: number, severity: number) => ({
      assetDefinitionId,
      name: `Over ${level} of ${number}`,
      severity,
      flee: JSON.stringify({ expression: `_Level > ${level}` }),
    });
    const levels = Array.from({ length: 24 }, (_, n) => n + 1);
    const made = await (await portal.as('admin')).put('/api/ef/alarmdefinitions', [
      ...levels.map((level) => alarm(asset.assetDefinitionId, level, level === 1 ? 3 : 5)),
      alarm(elsewhere.assetDefinitionId, 1, 9),
    ]);
    expect(made.status).toBe(200);
    const after = async (ms: number, of: { assetId: World['asset']['assetId'] }, value: number) => {
      clock.advance(ms);
      await send(of, value);
      await portal.context.alarmService.settled();
      await quiet();
    };
    // What neither of them sees is not what it began with for them.
    await after(1_000, elsewhere, 2);
    await after(1_000, asset, 1.5);
    await after(1_000, asset, 12.5);
    expect(subjectsTo(bob)).toHaveLength(2);
    const subject = (count: number) =>
      `${count} alerts, first out: Over 1 of ${number} on Pump ${number}; severest: Over`;
    await after(30_000, asset, 24.5);
    expect(subjectsTo(first.address).map((one) => one?.slice(0, subject(11).length))).toEqual([
      expect.stringMatching(/^Over 1 .*: raised$/),
      subject(11),
    ]);
    clock.advance(10 * MINUTE);
    await quiet();
    const last = mails.received.filter(({ to }) => to?.some(({ address }) => address === first.address)).at(-1);
    expect(last?.subject?.slice(0, subject(12).length)).toBe(subject(12));
    expect(last?.text).toMatch(
      /^First out of a flood: \[3\] Over 1 of \d+ on Pump \d+ \(.*, 24 alarms so far\)\n\[5\] Over/,
    );
    expect(last?.text).not.toMatch(/^\[3\]/m);
    expect(last?.text).not.toContain('Other');
  });

  it('tell of going offline and coming back', async () => {
    const { asset, first } = await aWorld({ connections: true });
    const { connections } = portal.context;
    connections.leave(asset.assetId);
    await expect.poll(() => subjectsTo(first.address), WAIT).toContain(`Pump ${number} is offline`);
    connections.contact(asset.assetId);
    await expect.poll(() => subjectsTo(first.address), WAIT).toContain(`Pump ${number} is online`);
  });

  it('tell of a change of connection that was noted and not written when the portal ended', async () => {
    const { asset, first } = await aWorld({ connections: true });
    const online = `Pump ${number} is online`;
    const mailsOfIt = () => subjectsTo(first.address).filter((subject) => subject === online);
    await expect.poll(mailsOfIt, WAIT).toHaveLength(1);
    await portal.context.db
      .deleteFrom('events')
      .where('asset_id', '=', asset.assetId)
      .where('event_definition_id', '=', events.ONLINE_EVENT_DEFINITION_ID)
      .execute();
    await portal.restart();
    await expect.poll(mailsOfIt, WAIT).toHaveLength(2);
  });

  it('go on after a restart with what was on its way', async () => {
    const { asset, first } = await aWorld();
    mails.mood = 'hangs';
    await raise(asset);
    await expect.poll(() => messagesTo(first.userId), WAIT).toMatchObject([{ state: 'sending' }]);
    await portal.restart(async () => {
      mails.mood = 'takes';
    });
    await quiet();
    expect(subjectsTo(first.address)).toEqual([expect.stringMatching(/raised$/)]);
  });

  it('do not keep alarms from being raised while the mail server hangs', async () => {
    const { asset } = await aWorld();
    mails.mood = 'hangs';
    await raise(asset);
    await portal.context.alarmService.settled();
    expect(portal.context.alarmService.openAlarmsOf(asset.assetId)).toHaveLength(1);
  });

  afterEach(() => {
    mails.mood = 'takes';
  });
});
