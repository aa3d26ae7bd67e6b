import { type assets, type calendar, permissionId } from '@telltale/contract';
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

const NOW = '2026-11-20T12:00:00.000Z';
const DAY_MS = 86_400_000;
const iso = (days: number) => new Date(Date.parse(NOW) + days * DAY_MS).toISOString();
const EVERY_300 = { unit: 'counter', counter: 'Pump Hours', every: 300, zone: 'Europe/Berlin', end: { kind: 'never' } };
/** Eight in the morning in Berlin. */
const morning = (days: number) => `${iso(days).slice(0, 10)}T07:00:00.000Z`;

describe.each(everyPortal())('maintenance that comes again by a counter, on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let root: PortalClient;
  let eventDefinitionId: number;

  beforeAll(async () => {
    portal = await start({ config: { sessionIdleMs: 1e12, sessionMaxMs: 1e12 } });
    portal.clock.stopAt(Date.parse(NOW));
    world = await buildTwoUnits(portal);
    root = await portal.as('root');
    const kind = { assetDefinitionId: world.definition, name: 'Oil change', category: 1 };
    eventDefinitionId = (await root.put<{ eventDefinitionId: number }>('/api/events/definitions', kind)).body
      .eventDefinitionId;
  });
  afterAll(() => portal.close());

  type Rig = Awaited<ReturnType<Portal['anAsset']>>;
  function send(rig: Rig, readings: readonly (readonly [days: number, value: number])[], label = 'Pump Hours') {
    const points = readings.map(([days, value]) => ({
      label,
      timeMs: Date.parse(NOW) + days * DAY_MS,
      value,
      quality: 192,
    }));
    return portal.context.pipeline.accept(rig as never, points);
  }
  /** A rig that ran ten hours a day for forty days. */
  async function aRig(): Promise<Rig> {
    const rig = await portal.anAsset({ assetDefinitionId: world.definition });
    await send(
      rig,
      Array.from({ length: 321 }, (_, n) => [n / 8 - 40, 1_000 + (n / 8) * 10]),
    );
    return rig;
  }
  const plan = (assetId: number, part: object = {}) =>
    root.put<{ eventId: number; planned: number; timestamp: string }>('/api/maintenance/series', {
      assetId,
      eventDefinitionId,
      timestamp: morning(1),
      status: 1,
      repeat: EVERY_300,
      ...part,
    });
  const put = (assetId: number, part: object) =>
    root.put<{ eventId: number }[]>('/api/events', [{ assetId, eventDefinitionId, timestamp: NOW, ...part }]);
  async function entries(assetId: number, client = root): Promise<calendar.MaintenanceEntry[]> {
    const path = `/api/maintenance/calendar?from=${iso(-60)}&to=${iso(300)}&assetId=${assetId}`;
    return (await client.get<{ entries: calendar.MaintenanceEntry[] }>(path)).body.entries;
  }
  const told = async (assetId: number) =>
    (await entries(assetId)).map(({ timestamp, status, forecast }) => [timestamp, status, forecast?.kind ?? null]);
  const forecastOf = async (assetId: number) => (await entries(assetId)).at(-1)?.forecast;

  it.each([
    ['no counter', { counter: ' ' }],
    ['an interval of nothing', { every: 0 }],
    ['an end on a day, which nobody knows', { end: { kind: 'until', day: '2027-01-01' } }],
    ['a zone that is none', { zone: 'Mars/Olympus' }],
  ])('is refused with %s', async (_what, part) => {
    const { assetId } = world.a1;
    expect((await plan(assetId, { repeat: { ...EVERY_300, ...part } })).status).toBe(400);
    expect(await entries(assetId)).toEqual([]);
  });

  it('stands on the day of its forecast, and goes with the counter', async () => {
    const rig = await aRig();
    const { assetId } = rig;
    await put(assetId, { timestamp: iso(-20), status: 3 });
    // 200 hours were used since, 100 are left: ten days.
    expect((await plan(assetId)).body).toMatchObject({ planned: 0, timestamp: morning(10) });
    expect(await told(assetId)).toEqual([
      [iso(-20), 3, null],
      [morning(10), 1, 'due'],
    ]);
    const interval = 300;
    expect(await forecastOf(assetId)).toEqual({
      ...{ kind: 'due', counter: 'Pump Hours', interval, used: 200, perDay: 10, fault: null },
    });
    await send(rig, [[0, 1_470]]);
    await portal.context.counterSeries.placeAll();
    expect((await forecastOf(assetId))?.used).toBe(270);
    const { body: items } = await root.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
    const aliases = Object.fromEntries(items.map(({ dataItemId }) => [dataItemId, 'Running hours']));
    const aliasMap = { attributeName: 'aliasMap', attributeValue: JSON.stringify(aliases) };
    await root.put(`/api/assets/${assetId}/attributes`, aliasMap);
    await portal.context.counterSeries.placeAll();
    expect((await forecastOf(assetId))?.counter).toBe('Running hours');
    expect((await told(assetId)).at(-1)?.[0]).toBe(morning(2));
    // Nobody moves it: its day follows from the counter.
    const open = (await entries(assetId)).at(-1);
    await put(assetId, { eventId: open?.eventId, timestamp: morning(77) });
    expect((await told(assetId)).at(-1)).toEqual([morning(2), 1, 'due']);

    await send(rig, [[0, 1_510]]);
    await portal.context.counterSeries.placeAll();
    expect((await told(assetId)).at(-1)).toEqual([morning(0), 1, 'overdue']);
    // It stays on the day on which it fell due.
    portal.clock.stopAt(Date.parse(iso(3)));
    await portal.context.counterSeries.placeAll();
    expect((await told(assetId)).at(-1)).toEqual([morning(0), 1, 'overdue']);
    portal.clock.stopAt(Date.parse(NOW));

    // Each move of its own is in the journal, and what only says how far the counter is stands there not.
    type Entry = { what: string; user: string; before: { timestamp: string }; after: { timestamp: string } };
    const journal = await root.get<{ entries: Entry[] }>(`/api/journal?kind=event&assetId=${assetId}`);
    const moves = journal.body.entries.filter(({ what }) => what.endsWith('moved by its counter Pump Hours'));
    expect(moves.map(({ user, before, after }) => [user, before.timestamp, after.timestamp]).toReversed()).toEqual([
      ['telltale', morning(1), morning(10)],
      ['telltale', morning(10), morning(2)],
      ['telltale', morning(77), morning(2)],
      ['telltale', morning(2), morning(0)],
    ]);
  });

  it('is followed by the next once it is done, however that was written down', async () => {
    const { assetId } = await aRig();
    const { eventId } = (await plan(assetId)).body;
    // It was never done: it counts from now.
    expect(await told(assetId)).toEqual([[morning(30), 1, 'due']]);
    await put(assetId, { eventId, status: 2 });
    expect((await told(assetId)).map(([, status, kind]) => [status, kind])).toEqual([[2, null]]);
    await put(assetId, { eventId, timestamp: iso(-5), status: 3 });
    expect(await told(assetId)).toEqual([
      [iso(-5), 3, null],
      [morning(25), 1, 'due'],
    ]);
    // Somebody writes down later what was done before: it counts only where it is the last time.
    await put(assetId, { timestamp: iso(-15), status: 3 });
    expect((await told(assetId)).at(-1)).toEqual([morning(25), 1, 'due']);
    // As a record of its own, with what the counter showed.
    await put(assetId, { timestamp: iso(-2), status: 3, meta: '{"Pump Hours": 1390}' });
    expect((await told(assetId)).at(-1)).toEqual([morning(29), 1, 'due']);
  });

  it('counts on from the one that was cancelled, ends with the one that is deleted, or after so many', async () => {
    const { assetId } = await aRig();
    await put(assetId, { timestamp: iso(-29), status: 3 });
    const { eventId } = (await plan(assetId)).body;
    expect((await told(assetId)).at(-1)).toEqual([morning(1), 1, 'due']);
    await put(assetId, { eventId, status: 0 });
    const next = (await entries(assetId)).at(-1);
    expect([next?.timestamp, next?.status]).toEqual([morning(30), 1]);
    expect((await root.delete(`/api/events/${next?.eventId}`)).status).toBe(200);
    await portal.context.counterSeries.placeAll();
    expect((await told(assetId)).map(([, status]) => status)).toEqual([3, 0]);

    const twice = (await plan(assetId, { repeat: { ...EVERY_300, end: { kind: 'after', count: 2 } } })).body;
    await put(assetId, { eventId: twice.eventId, status: 3 });
    const second = (await entries(assetId)).at(-1);
    expect(second?.forecast?.kind).toBe('due');
    await put(assetId, { eventId: second?.eventId, status: 3 });
    await portal.context.counterSeries.placeAll();
    expect((await told(assetId)).filter(([, status]) => status === 1)).toEqual([]);
  });

  it('takes another interval without counting anew', async () => {
    const { assetId } = await aRig();
    const { eventId } = (await plan(assetId, { timestamp: iso(-20) })).body;
    expect((await told(assetId))[0]?.[2]).toBe('due');
    const again = { eventId, timestamp: morning(10), repeat: { ...EVERY_300, every: 250 } };
    expect((await plan(assetId, again)).body.planned).toBe(0);
    expect((await entries(assetId)).map(({ forecast }) => [forecast?.used, forecast?.interval])).toEqual([[200, 250]]);
    expect((await plan(assetId, { eventId, repeat: null })).status).toBe(200);
    expect((await entries(assetId)).map(({ repeat, forecast }) => [repeat, forecast])).toEqual([[null, null]]);
  });

  it('counts on from zero where the counter is reset or replaced', async () => {
    const rig = await aRig();
    const { assetId } = rig;
    await put(assetId, { timestamp: iso(-10), status: 3 });
    await plan(assetId);
    await send(rig, [[0, 4]]);
    await portal.context.counterSeries.placeAll();
    expect((await forecastOf(assetId))?.used).toBe(104);
  });

  it('is placed anew once a device sends what it kept before', async () => {
    const rig = await portal.anAsset({ assetDefinitionId: world.definition });
    const { assetId } = rig;
    await plan(assetId);
    expect(await told(assetId)).toEqual([[morning(0), 1, 'unknown']]);
    // The first reading only, then forty days in order: each of them is the latest when it comes.
    await send(rig, [[-40, 1_000]]);
    await portal.context.counterSeries.placeOf([assetId]);
    await send(
      rig,
      Array.from({ length: 320 }, (_, n) => [(n + 1) / 8 - 40, 1_000 + ((n + 1) / 8) * 10]),
    );
    expect(portal.context.counterDues.takeChanged()).toContain(assetId);
    expect(portal.context.counterDues.takeChanged()).toEqual([]);
    await portal.context.counterSeries.placeOf([assetId]);
    expect(await told(assetId)).toEqual([[morning(30), 1, 'due']]);
  });

  it('says where it stands why nothing can be told', async () => {
    const { assetId } = await aRig();
    await plan(assetId, { repeat: { ...EVERY_300, counter: 'Strokes' } });
    expect(await told(assetId)).toEqual([[morning(0), 1, 'unknown']]);
    expect((await forecastOf(assetId))?.fault).toBe("Nothing was ever sent as 'Strokes'.");
    portal.clock.stopAt(Date.parse(iso(2)));
    await portal.context.counterSeries.placeAll();
    expect(await told(assetId)).toEqual([[morning(2), 1, 'unknown']]);
    portal.clock.stopAt(Date.parse(NOW));

    const parked = await portal.anAsset({ assetDefinitionId: world.definition });
    await send(parked, [
      [-40, 5],
      [-1, 5],
    ]);
    await plan(parked.assetId);
    expect(await told(parked.assetId)).toEqual([[morning(0), 1, 'still']]);
  });

  it('tells nobody what they may not see: how far the counter is', async () => {
    const { assetId } = await aRig();
    await put(assetId, { timestamp: iso(-20), status: 3 });
    await plan(assetId);
    const group = await portal.anAssetGroup({ assets: [assetId] });
    await portal.aUser({ username: 'planner', permissions: [permissionId('Events', 'View')], assetGroups: [group] });
    const planner = await portal.as('planner');
    expect((await entries(assetId, planner)).at(-1)?.forecast).toMatchObject({ kind: 'due', used: null, perDay: null });
    const feed = { name: 'Mine', filter: { assetId } };
    const words = async (client: PortalClient) => {
      const { address } = (await client.post<{ address: string }>('/api/calendarfeeds', feed)).body;
      const text = await (await fetch(`${portal.url}${new URL(address).pathname}`)).text();
      const [, open] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent');
      return open && new ICAL.Event(open).description;
    };
    expect(await words(planner)).toBe('Requested\nForecast: every 300 Pump Hours');
    expect(await words(root)).toBe('Requested\nForecast: 200 of 300 Pump Hours, at 10 a day');
  });

  it('makes the next one once, whoever looks at the same time', async () => {
    const { assetId } = await aRig();
    const { eventId } = (await plan(assetId)).body;
    const { counterSeries } = portal.context;
    await Promise.all([
      put(assetId, { eventId, status: 3 }),
      counterSeries.placeAll(),
      counterSeries.placeAll(),
      counterSeries.placeAll(),
    ]);
    await portal.restart();
    root = await portal.as('root');
    await portal.context.counterSeries.placeAll();
    expect((await told(assetId)).map(([, status]) => status)).toEqual([3, 1]);
  });
});
