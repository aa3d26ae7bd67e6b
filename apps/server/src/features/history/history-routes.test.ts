import type { AssetId, assets, DataItemId } from '@telltale/contract';
import { PointBatch, seriesKey } from '@telltale/historian';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DataItemRepository } from '#features/definitions/data-item-repository.ts';
import { systemCaller } from '#http/system-caller.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, OPERATOR_PERMISSIONS, type TwoUnits } from '#testing/two-units.ts';

const START_MS = Date.parse('2026-01-01T00:00:00.250Z');
const HOUR_MS = 3_600_000;

let portal: Portal;
let world: TwoUnits;
let opA: PortalClient;
let viewA: PortalClient;
let pressure: DataItemId;
let activity: DataItemId;

beforeAll(async () => {
  portal = await startPortal();
  world = await buildTwoUnits(portal);
  opA = await portal.as('opA');
  viewA = await portal.as('viewA');
  const items = new DataItemRepository(portal.context.db);
  const made = await items.ensure(['Pressure', 'Activity'], 1);
  pressure = made.get('pressure')!.dataItemId;
  activity = made.get('activity')!.dataItemId;
  await store(world.a1.assetId, pressure, 3_600, (index) => (index === 1_234 ? 99.5 : Math.sin(index / 100)));
  await store(world.a1.assetId, activity, 10, (index) => (index < 5 ? '2' : '3'), 60_000);
  await store(world.a2.assetId, pressure, 2, (index) => index, 500);
  await store(world.b1.assetId, pressure, 5, () => 666);
});
afterAll(() => portal.close());

async function store(
  assetId: AssetId,
  dataItemId: DataItemId,
  count: number,
  value: (index: number) => number | string,
  stepMs = 1_000,
): Promise<void> {
  const batch = new PointBatch();
  for (let index = 0; index < count; index++) {
    batch.add(seriesKey(assetId, dataItemId), START_MS + index * stepMs, value(index), 192);
  }
  await portal.context.historian.append(batch);
  await new DataItemRepository(portal.context.db).addToAsset(assetId, [dataItemId], 1);
}

const iso = (timeMs: number) => new Date(timeMs).toISOString();

function path(names: string, more: Record<string, string> = {}): string {
  const range = { startTime: iso(START_MS), endTime: iso(START_MS + HOUR_MS) };
  return `/api/historicaldata?${new URLSearchParams({ columnar: 'true', dataItems: names, ...range, ...more })}`;
}

type Columns = (number | string | null)[][];

it('an answer says since when history is behind, in both forms, and says nothing while it is not', async () => {
  const name = `${world.a1.assetId}-${pressure}`;
  const said = async (more: Record<string, string>) =>
    (await opA.get(path(name, { threshold: '9', ...more }))).headers.get('telltale-history-behind');
  expect(await said({})).toBeNull();
  const stats = portal.context.historian.stats();
  const behind = { sinceMs: START_MS, points: 3, bytes: 15, reason: null };
  const told = vi.spyOn(portal.context.historian, 'stats').mockReturnValue({ ...stats, behind });
  expect([await said({}), await said({ format: 'arrow' })]).toEqual([iso(START_MS), iso(START_MS)]);
  told.mockRestore();
  expect(await said({})).toBeNull();
});

