import type { alarmDefinitions, assets } from '@telltale/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { type Portal, startPortal } from '#testing/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const severityIn = (attributes: readonly assets.Attribute[]) =>
  attributes.filter(({ attributeName }) => attributeName.toLowerCase() === 'severity').map((one) => one.attributeValue);

it('the attribute severity is the worst open alarm that nobody has put aside, and gone with it', async () => {
  const admin = await portal.as('admin');
  const asset = await portal.anAsset();
  const { assetId, assetDefinitionId } = asset;
  const send = (value: number) =>
    portal.context.pipeline.accept(asset, [{ label: 'Level', timeMs: undefined, value, quality: 192 }]);
  await send(1);
  const alarm = (name: string, severity: number, limit: number) => ({
    ...{ assetDefinitionId, name, severity, selfAck: 1 },
    alarmExpression: { expression: `_Level > ${limit}` },
  });
  const defined = await admin.put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', [
    alarm('high', 3, 10),
    alarm('very high', 8, 20),
  ]);
  const worst = defined.body.find(({ name }) => name === 'very high')?.alarmDefinitionId;
  const seen = async () => {
    const own = await admin.get<assets.Attribute[]>(`/api/assets/${assetId}/attributes`);
    const one = await admin.get<assets.Asset>(`/api/ef/assets/${assetId}`);
    const all = await admin.get<assets.Asset[]>('/api/ef/assets');
    const listed = all.body.find((other) => other.assetId === assetId);
    return [own.body, one.body.attributes, listed?.attributes ?? []].map(severityIn);
  };
  expect(await seen()).toEqual([[], [], []]);
  await send(25);
  expect(await seen()).toEqual([['8'], ['8'], ['8']]);
  const until = new Date(portal.context.clock.now() + 3_600_000).toISOString();
  await admin.put(`/api/assets/${assetId}/alarms/${worst}/shelve`, { until, note: 'known' });
  expect(await seen()).toEqual([['3'], ['3'], ['3']]);
  await send(1);
  expect(await seen()).toEqual([[], [], []]);
});

it('is written by nobody else: neither by people nor by devices', async () => {
  const admin = await portal.as('admin');
  const { assetId, accessToken } = await portal.anAsset();
  const body = { attributeName: 'Severity', attributeValue: '9' };
  const refused = await admin.post(`/api/assets/${assetId}/attributes`, body);
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('kept by the portal')]);
  expect((await admin.delete(`/api/assets/${assetId}/attributes/severity`)).status).toBe(400);
  const device = await connectDevice(portal, accessToken);
  await device.publishAsync('v1/devices/me/attributes', '{"severity": 9, "Station": "N1"}', { qos: 1 });
  await device.endAsync();
  const { body: attributes } = await admin.get<assets.Attribute[]>(`/api/assets/${assetId}/attributes`);
  expect(severityIn(attributes)).toEqual([]);
  expect(attributes.map(({ attributeName }) => attributeName)).toContain('Station');
});
