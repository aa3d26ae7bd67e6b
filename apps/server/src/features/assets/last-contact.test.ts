import type { AssetId, assets, devices } from '@telltale/contract';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

describe.each(everyPortal())('when an asset was last heard of, on $engine', ({ start }) => {
  let portal: Portal;
  let admin: PortalClient;

  beforeAll(async () => {
    portal = await start();
    admin = await portal.as('admin');
  });
  afterAll(() => portal.close());

  const isConnectedNow = async (assetId: AssetId) => {
    const at = new Date(portal.clock.now()).toISOString();
    return (await admin.get<assets.AssetState>(`/api/ef/assets/${assetId}/state?at=${at}`)).body.connected;
  };

  it('is known to the state of this moment at once, coming and going', async () => {
    const { body } = await admin.post<{ accessToken: string }>('/api/gateways', { name: 'Box' });
    const gateway = await connectAsync(`mqtt://127.0.0.1:${portal.mqttPort}`, { username: body.accessToken });
    const say = (topic: string, device: string) =>
      gateway.publishAsync(`v1/gateway/${topic}`, JSON.stringify({ device }), { qos: 1 });
    const { assetId } = await portal.anAsset({ serialNumber: 'BOX-1' });
    expect(await isConnectedNow(assetId)).toBe(false);
    for (let round = 0; round < 3; round++) {
      await say('connect', 'BOX-1');
      expect(await isConnectedNow(assetId)).toBe(true);
      await say('disconnect', 'BOX-1');
      expect(await isConnectedNow(assetId)).toBe(false);
    }
    await gateway.endAsync();
    type Changes = { total: number; changes: devices.ConnectionChange[] };
    const changes = async (query: string) =>
      (await admin.get<Changes>(`/api/ef/assets/${assetId}/connections${query}`)).body;
    const all = await changes('');
    expect(all.total).toBe(6);
    expect(all.changes.map(({ connected }) => connected)).toEqual([false, true, false, true, false, true]);
    const inPages = [await changes('?limit=4'), await changes('?limit=4&offset=4')];
    expect(inPages.flatMap((page) => page.changes)).toEqual(all.changes);
  });

  it('is among its attributes, and changed by nobody (spec 3 §14)', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const path = `/api/assets/${assetId}/attributes`;
    const attribute = { attributeName: 'LastContact', attributeValue: '2020-01-01T00:00:00Z' };
    expect((await admin.put(path, attribute)).status).toBe(400);
    expect((await admin.post(path, attribute)).status).toBe(400);
    expect((await admin.get<assets.Attribute[]>(path)).body).toEqual([]);
    const telemetry = `${portal.url}/api/v1/${accessToken}/telemetry`;
    expect((await fetch(telemetry, { method: 'POST', body: '{"a":1}' })).status).toBe(200);
    const asset = (await admin.get<assets.Asset>(`/api/ef/assets/${assetId}`)).body;
    const expected = [{ assetId, attributeName: 'lastcontact', attributeValue: asset.connection.lastcontact }];
    expect(asset.attributes).toEqual(expected);
    expect((await admin.get<assets.Attribute[]>(path)).body).toEqual(expected);
    const all = (await admin.get<assets.Asset[]>('/api/ef/assets')).body;
    expect(all.find((one) => one.assetId === assetId)?.attributes).toEqual(expected);
    expect((await admin.delete(`${path}/lastcontact`)).status).toBe(400);
  });
});