describe('GET /api/historicaldata', () => {
  it('is refused without a session, without the permission, and for all when one asset is out of scope', async () => {
    const own = `${world.a1.assetId}-${pressure}`;
    const foreign = `${world.b1.assetId}-${pressure}`;
    await portal.aUser({ username: 'no history', permissions: [6], assetGroups: [world.groupA] });
    expect((await portal.anonymous.get(path(own))).status).toBe(401);
    expect((await (await portal.as('no history')).get(path(own))).status).toBe(403);
    const mixed = await viewA.get(path(`${own},${foreign}`));
    expect([mixed.status, mixed.text.includes('666')]).toEqual([404, false]);
    expect((await viewA.get(path(foreign))).status).toBe(404);
    expect((await (await portal.as('root')).get(path(`99999-${pressure}`))).status).toBe(404);
  });

  it.each([
    ['dataItems', ''],
    ['dataItems', '1'],
    ['dataItems', 'a1-5,b1-5'],
    ['dataItems', '1-5;2-5'],
    ['dataItems', '1-5,'],
    ['startTime', 'yesterday'],
    ['endTime', '2025-12-31T00:00:00Z'],
    ['threshold', '0'],
    ['threshold', '-2'],
    ['threshold', '1e3'],
    ['threshold', 'all'],
    ['format', 'xml'],
  ])('refuses %s=%j', async (name, value) => {
    const names = `${world.a1.assetId}-${pressure}`;
    expect((await viewA.get(path(names, { [name]: value }))).status).toBe(400);
  });

  it('answers every point for threshold -1, times in seconds with their fraction', async () => {
    const { body } = await viewA.get<Columns>(path(`${world.a1.assetId}-${pressure}`, { threshold: '-1' }));
    expect(body).toHaveLength(2);
    expect(body[0]).toHaveLength(3_600);
    expect(body[0]?.slice(0, 2)).toEqual([START_MS / 1000, START_MS / 1000 + 1]);
    expect(body[1]?.[1_234]).toBe(99.5);
    expect(body[1]?.[100]).toBe(Math.sin(1));
  });

  it('keeps an excursion of one sample at any threshold, at its own time', async () => {
    const { body } = await viewA.get<Columns>(path(`${world.a1.assetId}-${pressure}`, { threshold: '10' }));
    const [times, values] = body;
    expect(times?.length).toBeLessThanOrEqual(40);
    const peak = values?.indexOf(99.5) ?? -1;
    expect(times?.[peak]).toBe((START_MS + 1_234_000) / 1000);
  });

  it('ends with the newest point of each series, which is often no extreme of its bucket', async () => {
    const names = `${world.a1.assetId}-${pressure},${world.a1.assetId}-${activity}`;
    const { body } = await viewA.get<Columns>(path(names, { endTime: iso(START_MS + 1_150_400), threshold: '10' }));
    const [times = [], values = [], activities = []] = body;
    expect(times).toEqual([...times].sort((a, b) => Number(a) - Number(b)));
    expect([times.at(-1), values.at(-1), activities.at(-1)]).toEqual([START_MS / 1000 + 1_150, Math.sin(11.5), null]);
    expect(activities.filter((value) => value !== null)).toHaveLength(10);
    expect(values.filter((value) => value !== null)).toHaveLength(21);
  });

  it('shares one time axis between series, in the order asked for, null where one has no point', async () => {
    const names = [
      `${world.a2.assetId}-${pressure}`,
      `${world.a1.assetId}-${activity}`,
      `${world.a2.assetId}-999999`,
      `${world.a2.assetId}-${pressure}`,
    ];
    const range = { endTime: iso(START_MS + 60_000), threshold: '-1' };
    const { body } = await viewA.get<Columns>(path(names.join(), range));
    const first = START_MS / 1000;
    expect(body).toEqual([
      [first, first + 0.5, first + 60],
      [0, 1, null],
      ['2', null, '2'],
      [null, null, null],
      [0, 1, null],
    ]);
  });

  it('takes the hours back from the end where there is no start', async () => {
    const query = { columnar: 'true', dataItems: `${world.a1.assetId}-${pressure}`, endTime: iso(START_MS + 30_000) };
    const { body } = await viewA.get<Columns>(`/api/historicaldata?${new URLSearchParams({ ...query, h: '0.5' })}`);
    expect(body[0]).toHaveLength(31);
    expect((await viewA.get(`/api/historicaldata?${new URLSearchParams(query)}`)).status).toBe(400);
    const both = await viewA.get<Columns>(
      path(query.dataItems, { h: '100', startTime: iso(START_MS + HOUR_MS - 2_000) }),
    );
    expect(both.body[0]).toHaveLength(2);
  });

  it('refuses what would be too much with the numbers', async () => {
    const names = Array.from({ length: 501 }, (_, index) => `${world.a1.assetId}-${index + 1}`);
    const many = await viewA.get<{ error: { message: string; details: unknown } }>(path(names.join()));
    expect([many.status, many.body.error.details]).toEqual([413, { series: 501, limit: 500 }]);
    const wide = await viewA.get<{ error: { message: string } }>(
      path(names.slice(0, 500).join(), { threshold: '9999' }),
    );
    expect([wide.status, wide.body.error.message]).toEqual([
      413,
      '9,999,000 values are too many; at most 5,000,000 are read for one answer. Ask for a shorter range, fewer series, fewer buckets or a threshold.',
    ]);
    expect((await viewA.get(path(names.slice(0, 100).join(), { threshold: '600' }))).status).toBe(200);
  });

  it('answers the same table as Arrow', async () => {
    const name = `${world.a2.assetId}-${pressure}`;
    for (const [more, headers] of [
      [{ format: 'arrow' }, {}],
      [{}, { Accept: 'application/vnd.apache.arrow.stream' }],
    ] as const) {
      const reply = await fetch(`${portal.url}${path(name, more)}`, {
        headers: { Cookie: viewA.cookie ?? '', ...headers },
      });
      expect(reply.headers.get('content-type')).toBe('application/vnd.apache.arrow.stream');
      const table = tableFromIPC(new Uint8Array(await reply.arrayBuffer()));
      expect(table.getChild(name)?.toJSON()).toEqual([0, 1]);
      expect(table.getChild('time')?.get(1)).toBe(START_MS + 500);
    }
  });
});

