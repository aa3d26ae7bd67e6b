import type { parts } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import { DAY_MS, daysAgo, iso, NOW_MS, PartsWorld } from './testing/parts-world.ts';

const HOUR_MS = 3_600_000;

describe.each(everyPortal())('the parts of assets on $engine', ({ start }) => {
  let world: PartsWorld;

  beforeAll(async () => {
    world = await PartsWorld.build(start);
  });
  afterAll(() => world.portal.close());

  it('are refused without the permissions, out of scope, and for what is no part', async () => {
    await world.portal.aUser({ username: 'no past', permissions: [6, 42], assetGroups: [world.units.groupA] });
    const viewer = await world.portal.as('viewA');
    expect((await world.portal.anonymous.get(world.address(world.units.a1.assetId))).status).toBe(401);
    expect((await (await world.portal.as('no past')).get(world.address(world.units.a1.assetId))).status).toBe(403);
    expect((await viewer.get(world.address(world.units.b1.assetId))).status).toBe(404);
    expect((await viewer.get(`${world.address(world.units.b1.assetId)}?at=soon`)).status).toBe(404);
    expect((await viewer.get(`${world.address(world.units.a1.assetId)}?at=soon`)).status).toBe(400);
    expect(
      (await viewer.post(world.address(world.units.a1.assetId, world.valve), { timestamp: iso(NOW_MS) })).status,
    ).toBe(403);
    expect((await world.root.get(world.address(world.units.a1.assetId, 999_999))).status).toBe(404);
    expect(
      (await world.root.post(world.address(world.units.b1.assetId, world.valve), { timestamp: iso(NOW_MS) })).status,
    ).toBe(404);
    for (const wrong of [
      {},
      { timestamp: 'today' },
      { timestamp: iso(NOW_MS + DAY_MS) },
      { timestamp: iso(NOW_MS), counterValue: -1 },
      { timestamp: iso(NOW_MS), counterValue: 'much' },
    ]) {
      expect((await world.root.post(world.address(world.units.a1.assetId, world.valve), wrong)).status).toBe(400);
    }
  });

  it('are those of pods, with the counter, the interval and what is left of it', async () => {
    const { assetId } = await world.aRig([
      [40, 100],
      [30, 150],
      [20, 200],
      [0, 330],
    ]);
    const [one, other, ...none] = (await world.grid(assetId)).parts;
    expect(none).toEqual([]);
    expect(one).toMatchObject({ name: 'Pod 1 - Valve Top', pod: 1, category: 'Valve Top', options: ['VT-1', 'VT-2'] });
    expect(other).toMatchObject({ name: 'Pod 4 - Plunger', pod: 4, category: 'Plunger', options: [] });
    // As old as its counter, and nobody's business until somebody writes it down.
    expect(one).toMatchObject({ counter: 'Pump Hours', interval: 300, used: 330, last: null, state: 'unrecorded' });

    const done = await world.record(assetId, {
      timestamp: iso(daysAgo(20)),
      counterValue: 200,
      partNumber: 'VT-2',
      comment: 'Washed out.',
    });
    expect(done).toMatchObject({ partNumber: 'VT-2', counterValue: 200, comments: 'Washed out.', user: 'root' });
    expect(await world.valveOf(assetId)).toMatchObject({
      used: 130,
      remaining: 170,
      dueAt: 500,
      reading: 330,
      state: 'ok',
      last: { eventId: done.eventId, counterValue: 200, partNumber: 'VT-2' },
      forecast: { kind: 'due' },
    });
    expect(await world.written(assetId)).toMatchObject([
      { eventId: done.eventId, status: 3, cause: 'Washed out.', eventDefinitionId: world.valve },
    ]);
  });

  it('count from what was written down, unless the counter was another one', async () => {
    const { assetId } = await world.aRig([
      [10, 1_000],
      [5, 1_100],
      [0, 1_200],
    ]);
    const usedAfter = async (counterValue: number | null, days = 5) => {
      const { eventId } = await world.record(assetId, { timestamp: iso(daysAgo(days)), counterValue });
      const { used } = await world.valveOf(assetId);
      expect((await world.root.delete(`/api/events/${eventId}`)).status).toBe(200);
      return used;
    };
    expect(await usedAfter(null)).toBe(100);
    expect(await usedAfter(1_100)).toBe(100);
    expect(await usedAfter(1_090)).toBe(110);
    // Read off in advance: nothing is used before the counter has come that far.
    expect(await usedAfter(1_190)).toBe(10);
    expect(await usedAfter(1_250)).toBe(0);
    // Of another counter: the time tells.
    expect(await usedAfter(0)).toBe(100);
    expect(await usedAfter(18_000)).toBe(100);
    // Before anything was recorded.
    expect(await usedAfter(900, 20)).toBe(300);
    expect(await usedAfter(null, 20)).toBe(200);
    expect(await usedAfter(9_000, 20)).toBe(1_200);
  });

  it('are never used less than not at all: a counter that is reset or replaced counts on from zero', async () => {
    const { assetId } = await world.aRig([
      [10, 1_000],
      [8, 1_100],
      [6, 3],
      [4, 50],
      [2, 49.9],
      [0, 90],
    ]);
    await world.record(assetId, { timestamp: iso(daysAgo(9)), counterValue: 1_050 });
    // 1,050 to 1,100, then 0 to 50, a correction, and 49.9 to 90.
    expect(await world.valveOf(assetId)).toMatchObject({ used: 140.1, reading: 90, dueAt: 249.9, remaining: 159.9 });
    await world.record(assetId, { timestamp: iso(daysAgo(7)) });
    // Half-way between the 1,100 and the 3: half of that was since.
    expect((await world.valveOf(assetId)).used).toBe(88.6);
  });

  it('follow the counter, late values and corrections of the history', async () => {
    const rig = await world.aRig([
      [10, 100],
      [5, 150],
    ]);
    const { assetId } = rig;
    await world.record(assetId, { timestamp: iso(daysAgo(10)), counterValue: 100 });
    expect((await world.valveOf(assetId)).used).toBe(50);
    await world.send(rig, [[0, 180]]);
    expect((await world.valveOf(assetId)).used).toBe(80);
    await world.send(rig, [
      [3, 400],
      [2, 1],
    ]);
    expect((await world.valveOf(assetId)).used).toBe(480);
    const dataItemId = [...(world.portal.context.registry.find(assetId)?.slots() ?? [])].find(
      ({ label }) => label === 'Pump Hours',
    )?.dataItemId;
    const span = { startDate: iso(daysAgo(4)), endDate: iso(daysAgo(1)) };
    await world.root.put('/api/ef/historicaldataupdate', [{ assetId, dataItemId, ...span, newValue: 160 }]);
    expect((await world.valveOf(assetId)).used).toBe(80);
  });

  it('are answered as they were at a past time', async () => {
    const { assetId } = await world.aRig([
      [40, 0],
      [30, 100],
      [20, 250],
      [10, 290],
      [0, 310],
    ]);
    const first = await world.record(assetId, { timestamp: iso(daysAgo(40)), counterValue: 0 });
    await world.record(assetId, { timestamp: iso(daysAgo(10)), counterValue: 290, partNumber: 'VT-1' });
    expect(await world.valveOf(assetId)).toMatchObject({ used: 20, last: { partNumber: 'VT-1' } });
    const then = await world.valveOf(assetId, daysAgo(19));
    expect(then).toMatchObject({ used: 250, reading: 250, state: 'ok', last: { eventId: first.eventId } });
    expect(await world.valveOf(assetId, daysAgo(50))).toMatchObject({ used: null, last: null, state: 'unknown' });
    const list = await world.root.get<{ total: number; records: parts.PartRecord[] }>(
      `${world.address(assetId, world.valve)}?at=${iso(daysAgo(19))}`,
    );
    expect(list.body.records.map(({ eventId }) => eventId)).toEqual([first.eventId]);
    expect((await world.root.get<{ total: number }>(world.address(assetId, world.valve))).body.total).toBe(2);
    expect((await world.root.get<{ total: number }>(world.address(assetId, world.plunger))).body.total).toBe(0);
  });

  it('follow maintenance-schedule, which says in its place what cannot be read of it', async () => {
    const { assetId } = await world.aRig(
      [
        [5, 10],
        [0, 20],
      ],
      'Engine Hours',
    );
    expect((await world.valveOf(assetId)).fault).toBe("Nothing was ever sent as 'Pump Hours'.");
    await world.schedule(
      assetId,
      '{"pod 1 - valve top": {"counterPath": "state/Engine Hours", "interval": 15}, "Gauge calibrated": {"counterPath": "Engine Hours"}, "Pod 4 - Plunger": {"counterPath": 3}}',
    );
    const { fault, parts: all } = await world.grid(assetId);
    expect(fault).toBeNull();
    expect(
      all.map(({ name, pod, counter, interval, used, state }) => [name, pod, counter, interval, used, state]),
    ).toEqual([
      ['Gauge calibrated', null, 'Engine Hours', 300, 20, 'ok'],
      ['Pod 1 - Valve Top', 1, 'Engine Hours', 15, 20, 'overdue'],
      ['Pod 4 - Plunger', 4, 'Pump Hours', 300, null, 'unknown'],
    ]);
    expect(all[2]?.fault).toMatch(/names no counter/);
    expect((await world.schedule(assetId, 'every 300 hours')).status).toBe(400);
    expect((await world.grid(assetId)).fault).toBeNull();
    await world.schedule(assetId, '["every 300 hours"]');
    expect((await world.grid(assetId)).fault).toMatch(
      /^The attribute maintenance-schedule must name event definitions/,
    );
    expect((await world.grid(assetId, NOW_MS - HOUR_MS)).fault).toBeNull();
  });

  it('count from what was written down of a counter that a path leads to', async () => {
    const { assetId } = await world.aRig([
      [5, 100],
      [0, 200],
    ]);
    await world.schedule(assetId, '{"Pod 1 - Valve Top": {"counterPath": "state/Pump Hours", "interval": 500}}');
    const done = await world.record(assetId, { timestamp: iso(daysAgo(2)), counterValue: 150 });
    expect(done.counterValue).toBe(150);
    expect(await world.valveOf(assetId)).toMatchObject({ used: 50, last: { counterValue: 150 } });
    const written = await world.written(assetId);
    expect(written.map(({ meta }) => JSON.parse(meta))).toMatchObject([{ 'Pump Hours': 150 }]);
    // As the portal wrote it down until now, and other clients may.
    const meta = JSON.stringify({ 'state/Pump Hours': 130 });
    expect((await world.root.put('/api/events', [{ ...written[0], meta }])).status).toBe(200);
    expect(await world.valveOf(assetId)).toMatchObject({ used: 70, last: { counterValue: 130 } });
    const records = await world.root.get<{ records: parts.PartRecord[] }>(world.address(assetId, world.valve));
    expect(records.body.records.map(({ counterValue }) => counterValue)).toEqual([130]);
  });

  it('tell their counter by what the asset calls it, and keep what was written down of it', async () => {
    const { assetId } = await world.aRig([
      [5, 10],
      [0, 20],
    ]);
    await world.record(assetId, { timestamp: iso(daysAgo(2)), counterValue: 15 });
    expect(await world.valveOf(assetId)).toMatchObject({ counter: 'Pump Hours', counterName: 'Pump Hours' });
    await world.callCounter(assetId, 'Hours of the pump');
    expect(await world.valveOf(assetId)).toMatchObject({
      ...{ counter: 'Pump Hours', counterName: 'Hours of the pump', used: 5 },
      last: { counterValue: 15 },
    });
    // As it was called then.
    const before = await world.valveOf(assetId, NOW_MS - HOUR_MS);
    expect(before).toMatchObject({ counterName: 'Pump Hours' });
  });

  it('keep what two people write at once', async () => {
    const { assetId } = await world.aRig([
      [5, 10],
      [0, 20],
    ]);
    const timestamp = iso(daysAgo(1));
    const { eventId } = await world.record(assetId, { timestamp, comment: 'first', counterValue: 18 });
    const path = world.address(assetId, world.valve, 'records', eventId);
    const bodies = [
      { comment: 'of the day crew', partNumber: 'VT-1' },
      { comment: 'of the night crew', counterValue: 19 },
      { comment: 'of the office' },
    ];
    const replies = await Promise.all(bodies.map((body) => world.root.put(path, body)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const both = await Promise.all(
      [1, 2].map((n) => world.root.post(world.address(assetId, world.valve), { timestamp, comment: `new ${n}` })),
    );
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const { records } = (await world.root.get<{ records: parts.PartRecord[] }>(world.address(assetId, world.valve)))
      .body;
    expect(records).toHaveLength(3);
    const changed = records.find((one) => one.eventId === eventId);
    expect(changed).toMatchObject({ partNumber: 'VT-1', counterValue: 19 });
    expect(changed?.comments.split('\n').slice(0, 1)).toEqual(['first']);
    expect(changed?.comments.split('\n').sort()).toEqual([
      'first',
      'of the day crew',
      'of the night crew',
      'of the office',
    ]);
    expect(
      (await world.root.put(world.address(assetId, world.plunger, 'records', eventId), { comment: 'x' })).status,
    ).toBe(404);
    expect(
      (await world.root.put(world.address(assetId, world.valve, 'records', 999_999), { comment: 'x' })).status,
    ).toBe(404);
  });
});
