import type { AssetId, DataItemId, history } from '@telltale/contract';
import { PointBatch, seriesKey } from '@telltale/historian';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DataItemRepository } from '#features/definitions/data-item-repository.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

const START_MS = Date.parse('2026-01-01T00:00:00Z');
const HOUR_MS = 3_600_000;

let portal: Portal;
let world: TwoUnits;
let viewA: PortalClient;
let flow: DataItemId;
let total: DataItemId;

beforeAll(async () => {
  portal = await startPortal();
  world = await buildTwoUnits(portal);
  viewA = await portal.as('viewA');
  const made = await new DataItemRepository(portal.context.db).ensure(['Flow', 'Total'], 1);
  flow = made.get('flow')!.dataItemId;
  total = made.get('total')!.dataItemId;
  // Half an hour of 10 and two and a half hours of 20; a counter that begins anew in the third hour.
  await store(world.a1.assetId, flow, [
    [0, 10],
    [0.5, 20],
    [1.25, 20],
    [1.5, 20],
  ]);
  await store(world.a1.assetId, total, [
    [0, 100],
    [1.5, 140],
    [2.5, 5],
  ]);
  await store(world.b1.assetId, flow, [[0, 666]]);
});
afterAll(() => portal.close());

async function store(assetId: AssetId, dataItemId: DataItemId, points: [hours: number, value: number][]) {
  const batch = new PointBatch();
  for (const [hours, value] of points)
    batch.add(seriesKey(assetId, dataItemId), START_MS + hours * HOUR_MS, value, 192);
  await portal.context.historian.append(batch);
}

const iso = (hours: number) => new Date(START_MS + hours * HOUR_MS).toISOString();

function path(names: string, more: Record<string, string>): string {
  const range = { startTime: iso(0), endTime: iso(3) };
  return `/api/historicaldata?${new URLSearchParams({ columnar: 'true', dataItems: names, ...range, ...more })}`;
}

describe('GET /api/historicaldata with an aggregate', () => {
  it('is refused for all when one asset is out of scope', async () => {
    const names = `${world.a1.assetId}-${flow},${world.b1.assetId}-${flow}`;
    const reply = await viewA.get(path(names, { aggregate: 'mean', bucket: '3600' }));
    expect([reply.status, reply.text.includes('666')]).toEqual([404, false]);
  });

  it.each([
    [{ aggregate: 'median', bucket: '3600' }],
    [{ aggregate: 'mean' }],
    [{ aggregate: 'mean,mean', bucket: '3600' }],
    [{ aggregate: '', bucket: '3600' }],
    [{ bucket: '3600' }],
    [{ gap: '60' }],
    [{ aggregate: 'mean', bucket: '0' }],
    [{ aggregate: 'mean', bucket: '-5' }],
    [{ aggregate: 'mean', bucket: '1e3' }],
  ])('refuses %j', async (more) => {
    expect((await viewA.get(path(`${world.a1.assetId}-${flow}`, more))).status).toBe(400);
  });

  it('answers a row per bucket and, for each series, a column per function', async () => {
    const names = `${world.a1.assetId}-${flow},${world.a1.assetId}-${total}`;
    const query = { aggregate: 'mean,twa,count,delta', bucket: '3600' };
    const { body } = await viewA.get<history.ColumnarHistory>(path(names, query));
    expect(body).toEqual([
      [0, 1, 2].map((hour) => START_MS / 1000 + hour * 3600),
      [15, 20, null],
      [15, 20, 20],
      [2, 2, 0],
      [10, 0, null],
      [100, 140, 5],
      [100, 120, 72.5],
      [1, 1, 1],
      [null, 40, 5],
    ]);
  });

  it('holds no value over a gap that is too long, and takes a number of buckets instead of their length', async () => {
    const query = { aggregate: 'twa', threshold: '3', gap: '1800' };
    const { body } = await viewA.get<history.ColumnarHistory>(path(`${world.a1.assetId}-${flow}`, query));
    expect(body[1]).toEqual([10, 20, null]);
  });

  it('answers the same table as Arrow', async () => {
    const name = `${world.a1.assetId}-${flow}`;
    const query = { aggregate: 'min,max', bucket: '3600', format: 'arrow' };
    const reply = await fetch(`${portal.url}${path(name, query)}`, { headers: { Cookie: viewA.cookie ?? '' } });
    const table = tableFromIPC(new Uint8Array(await reply.arrayBuffer()));
    expect(table.getChild(`${name} min`)?.toJSON()).toEqual([10, 20, null]);
    expect(table.getChild(`${name} max`)?.toJSON()).toEqual([20, 20, null]);
  });

  it('refuses more buckets than an answer may hold with the numbers', async () => {
    const query = { aggregate: 'mean', bucket: '0.001' };
    const reply = await viewA.get<{ error: { details: unknown } }>(path(`${world.a1.assetId}-${flow}`, query));
    expect([reply.status, reply.body.error.details]).toEqual([413, { values: 10_800_000, limit: 5_000_000 }]);
  });
});

describe('GET /api/ef/assets/{assetId}/dataitems/{dataItemId}/changes', () => {
  const changes = (assetId: number, query: string) => `/api/ef/assets/${assetId}/dataitems/${flow}/changes${query}`;

  it('needs the permission to see history, and an asset within scope', async () => {
    await portal.aUser({ username: 'no history', permissions: [6, 30], assetGroups: [world.groupA] });
    const before = `?before=${iso(9)}`;
    expect((await portal.anonymous.get(changes(world.a1.assetId, before))).status).toBe(401);
    expect((await (await portal.as('no history')).get(changes(world.a1.assetId, before))).status).toBe(403);
    const foreign = await viewA.get(changes(world.b1.assetId, before));
    expect([foreign.status, foreign.text.includes('666')]).toEqual([404, false]);
    expect((await viewA.get(changes(world.b1.assetId, '?before=nonsense'))).status).toBe(404);
  });

  it.each(['', '?after=x', `?after=${iso(0)}&before=${iso(1)}`])('refuses %j', async (query) => {
    expect((await viewA.get(changes(world.a1.assetId, query))).status).toBe(400);
  });

  it('answers when the value next became another, or last did, or that it never did', async () => {
    const at = async (query: string) => {
      const { body } = await viewA.get<{ change: history.ValueChange | null }>(changes(world.a1.assetId, query));
      return body.change;
    };
    const change = { timestamp: START_MS + HOUR_MS / 2, value: 20, isString: false, stringValue: null, quality: 192 };
    expect(await at(`?after=${iso(0)}`)).toEqual(change);
    expect(await at(`?before=${iso(3)}`)).toEqual(change);
    expect(await at(`?after=${iso(0.5)}`)).toBeNull();
    expect(await at(`?before=${iso(0.5)}`)).toMatchObject({ timestamp: START_MS, value: 10 });
    expect(await at(`?before=${iso(0)}`)).toBeNull();
  });
});