describe('the state at a time', () => {
  it('has the values that were current then', async () => {
    const at = iso(START_MS + 100_000);
    const { body } = await viewA.get<assets.AssetState>(`/api/ef/assets/${world.a1.assetId}/state?at=${at}`);
    const values = body.dataItems.map(({ label, value, stringValue, isString, timestamp }) => {
      return { label, value, stringValue, isString, timestamp };
    });
    expect(values).toEqual([
      { label: 'Activity', value: null, stringValue: '2', isString: true, timestamp: START_MS + 60_000 },
      { label: 'Pressure', value: Math.sin(1), stringValue: null, isString: false, timestamp: START_MS + 100_000 },
    ]);
    expect(body.connected).toBe(true);
    const later = iso(START_MS + 24 * HOUR_MS);
    const state = await viewA.get<assets.AssetState>(`/api/ef/assets/${world.a1.assetId}/state?at=${later}`);
    expect(state.body.connected).toBe(false);
  });
});

describe('PUT /api/ef/historicaldataupdate', () => {
  const edit = (assetId: AssetId, more: Record<string, unknown> = {}) => ({
    assetId,
    dataItemId: activity,
    startDate: iso(START_MS),
    endDate: iso(START_MS + 120_000),
    newValue: 12,
    ...more,
  });

  it('needs the permission to modify history, and is all or nothing', async () => {
    const url = '/api/ef/historicaldataupdate';
    await portal.aUser({ username: 'editor', permissions: [...OPERATOR_PERMISSIONS, 36], assetGroups: [world.groupA] });
    const editor = await portal.as('editor');
    expect((await viewA.put(url, [edit(world.a1.assetId)])).status).toBe(403);
    expect((await opA.put(url, [edit(world.a1.assetId)])).status).toBe(403);
    expect((await editor.put(url, [edit(world.a1.assetId), edit(world.b1.assetId)])).status).toBe(404);
    for (const wrong of [
      { newValue: null },
      { newValue: {} },
      { startDate: 'x' },
      { endDate: iso(START_MS - 1) },
      { dataItemId: '1' },
    ]) {
      expect((await editor.put(url, [edit(world.a1.assetId), edit(world.a1.assetId, wrong)])).status).toBe(400);
    }
    expect((await editor.put(url, [])).status).toBe(400);
    const before = await viewA.get<Columns>(path(`${world.a1.assetId}-${activity}`));
    expect(before.body[1]?.slice(0, 3)).toEqual(['2', '2', '2']);

    const done = await editor.put<{ changed: number }[]>(url, [edit(world.a1.assetId)]);
    expect(done.body).toEqual([{ ...edit(world.a1.assetId), changed: 3 }]);
    const after = await viewA.get<Columns>(path(`${world.a1.assetId}-${activity}`));
    expect(after.body[1]?.slice(0, 4)).toEqual([12, 12, 12, '2']);
    const { entries } = await portal.context.journal.list(systemCaller, { kind: 'history', limit: 5, offset: 0 });
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({
      user: 'editor',
      assetId: world.a1.assetId,
      before: { values: [{ from: iso(START_MS), value: '2' }] },
      after: { value: 12, points: 3 },
    });
  });
});
