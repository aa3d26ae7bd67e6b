import type { alerts, quietHours } from '@telltale/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import { AlertWorld, MINUTE, type Person, WAIT, type Watched } from '../testing/alert-world.ts';

const QUIET = '/api/ef/auth/quiethours';
const CHAIN = '/api/ef/alertescalations';
const HOUR = 60 * MINUTE;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const NIGHTS = { days: EVERY_DAY, fromMinute: 22 * 60, toMinute: 6 * 60 };

describe.each(everyPortal())('quiet hours on $engine', ({ start }) => {
  let world: AlertWorld;

  beforeAll(async () => {
    world = await AlertWorld.start(start);
  });
  afterAll(() => world.close());
  beforeEach(() => world.forget());

  /** Lets time pass until the clock in UTC shows an hour. */
  async function goTo(hour: number, minute = 0): Promise<void> {
    const nowMs = world.clock.now();
    const today = new Date(nowMs).setUTCHours(hour, minute, 0, 0);
    await world.pass((today > nowMs ? today : today + 24 * HOUR) - nowMs);
  }

  const put = async ({ username }: Pick<Person, 'username'>, body: unknown) =>
    (await world.portal.as(username)).put<quietHours.QuietHoursOfUser>(QUIET, body);

  async function quietFor(person: Person, part: object = {}): Promise<void> {
    const reply = await put(person, { spans: [NIGHTS], breaksThrough: 10, zone: 'UTC', ...part });
    expect([reply.status, reply.text]).toEqual([200, reply.text]);
  }

  const heldFor = async ({ username }: Person) =>
    (await (await world.portal.as(username)).get<quietHours.QuietHoursOfUser>(QUIET)).body.held;

  async function listed(watched: Watched, query = ''): Promise<alerts.AlertDelivery[]> {
    const admin = await world.portal.as('admin');
    const path = `/api/ef/alertdeliveries?assetId=${watched.asset.assetId}${query}`;
    return (await admin.get<{ deliveries: alerts.AlertDelivery[] }>(path)).body.deliveries;
  }

  const raised = ({ name }: Watched) => `${name}: raised`;

  describe('as they are set', () => {
    it.each([
      ['without length', { spans: [{ ...NIGHTS, toMinute: NIGHTS.fromMinute }] }],
      ['without days', { spans: [{ ...NIGHTS, days: [] }] }],
      ['with a day twice', { spans: [{ ...NIGHTS, days: [1, 1] }] }],
      ['on an eighth day', { spans: [{ ...NIGHTS, days: [8] }] }],
      ['beyond the day', { spans: [{ ...NIGHTS, toMinute: 1_441 }] }],
      ['that leave nothing of the week', { spans: [{ days: EVERY_DAY, fromMinute: 0, toMinute: 1_440 }] }],
      ['in a zone that is none', { zone: 'Nowhere/Else' }],
      ['in a zone with a statement in it', { zone: "UTC'; drop table users; --" }],
      ['with a severity that is none', { breaksThrough: 11 }],
      ['of too many spans', { spans: Array.from({ length: 21 }, () => NIGHTS) }],
    ])('%s are refused', async (_what, wrong) => {
      const { first } = await world.watched();
      const reply = await put(first, { spans: [NIGHTS], breaksThrough: 10, zone: 'UTC', ...wrong });
      expect(reply.status).toBe(400);
    });

    it('are those of the caller, kept and journaled', async () => {
      const { first } = await world.watched();
      const client = await world.portal.as(first.username);
      expect((await client.get(QUIET)).body).toEqual({ spans: [], breaksThrough: 10, zone: 'UTC', held: 0 });
      const settings = { spans: [NIGHTS], breaksThrough: null, zone: 'Europe/Berlin' };
      expect((await put(first, settings)).body).toEqual({ ...settings, held: 0 });
      expect((await client.get(QUIET)).body).toEqual({ ...settings, held: 0 });
      const journal = await (await world.portal.as('admin')).get<{ entries: { what: string; after: unknown }[] }>(
        '/api/journal?limit=20',
      );
      const entry = journal.body.entries.find(({ what }) => what === `quiet hours of ${first.username} set`);
      expect(entry?.after).toEqual(settings);
    });
  });

  it('hold what comes meanwhile and tell it in one mail at their end, what is over last', async () => {
    const one = await world.watched({ users: ['ann', 'bea'] });
    const [ann, bea] = one.people as [Person, Person];
    await quietFor(ann);
    await goTo(23);
    await world.raise(one);
    expect(world.subjectsTo(bea)).toEqual([raised(one)]);
    expect(world.subjectsTo(ann)).toEqual([]);
    expect(await heldFor(ann)).toBe(1);
    const until = new Date(new Date(world.clock.now()).setUTCHours(24 + 6, 0, 0, 0)).toISOString();
    expect(await listed(one, '&state=held')).toMatchObject([{ to: ann.username, state: 'held', next: until }]);
    expect(await listed(one, '&state=waiting')).toEqual([]);
    await world.send(one.asset, 0);
    await goTo(5, 59);
    expect(world.subjectsTo(ann)).toEqual([]);
    await goTo(6);
    expect(world.subjectsTo(ann)).toHaveLength(1);
    const text = world.mails.received.find(({ to }) => to?.some(({ address }) => address === ann.username))?.text ?? '';
    expect(text).toMatch(/ raised, \S+ \S+ UTC closed/);
    expect(text).toContain('It was held until the end of your quiet hours');
    expect(await heldFor(ann)).toBe(0);
    expect(await listed(one, '&state=held')).toEqual([]);
    await world.pass(48 * HOUR);
    expect(world.subjectsTo(ann)).toHaveLength(1);
  });

  it('are broken through at the severity and above', async () => {
    const low = await world.watched({ severity: 7 });
    await quietFor(low.first, { breaksThrough: 8 });
    const high = await world.watched({ severity: 8 });
    await quietFor(high.first, { breaksThrough: 8 });
    const never = await world.watched({ severity: 10 });
    await quietFor(never.first, { breaksThrough: null });
    await goTo(23);
    for (const watched of [low, high, never]) await world.raise(watched);
    expect(world.subjectsTo(low.first)).toEqual([]);
    expect(world.subjectsTo(high.first)).toEqual([raised(high)]);
    expect(world.subjectsTo(never.first)).toEqual([]);
  });

  it('go by the zone that the user reads times in', async () => {
    const watched = await world.watched();
    const client = await world.portal.as(watched.first.username);
    const chosen = { userId: watched.first.userId, attributeName: 'timeZone', attributeValue: 'Asia/Tokyo' };
    expect((await client.post('/api/ef/userattributes', [chosen])).status).toBe(200);
    await quietFor(watched.first);
    // 22:30 in Tokyo.
    await goTo(13, 30);
    await world.raise(watched);
    expect(world.subjectsTo(watched.first)).toEqual([]);
    await goTo(21);
    expect(world.subjectsTo(watched.first)).toEqual([raised(watched)]);
  });

  it('lose nothing and double nothing over a restart', async () => {
    const watched = await world.watched();
    await quietFor(watched.first);
    await goTo(23);
    await world.raise(watched);
    await world.portal.restart(async () => void world.clock.advance(HOUR));
    await world.quiet();
    expect(world.subjectsTo(watched.first)).toEqual([]);
    await world.portal.restart(async () => void world.clock.advance(10 * HOUR));
    await world.quiet();
    expect(world.subjectsTo(watched.first)).toEqual([raised(watched)]);
    await world.portal.restart();
    await world.pass(24 * HOUR);
    expect(world.subjectsTo(watched.first)).toEqual([raised(watched)]);
  });

  it('hold what waits for the mail server when they begin', async () => {
    const watched = await world.watched();
    await quietFor(watched.first);
    await goTo(21, 59);
    world.mails.mood = 'not now';
    await world.send(watched.asset, 20);
    await expect.poll(() => world.messagesTo(watched.first), WAIT).toMatchObject([{ state: 'waiting', attempts: 1 }]);
    world.clock.advance(MINUTE);
    world.mails.mood = 'takes';
    await world.quiet();
    expect(world.subjectsTo(watched.first)).toEqual([]);
    expect(await listed(watched)).toMatchObject([{ state: 'held' }]);
    await goTo(6);
    expect(world.subjectsTo(watched.first)).toEqual([raised(watched)]);
  });

  it('that are taken away or set otherwise let go of what they held', async () => {
    const watched = await world.watched();
    await quietFor(watched.first);
    await goTo(23);
    await world.raise(watched);
    expect(world.subjectsTo(watched.first)).toEqual([]);
    await quietFor(watched.first, { spans: [{ ...NIGHTS, toMinute: 7 * 60 }] });
    await world.quiet();
    await goTo(6, 30);
    expect(world.subjectsTo(watched.first)).toEqual([]);
    await quietFor(watched.first, { spans: [] });
    await world.quiet();
    expect(world.subjectsTo(watched.first)).toEqual([raised(watched)]);
  });

  it('tell nobody in the morning what they answered in the night', async () => {
    const watched = await world.watched();
    await quietFor(watched.first);
    await goTo(23);
    await world.raise(watched);
    await world.acknowledge(watched, watched.first.username);
    await world.quiet();
    await goTo(6);
    expect(world.subjectsTo(watched.first)).toEqual([]);
    expect(await world.deliveriesTo(watched.first)).toMatchObject([
      { kind: 'raised', state: 'dropped', detail: 'They answered it meanwhile.' },
    ]);
  });

  describe('and escalation', () => {
    async function aChain() {
      const watched = await world.watched();
      const bea = await world.aPerson('bea', watched.assetGroupId);
      const cas = await world.aPerson('cas', watched.assetGroupId);
      const steps = [bea, cas].map(({ userGroupId }) => ({ userGroupId, minutes: 10 }));
      const { userGroupId, assetGroupId } = watched;
      const saved = await (await world.portal.as('admin')).put(CHAIN, { userGroupId, assetGroupId, steps });
      expect(saved.status).toBe(200);
      return { ...watched, bea, cas };
    }
    const unanswered = ({ name }: Watched) => `${name}: not acknowledged by those who were told first`;

    it('go on to the next step at once where nobody can be reached, and say so', async () => {
      const chain = await aChain();
      for (const person of [chain.first, chain.bea]) await quietFor(person);
      await goTo(23);
      await world.raise(chain);
      expect(world.subjectsTo(chain.cas)).toEqual([unanswered(chain)]);
      const told = await world.deliveriesTo(chain.cas);
      expect(told[0]?.detail).toMatch(/^At once: nobody of .*bea.* could be reached\.$/);
      expect(await world.deliveriesTo(chain.bea)).toMatchObject([
        { state: 'waiting', detail: 'At once: nobody of those who are told first could be reached.' },
      ]);
      await world.acknowledge(chain, chain.cas.username);
      await goTo(6);
      // A call that was answered in the night is not made in the morning; that there was an alarm is told.
      expect(world.subjectsTo(chain.bea)).toEqual([]);
      expect(world.subjectsTo(chain.first)).toEqual([`${chain.name}: acknowledged by ${chain.cas.username}`]);
    });

    it('wait their minutes where somebody can be reached', async () => {
      const chain = await aChain();
      await quietFor(chain.bea);
      await goTo(23);
      await world.raise(chain);
      expect(world.subjectsTo(chain.cas)).toEqual([]);
      await world.pass(10 * MINUTE);
      // Bea is due, and asleep: Cas is told in the same moment.
      expect(world.subjectsTo(chain.cas)).toEqual([unanswered(chain)]);
      expect(world.subjectsTo(chain.bea)).toEqual([]);
    });

    it('reach who lets the severity break through', async () => {
      const chain = await aChain();
      for (const person of [chain.first, chain.bea]) await quietFor(person, { breaksThrough: 5 });
      await goTo(23);
      await world.raise(chain);
      expect(world.subjectsTo(chain.first)).toEqual([raised(chain)]);
      await world.pass(10 * MINUTE);
      expect(world.subjectsTo(chain.bea)).toEqual([unanswered(chain)]);
      expect(world.subjectsTo(chain.cas)).toEqual([]);
    });
  });
});
