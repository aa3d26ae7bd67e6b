import { type onCall, permissionId } from '@telltale/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { everyPortal } from '#testing/every-portal.ts';
import { AlertWorld, MINUTE, type Person, SEES_ALARMS, type Watched } from '../testing/alert-world.ts';

const ROTAS = '/api/ef/alertrotas';
const OVERRIDES = '/api/ef/alertrotas/overrides';
const CHAIN = '/api/ef/alertescalations';
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const ALERTS = [permissionId('Alerts', 'View'), permissionId('Alerts', 'Modify')];

describe.each(everyPortal())('on call on $engine', ({ start }) => {
  let world: AlertWorld;

  beforeAll(async () => {
    world = await AlertWorld.start(start);
  });
  afterAll(() => world.close());
  beforeEach(() => world.forget());

  const iso = (timeMs: number) => new Date(timeMs).toISOString();

  /** A plan whose first week began an hour ago, so that nothing changes while a test runs. */
  function planOf({ userGroupId }: Pick<Watched, 'userGroupId'>, people: readonly Pick<Person, 'userId'>[]) {
    const begun = new Date(world.clock.now() - HOUR);
    const handoverMinute = begun.getUTCHours() * 60 + begun.getUTCMinutes();
    const start = begun.toISOString().slice(0, 10);
    const members = people.map(({ userId }) => userId);
    return {
      userGroupId,
      zone: 'UTC',
      handoverDay: begun.getUTCDay() || 7,
      handoverMinute,
      start,
      members,
      version: 0,
    };
  }
  const put = async (body: unknown, by = 'admin') =>
    (await world.portal.as(by)).put<onCall.RotaOfGroup & { error: { message: string } }>(ROTAS, body);

  /** Ann and Bea in one group, of which only who is on call is told; Ann is first. */
  async function aRota() {
    const watched = await world.watched({ users: ['ann', 'bea'] });
    const [ann, bea] = watched.people as [Person, Person];
    const { userGroupId, assetGroupId } = watched;
    const chain = { userGroupId, assetGroupId, onCallOnly: true, steps: [] };
    expect((await (await world.portal.as('admin')).put(CHAIN, chain)).status).toBe(200);
    const saved = await put(planOf(watched, [ann, bea]));
    expect([saved.status, saved.text]).toEqual([200, saved.text]);
    return { ...watched, ann, bea, rota: saved.body };
  }
  const override = async (body: unknown, by = 'admin') =>
    (await world.portal.as(by)).post<onCall.RotaOfGroup>(OVERRIDES, body);
  const raised = ({ name }: Watched) => [`${name}: raised`];

  describe('as it is set', () => {
    it.each([
      ['nobody', { members: [] }, 400],
      ['somebody twice', { members: [1, 1] }, 400],
      ['who is not in the group', { members: [1] }, 400],
      ['a zone that is none', { zone: 'Nowhere/Else' }, 400],
      ['a zone with a statement in it', { zone: "UTC'; drop table users; --" }, 400],
      ['an eighth day', { handoverDay: 8 }, 400],
      ['a day that is none', { start: '2026-02-30' }, 400],
      ['a group that is none', { userGroupId: 987_654 }, 404],
      ['a version that never was', { version: 3 }, 409],
    ])('is refused for %s', async (_what, wrong, status) => {
      const watched = await world.watched();
      expect((await put({ ...planOf(watched, watched.people), ...wrong })).status).toBe(status);
    });

    it('is out of sight of another unit, and refused to who may do less than the group or only looks', async () => {
      const { portal } = world;
      const { ann, rota, userGroupId, assetGroupId } = await aRota();
      const adminId = await portal.anAdminUnit(`elsewhere ${userGroupId}`);
      await portal.aUser({ username: `far${userGroupId}`, permissions: [1], adminId });
      const far = await portal.as(`far${userGroupId}`);
      expect((await far.get<onCall.RotaOfGroup[]>(ROTAS)).body.map((one) => one.userGroupId)).not.toContain(
        userGroupId,
      );
      const span = { userId: ann.userId, from: iso(world.clock.now()), to: iso(world.clock.now() + HOUR) };
      for (const [how, path, body] of [
        ['put', ROTAS, { ...planOf(rota, [ann]), version: 1 }],
        ['delete', ROTAS, { userGroupId }],
        ['post', OVERRIDES, { userGroupId, ...span }],
        ['delete', OVERRIDES, { userGroupId, overrideId: 1 }],
      ] as const) {
        expect([how, path, (await far[how](path, body)).status]).toEqual([how, path, 404]);
      }
      const clerk = await world.aPerson('clerk', assetGroupId, ALERTS);
      expect((await put({ ...planOf(rota, [ann]), version: 1 }, clerk.username)).status).toBe(403);
      const viewer = await world.aPerson('viewer', assetGroupId, [permissionId('Alerts', 'View'), ...SEES_ALARMS]);
      expect((await put({ ...planOf(rota, [ann]), version: 1 }, viewer.username)).status).toBe(403);
      const seen = await (await portal.as(viewer.username)).get<onCall.RotaOfGroup[]>(ROTAS);
      expect(seen.body.find((one) => one.userGroupId === userGroupId)).toMatchObject({
        members: [{ username: ann.username, isMember: true }, { isMember: true }],
        now: { username: ann.username },
      });
    });

    it('tells the second of two editors what the first one saved', async () => {
      const { ann, bea, rota } = await aRota();
      const plan = { ...planOf(rota, [bea, ann]), version: rota.version };
      const replies = await Promise.all([put(plan), put({ ...plan, handoverDay: (plan.handoverDay % 7) + 1 })]);
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const [saved, refused] = replies.toSorted((a, b) => a.status - b.status);
      expect(refused?.body).toMatchObject({ error: { details: saved?.body } });
    });

    it.each([
      ['without length', 1, 1],
      ['that ends before it begins', 2, 1],
      ['that is over', -2, -1],
      ['of more than 92 days', 1, 94],
      ['in four years', 1_461, 1_462],
    ])('refuses an override %s', async (_what, fromDay, toDay) => {
      const { ann, userGroupId } = await aRota();
      const nowMs = world.clock.now();
      const span = { from: iso(nowMs + fromDay * DAY), to: iso(nowMs + toDay * DAY) };
      expect((await override({ userGroupId, userId: ann.userId, ...span })).status).toBe(400);
    });

    it('refuses an override of who is not in the group, and one over another', async () => {
      const { bea, userGroupId } = await aRota();
      const nowMs = world.clock.now();
      const span = { from: iso(nowMs + DAY), to: iso(nowMs + 3 * DAY) };
      expect((await override({ userGroupId, userId: 1, ...span })).status).toBe(400);
      const two = await Promise.all([1, 2].map(() => override({ userGroupId, userId: bea.userId, ...span })));
      expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const over = { from: iso(nowMs + 3 * DAY - 1), to: iso(nowMs + 4 * DAY) };
      expect((await override({ userGroupId, userId: bea.userId, ...over })).status).toBe(409);
      const after = { from: iso(nowMs + 3 * DAY), to: iso(nowMs + 4 * DAY) };
      const added = await override({ userGroupId, userId: bea.userId, ...after });
      expect(added.body.overrides.map(({ from }) => from)).toEqual([span.from, after.from]);
    });

    it('is journaled', async () => {
      const { bea, userGroupId } = await aRota();
      const admin = await world.portal.as('admin');
      const span = { from: iso(world.clock.now() + DAY), to: iso(world.clock.now() + 2 * DAY) };
      const { body } = await override({ userGroupId, userId: bea.userId, ...span });
      await admin.delete(OVERRIDES, { userGroupId, overrideId: body.overrides[0]?.overrideId });
      expect((await admin.delete(ROTAS, { userGroupId })).status).toBe(200);
      expect((await admin.delete(ROTAS, { userGroupId })).status).toBe(404);
      const journal = await admin.get<{ entries: { what: string }[] }>('/api/journal?limit=100');
      // devices of the tests before may come online meanwhile: only what was said of on call counts
      const whats = journal.body.entries
        .map(({ what }) => what.replace(/ user group .* is on call/, ' … is on call'))
        .filter((what) => what.includes('on call'));
      expect(whats.slice(0, 4)).toEqual([
        'who of … is on call removed',
        'override of who of … is on call removed',
        'override of who of … is on call added',
        'who of … is on call set',
      ]);
    });
  });

  it('tells who is on call alone, and says so', async () => {
    const rota = await aRota();
    await world.raise(rota);
    expect(world.subjectsTo(rota.ann)).toEqual(raised(rota));
    expect(world.subjectsTo(rota.bea)).toEqual([]);
    expect(await world.deliveriesTo(rota.ann)).toMatchObject([{ state: 'sent', detail: 'On call.' }]);
  });

  it('goes over to the next person a week later, and to whoever takes over', async () => {
    const [week, taken] = [await aRota(), await aRota()];
    const nowMs = world.clock.now();
    const span = { from: iso(nowMs + WEEK - DAY), to: iso(nowMs + WEEK + DAY) };
    expect((await override({ userGroupId: taken.userGroupId, userId: taken.ann.userId, ...span })).status).toBe(200);
    await world.pass(WEEK);
    await world.raise(week);
    expect([world.subjectsTo(week.ann), world.subjectsTo(week.bea)]).toEqual([[], raised(week)]);
    await world.raise(taken);
    expect([world.subjectsTo(taken.ann), world.subjectsTo(taken.bea)]).toEqual([raised(taken), []]);
  });

  it('tells everybody where nobody is on call, or who is has left or has no way, and says so', async () => {
    const { portal } = world;
    const none = await aRota();
    expect((await (await portal.as('admin')).delete(ROTAS, { userGroupId: none.userGroupId })).status).toBe(200);
    await world.raise(none);
    for (const person of none.people) expect(world.subjectsTo(person)).toEqual(raised(none));
    const nobody = 'Nobody is on call: everybody of the group is told.';
    expect(await world.deliveriesTo(none.bea)).toMatchObject([{ detail: nobody }]);

    const left = await aRota();
    await portal.context.ownership.links.remove(systemCaller, 'users', left.userGroupId, [left.ann.userId]);
    const listed = await (await portal.as('admin')).get<onCall.RotaOfGroup[]>(ROTAS);
    expect(listed.body.find(({ userGroupId }) => userGroupId === left.userGroupId)).toMatchObject({
      now: null,
      members: [{ isMember: false }, { isMember: true }],
    });
    await world.raise(left);
    expect(world.subjectsTo(left.bea)).toEqual(raised(left));
    const noWay = 'Who is on call has no way to be told: everybody of the group is.';
    expect(await world.deliveriesTo(left.bea)).toMatchObject([{ detail: noWay }]);
  });

  it('is kept when what the group is told is set anew', async () => {
    const rota = await aRota();
    const { userGroupId, assetGroupId } = rota;
    const told = { userGroupId, assetGroupId, severityMin: 1, severityMax: 10, status: 'open' };
    await world.portal.context.ownership.alerts.save(systemCaller, [{ ...told, online: false, offline: false }]);
    await world.raise(rota);
    expect(world.subjectsTo(rota.bea)).toEqual([]);
  });

  it('is told also in quiet hours, and of the end as well', async () => {
    const rota = await aRota();
    const quiet = { spans: [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 0, toMinute: 1_439 }], breaksThrough: null };
    const ann = await world.portal.as(rota.ann.username);
    expect((await ann.put('/api/ef/auth/quiethours', { ...quiet, zone: 'UTC' })).status).toBe(200);
    await world.raise(rota);
    await world.send(rota.asset, 0);
    await expect.poll(() => world.portal.context.alarmService.openAlarmsOf(rota.asset.assetId).length).toBe(0);
    await world.quiet();
    expect(world.subjectsTo(rota.ann)).toEqual([...raised(rota), `${rota.name}: closed`]);
  });

  it('counts for a step of an escalation, at the moment of the step', async () => {
    const chain = await world.watched();
    const { userGroupId, assetGroupId } = chain;
    const second = await aRota();
    await world.portal.context.ownership.links.add(systemCaller, 'assetGroups', second.userGroupId, [assetGroupId]);
    const steps = [{ userGroupId: second.userGroupId, minutes: 10, onCallOnly: true }];
    const admin = await world.portal.as('admin');
    const saved = await admin.put(CHAIN, { userGroupId, assetGroupId, steps });
    expect(saved.body).toMatchObject({ onCallOnly: false, steps: [{ onCallOnly: true }] });
    await world.raise(chain);
    // The handover is between the alarm and the step.
    await world.pass(WEEK);
    expect(world.subjectsTo(second.ann)).toEqual([]);
    expect(world.subjectsTo(second.bea)).toEqual([`${chain.name}: not acknowledged by those who were told first`]);
  });
});
