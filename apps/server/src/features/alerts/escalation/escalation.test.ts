import { type escalations, permissionId } from '@telltale/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import { AlertWorld, MINUTE, type Person, SEES_ALARMS, WAIT, type Watched } from '../testing/alert-world.ts';

const CHAIN = '/api/ef/alertescalations';

describe.each(everyPortal())('escalation on $engine', ({ start }) => {
  let world: AlertWorld;

  beforeAll(async () => {
    world = await AlertWorld.start(start);
  });
  afterAll(() => world.close());
  beforeEach(() => world.forget());

  const save = async (watched: Watched, steps: readonly { userGroupId: number; minutes: number }[], by = 'admin') => {
    const { userGroupId, assetGroupId } = watched;
    return (await world.portal.as(by)).put<escalations.Escalation>(CHAIN, { userGroupId, assetGroupId, steps });
  };

  /** A watched asset whose alarms go to Bea after ten minutes, and to Cas after twenty more. */
  async function aChain(options?: Parameters<AlertWorld['watched']>[0]) {
    const watched = await world.watched(options);
    const bea = await world.aPerson('bea', watched.assetGroupId);
    const cas = await world.aPerson('cas', watched.assetGroupId);
    const saved = await save(watched, [stepOf(bea, 10), stepOf(cas, 20)]);
    expect(saved.status).toBe(200);
    return { ...watched, bea, cas };
  }
  const stepOf = ({ userGroupId }: Person, minutes: number) => ({ userGroupId, minutes });
  const unanswered = ({ name }: Watched) => `${name}: not acknowledged by those who were told first`;

  it('tells the next group when nobody has acknowledged in time, each person once', async () => {
    const chain = await aChain();
    await world.raise(chain);
    await world.pass(9 * MINUTE);
    expect(world.subjectsTo(chain.bea)).toEqual([]);
    await world.pass(MINUTE);
    expect(world.subjectsTo(chain.bea)).toEqual([unanswered(chain)]);
    await world.pass(19 * MINUTE);
    expect(world.subjectsTo(chain.cas)).toEqual([]);
    await world.pass(MINUTE);
    expect(world.subjectsTo(chain.cas)).toEqual([unanswered(chain)]);
    await world.pass(24 * 60 * MINUTE);
    expect(world.subjectsTo(chain.bea)).toEqual([unanswered(chain)]);
    expect(world.subjectsTo(chain.first)).toEqual([`${chain.name}: raised`]);
  });

  it.each(['acknowledged', 'closed', 'shelved', 'back to normal'])('ends when the alarm is %s', async (how) => {
    const chain = await aChain();
    await world.raise(chain);
    const ann = await world.portal.as(chain.first.username);
    const path = `/api/assets/${chain.asset.assetId}/alarms/${chain.alarmDefinitionId}`;
    const until = new Date(world.clock.now() + 100 * 60 * MINUTE).toISOString();
    if (how === 'acknowledged') await world.acknowledge(chain, chain.first.username);
    else if (how === 'closed') expect((await ann.get(`${path}/close`)).status).toBe(200);
    else if (how === 'shelved') expect((await ann.put(`${path}/shelve`, { until })).status).toBe(200);
    else await world.send(chain.asset, 0);
    await world.quiet();
    await world.pass(60 * MINUTE);
    expect(world.subjectsTo(chain.bea)).toEqual([]);
  });

  it('begins anew for what comes back from being shelved, and tells nobody twice', async () => {
    const chain = await aChain();
    await world.raise(chain);
    await world.pass(10 * MINUTE);
    const ann = await world.portal.as(chain.first.username);
    const path = `/api/assets/${chain.asset.assetId}/alarms/${chain.alarmDefinitionId}/shelve`;
    const until = new Date(world.clock.now() + 60 * MINUTE).toISOString();
    expect((await ann.put(path, { until })).status).toBe(200);
    await world.pass(30 * MINUTE);
    expect((await ann.delete(path)).status).toBe(200);
    await world.pass(10 * MINUTE);
    await world.pass(20 * MINUTE);
    expect(world.subjectsTo(chain.bea)).toEqual([unanswered(chain)]);
    expect(world.subjectsTo(chain.cas)).toEqual([unanswered(chain)]);
  });

  it('tells nobody of what is acknowledged while the step is due', async () => {
    const chain = await aChain();
    await world.raise(chain);
    world.clock.advance(10 * MINUTE);
    await world.acknowledge(chain, chain.first.username);
    await world.quiet();
    // Whichever came first: she is called and told of the answer, or not called.
    const told = world.subjectsTo(chain.bea);
    const answer = `${chain.name}: acknowledged by ${chain.first.username}`;
    if (told.includes(unanswered(chain))) expect(told).toEqual([unanswered(chain), answer]);
    await world.pass(60 * MINUTE);
    expect(world.subjectsTo(chain.cas)).toEqual([]);
  });

  it('sends no mail that waited for the mail server until it was answered, nor one of the answer', async () => {
    const chain = await aChain();
    await world.raise(chain);
    world.mails.mood = 'not now';
    world.clock.advance(10 * MINUTE);
    const tried = () => world.messagesTo(chain.bea);
    await expect.poll(tried, WAIT).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    await world.acknowledge(chain, chain.first.username);
    world.mails.mood = 'takes';
    await world.pass(60 * MINUTE);
    expect(world.subjectsTo(chain.bea)).toEqual([]);
    const dropped = { state: 'dropped', detail: 'It was answered meanwhile.' };
    expect(await world.deliveriesTo(chain.bea)).toMatchObject([
      { kind: 'unanswered', ...dropped },
      { kind: 'acknowledged', ...dropped },
    ]);
  });

  it('goes on after a restart, with what came due meanwhile', async () => {
    const chain = await aChain();
    await world.raise(chain);
    await world.portal.restart(async () => void world.clock.advance(11 * MINUTE));
    await world.quiet();
    expect(world.subjectsTo(chain.bea)).toEqual([unanswered(chain)]);
    await world.pass(20 * MINUTE);
    expect(world.subjectsTo(chain.cas)).toEqual([unanswered(chain)]);
  });

  it('passes over a group that was deleted, and ends with the subscription', async () => {
    const chain = await aChain();
    const admin = await world.portal.as('admin');
    await world.raise(chain);
    expect((await admin.delete(`/api/usergroups/${chain.bea.userGroupId}`)).status).toBe(200);
    await world.pass(10 * MINUTE);
    expect(world.subjectsTo(chain.cas)).toEqual([unanswered(chain)]);
    const other = await aChain();
    await world.raise(other);
    const none = { userGroupId: other.userGroupId, assetGroupId: other.assetGroupId, severityMin: 0 };
    expect((await admin.put('/api/ef/genericalerts', [none])).status).toBe(200);
    await world.pass(60 * MINUTE);
    expect(world.subjectsTo(other.bea)).toEqual([]);
  });

  it('says afterwards that it was acknowledged to who was told last, too', async () => {
    const chain = await aChain();
    await world.raise(chain);
    await world.pass(10 * MINUTE);
    await world.acknowledge(chain, chain.first.username);
    await world.quiet();
    expect(world.subjectsTo(chain.bea)).toEqual([
      unanswered(chain),
      `${chain.name}: acknowledged by ${chain.first.username}`,
    ]);
  });

  describe('as it is set', () => {
    it('is listed with the names of its groups', async () => {
      const { userGroupId, assetGroupId, bea, cas } = await aChain();
      const listed = await (await world.portal.as('admin')).get<escalations.Escalation[]>(CHAIN);
      expect(listed.body.find((one) => one.userGroupId === userGroupId)).toMatchObject({
        assetGroupId,
        severityMin: 2,
        steps: [
          { userGroupId: bea.userGroupId, minutes: 10, userGroupName: expect.stringContaining(bea.username) },
          { userGroupId: cas.userGroupId, minutes: 20 },
        ],
      });
    });

    it('is refused without a subscription, for groups that are none, and beyond its limits', async () => {
      const watched = await world.watched();
      const bea = await world.aPerson('bea', watched.assetGroupId);
      expect((await save({ ...watched, userGroupId: bea.userGroupId }, [])).status).toBe(409);
      expect((await save(watched, [{ userGroupId: 987_654, minutes: 5 }])).status).toBe(404);
      expect((await save(watched, [stepOf(bea, 0)])).status).toBe(400);
      expect((await save(watched, [stepOf(bea, 10_081)])).status).toBe(400);
      const eleven = Array.from({ length: 11 }, () => stepOf(bea, 5));
      expect((await save(watched, eleven)).status).toBe(400);
    });

    it('is refused to who may do less than a group of it', async () => {
      const watched = await world.watched();
      const bea = await world.aPerson('bea', watched.assetGroupId);
      const may = [permissionId('Alerts', 'View'), permissionId('Alerts', 'Modify')];
      const clerk = await world.aPerson('clerk', watched.assetGroupId, may);
      expect((await save(watched, [stepOf(bea, 5)], clerk.username)).status).toBe(403);
      const able = await world.aPerson('able', watched.assetGroupId, [...may, ...SEES_ALARMS]);
      expect((await save(watched, [stepOf(bea, 5)], able.username)).status).toBe(200);
    });
  });
});
