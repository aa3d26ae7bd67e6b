import { ADMIN_MODIFY, type EpochMs, type OutsideBroker } from '@telltale/contract';
import { afterAll, beforeAll, expect, expectTypeOf, it } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';
import { temporaryFolder } from '#testing/portal-process.ts';
import type { News } from './news.ts';
import type { Topic } from './topic.ts';

/** What can be told to another process as it is: data, without functions, sets, maps and dates. */
type Data<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends ReadonlySet<unknown> | ReadonlyMap<unknown, unknown> | Date | ((...args: never[]) => unknown)
    ? never
    : { [Key in keyof T]: Data<T[Key]> };
type Told = { [Kind in keyof News]: News[Kind] extends Topic<infer One> ? One : never };

let portal: Portal;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  // Rules and sites are written into it.
  portal = await startPortal({ config: { configFolder: folder.path } });
});
afterAll(async () => {
  await portal.close();
  await folder.remove();
});

it('is data, by its types', () => {
  expectTypeOf<Told>().toExtend<Data<Told>>();
});

it('tells of every change that parts keep something of, as data that another process could be sent', async () => {
  const told: { kind: string; news: unknown }[] = [];
  const topics = Object.entries(portal.context.news) as [string, Topic<unknown>][];
  for (const [kind, topic] of topics) topic.subscribe((news) => told.push({ kind, news }));
  const admin = await portal.newSession('admin');
  const { assetId, assetDefinitionId } = await portal.anAsset();
  await portal.aUser({ username: 'ann', permissions: [ADMIN_MODIFY] });
  const { userId } = await portal.aUser({ username: 'ben' });
  await admin.post('/api/ef/auth/views', { userId });
  await admin.put('/api/ef/firsthour', { portalName: 'Works 4' });
  const token = await admin.post<{ tokenId: number }>('/api/tokens', { name: 'script' });
  await admin.delete(`/api/tokens/${token.body.tokenId}`);
  const gateway = await admin.post<{ gatewayId: number }>('/api/gateways', { name: 'Edge' });
  await admin.delete(`/api/gateways/${gateway.body.gatewayId}`);
  const items = `/api/ef/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`;
  const [flow] = (await admin.post<{ dataItemId: number }[]>(items, [{ label: 'Flow' }])).body;
  const scaling = { unscaledMin: 4, unscaledMax: 20, scaledMin: 0, scaledMax: 10, offset: 0, samples: 1 };
  await admin.post(items, [{ label: 'Level', scaling }]);
  await admin.post(items, [{ label: 'Twice', calculation: { expression: '_Flow * 2' } }]);
  const flee = JSON.stringify({ expression: '_Flow > 1', variables: [] });
  await admin.put('/api/ef/alarmdefinitions', [{ assetDefinitionId, name: 'High', flee }]);
  const timeMs = portal.clock.now() as EpochMs;
  await portal.context.pipeline.accept({ assetId }, [{ label: 'Flow', timeMs, value: 2, quality: 192 }]);
  const time = new Date(timeMs).toISOString();
  const edit = { assetId, dataItemId: flow?.dataItemId, startDate: time, endDate: time, newValue: 1 };
  await admin.put('/api/ef/historicaldataupdate', [edit]);
  const command = JSON.stringify({ module: 'pump', command: 'start' });
  await admin.post('/api/commands', [{ assetId, command }]);
  await admin.put('/api/framesites', { sites: [{ origin: 'https://cameras.example' }] });
  const { version } = (await admin.get<OutsideBroker>('/api/broker')).body;
  const level = { path: '$.level', label: 'Level' };
  const rule = { name: 'Lines', topic: 'plant/{line}', serialNumber: '{line}', values: [level] };
  await admin.put('/api/broker/rules', { rules: [rule], version });
  const wanted = { DataItems: [{ assetId, dataItemId: flow?.dataItemId }], OutputSettings: { Filename: 'flow' } };
  const range = { StartTime: '2020-01-01T00:00:00Z', EndTime: '2030-01-01T00:00:00Z', Format: { Type: 'csv' } };
  const job = await admin.post<{ jobId: string }>('/api/HistoricalDataItems', { ...wanted, ...range });
  await admin.delete(`/api/exports/${job.body.jobId}`);
  await admin.get('/api/auth/logout');
  expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(topics.map(([kind]) => kind)));
  for (const one of told) expect(JSON.parse(JSON.stringify(one))).toEqual(one);
});
