import type { parts } from '@telltale/contract';
import { CSV_BOM } from '@telltale/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnitOfWork } from '#db/unit-of-work.ts';
import { everyPortal } from '#testing/every-portal.ts';
import { OverdueRepository } from './overdue-repository.ts';
import type { OverdueWatch } from './overdue-watch.ts';
import { DAY_MS, daysAgo, iso, NOW_MS, PartsWorld } from './testing/parts-world.ts';

const NO_FORECAST: Partial<parts.PartForecast> = {};

describe.each(everyPortal())('the forecast of maintenance on $engine', ({ start }) => {
  let world: PartsWorld;

  beforeAll(async () => {
    world = await PartsWorld.build(start);
  });
  afterAll(() => world.portal.close());

  const daily = (from: number, perDay: number) =>
    Array.from({ length: 961 }, (_, n) => [40 - n / 24, from + (n / 24) * perDay] as const);
  const page = async (query: string, client = world.root) =>
    (
      await client.get<{ total: number; counts: Record<string, number>; parts: parts.ForecastRow[] }>(
        `/api/ef/maintenance/forecast?${query}`,
      )
    ).body;

  it('are sorted by when they fall due, and narrowed by what a filter says', async () => {
    const slow = (await world.aRig(daily(0, 2))).assetId;
    const quick = (await world.aRig(daily(0, 12))).assetId;
    const late = (await world.aRig(daily(0, 10))).assetId;
    const still = (
      await world.aRig([
        [40, 5],
        [0, 5],
      ])
    ).assetId;
    const at = { timestamp: iso(daysAgo(35)) };
    for (const assetId of [slow, quick, late, still])
      await world.record(assetId, assetId === quick ? { timestamp: iso(daysAgo(5)) } : at);
    const list = await page('category=valve%20top&limit=1000&text=PARTS-');
    const mine = list.parts.filter(({ assetId }) => [slow, quick, late, still].includes(assetId));
    expect(mine.map(({ assetId, state }) => [assetId, state])).toEqual([
      [late, 'overdue'],
      [quick, 'ok'],
      [slow, 'ok'],
      [still, 'ok'],
    ]);
    expect(mine.map(({ forecast }) => forecast.kind)).toEqual(['overdue', 'due', 'due', 'still']);
    // 300 less 60 of 12 a day: 20 days from now.
    const { due, earliest, latest, perDay, perDay7, perDay30 } = mine[1]?.forecast ?? NO_FORECAST;
    for (const pace of [perDay, perDay7, perDay30]) expect(pace).toBeCloseTo(12, 0);
    expect(Math.abs(Date.parse(due ?? '') - (NOW_MS + 20 * DAY_MS))).toBeLessThan(DAY_MS / 2);
    expect([earliest, due, latest].map(String).sort()).toEqual([earliest, due, latest]);
    expect(list.total).toBe(Object.values(list.counts).reduce((a, b) => a + b, 0));
    const overdue = await page(`state=overdue&assetId=${late}`);
    expect(overdue).toMatchObject({ total: 1, counts: { overdue: 1, unrecorded: 1 } });
    expect((await page(`assetDefinitionId=${world.units.definitionB}`)).total).toBe(0);
    expect((await page('limit=2&offset=1')).parts).toHaveLength(2);
    expect((await page(`assetId=${late}`, await world.portal.as('viewA'))).total).toBe(0);
  });

  it('are noted once where they are overdue, whatever starts again or looks at the same time', async () => {
    const rig = await world.aRig(daily(0, 10));
    const { assetId } = rig;
    const noted = async () => {
      const written = await world.written(assetId);
      return written.filter(({ cause }) => cause.startsWith('Pod 1')).map(({ cause, status }) => `${status} ${cause}`);
    };
    const look = () => world.portal.context.overdueWatch.look();
    await look();
    // Nobody ever wrote down that it was done: it is nobody's surprise.
    expect(await noted()).toEqual([]);
    await world.record(assetId, { timestamp: iso(daysAgo(35)), counterValue: 50 });
    await Promise.all([look(), look(), secondWatch().look(), secondWatch().look()]);
    expect(await noted()).toEqual(['1 Pod 1 - Valve Top: 350 of 300 Pump Hours']);
    await world.portal.restart();
    world.root = await world.portal.as('root');
    await look();
    await secondWatch().look();
    expect(await noted()).toHaveLength(1);

    await world.record(assetId, { timestamp: iso(daysAgo(1)), counterValue: 390 });
    await Promise.all([look(), secondWatch().look()]);
    expect(await noted()).toEqual(['3 Pod 1 - Valve Top: 350 of 300 Pump Hours']);
    await world.schedule(assetId, '{"Pod 1 - Valve Top": {"interval": 5}}');
    await look();
    // Another name is no other point.
    await world.callCounter(assetId, 'Running hours');
    await look();
    await look();
    expect(await noted()).toEqual([
      '1 Pod 1 - Valve Top: 10 of 5 Pump Hours',
      '3 Pod 1 - Valve Top: 350 of 300 Pump Hours',
    ]);
    await world.schedule(assetId, '{}');
    await look();
    expect((await noted())[0]).toBe('0 Pod 1 - Valve Top: 10 of 5 Pump Hours\nIt is due at another point now.');
    await world.schedule(assetId, '{"Pod 1 - Valve Top": {"interval": 5}}');
    await look();
    await secondWatch().look();
    expect((await noted()).filter((text) => text.startsWith('1 '))).toEqual([
      '1 Pod 1 - Valve Top: 10 of 5 Running hours',
    ]);
    const [own] = await world.written(assetId);
    expect((await world.root.delete(`/api/events/${own?.eventId}`)).status).toBe(409);
  });

  it('are settled when the part is one no longer, or its kind is deleted', async () => {
    const { assetId } = await world.aRig(daily(0, 10));
    const seal = await world.aKind('Seal replaced');
    const strainer = await world.aKind('Strainer cleaned');
    await world.schedule(assetId, '{"Seal replaced": {"interval": 50}, "Strainer cleaned": {"interval": 60}}');
    const look = () => world.portal.context.overdueWatch.look();
    const noted = async () =>
      (await world.written(assetId))
        .map(({ cause, status }) => `${status} ${cause}`)
        .filter((text) => / of \d+ Pump Hours/.test(text))
        .sort();
    await look();
    const open = ['1 Seal replaced: 400 of 50 Pump Hours', '1 Strainer cleaned: 400 of 60 Pump Hours'];
    expect(await noted()).toEqual(open);
    // What cannot be read says nothing of what is due.
    await world.schedule(assetId, '{');
    await look();
    expect(await noted()).toEqual(open);
    await world.schedule(assetId, '{"Strainer cleaned": {"interval": 60}}');
    await look();
    expect(await noted()).toEqual([`0 ${open[0]?.slice(2)}\nThe part is gone.`, open[1]]);
    for (const kind of [seal, strainer]) {
      expect((await world.root.delete(`/api/events/definitions/${kind}`)).status).toBe(200);
    }
    await look();
    await secondWatch().look();
    expect(await noted()).toEqual(open.map((text) => `0 ${text.slice(2)}\nThe part is gone.`));
  });

  it('are not noted while it may be that they were done since: the history is still on its way', async () => {
    const rig = await world.aRig(Array.from({ length: 24 }, (_, n) => [40 - n / 24, 1_000 + n / 2] as const));
    const { assetId } = rig;
    await world.send(rig, [[0, 1_400]]);
    await world.record(assetId, { timestamp: iso(daysAgo(10)), counterValue: null });
    // 1,011 to 1,400 in 39 days, of which ten are since.
    const part = await world.valveOf(assetId);
    expect([part.state, Math.round(part.used ?? 0)]).toEqual(['ok', 100]);
    await world.schedule(assetId, '{"Pod 1 - Valve Top": {"interval": 90}}');
    expect((await world.valveOf(assetId)).state).toBe('overdue');
    const noted = async () => {
      await world.portal.context.overdueWatch.look();
      const written = await world.written(assetId);
      return written.map(({ cause }) => cause).filter((cause) => cause.startsWith('Pod 1'));
    };
    expect(await noted()).toEqual([]);
    await world.send(rig, [
      [10.5, 1_295],
      [9.5, 1_305],
    ]);
    expect(await noted()).toEqual(['Pod 1 - Valve Top: 100 of 90 Pump Hours']);
  });

  /** As another portal on the same database has it. */
  function secondWatch(): OverdueWatch {
    const { db, journal, clock, overdueWatch } = world.portal.context;
    const work = new UnitOfWork(db, journal);
    return overdueWatch.beside({ work, repository: new OverdueRepository(db), clock });
  }

  it('can be saved as CSV', async () => {
    const { assetId } = await world.aRig([
      [5, 10],
      [0, 20],
    ]);
    await world.schedule(assetId, '{"Pod 1 - Valve Top": {"interval": 12}}');
    await world.callCounter(assetId, 'Running hours');
    const { status, text } = await world.root.get(`/api/ef/maintenance/forecast/export?assetId=${assetId}`);
    expect(status).toBe(200);
    const [head, first, second, ...rest] = text.replace(CSV_BOM, '').split('\r\n');
    expect(head).toMatch(/^Asset,Definition,Part,State,Due,/);
    expect(first).toMatch(/Pod 1 - Valve Top,overdue,.*20,12,-8,12,Running hours/);
    expect(second).toMatch(/Pod 4 - Plunger,unrecorded/);
    expect(rest).toEqual(['']);
  });
});
