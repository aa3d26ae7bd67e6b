import type { assets, provisioning } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { ask, sayInVain } from '#testing/device-conversation.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

type NewKey = provisioning.ProvisionKey & { deviceSecret: string };

const MINUTE_MS = 60_000;

describe.each(everyPortal())('provisioning on $engine', ({ start }) => {
  let portal: Portal;
  let admin: PortalClient;
  beforeAll(async () => {
    portal = await start();
    admin = await portal.as('admin');
  });
  afterAll(() => portal.close());

  async function aKey(fields: object = {}, by = admin): Promise<NewKey> {
    const assetDefinitionId = await portal.aDefinition();
    const { status, body } = await by.post<NewKey>('/api/provisionkeys', {
      name: 'Pumps',
      assetDefinitionId,
      ...fields,
    });
    expect(status).toBe(200);
    return body;
  }

  const requestOf = ({ deviceKey, deviceSecret }: NewKey, fields: object = {}) => ({
    provisionDeviceKey: deviceKey,
    provisionDeviceSecret: deviceSecret,
    ...fields,
  });

  async function overHttp(body: unknown) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(`${portal.url}/api/v1/provision`, { method: 'POST', body: text });
    return (await answer.json()) as { status: string; credentialsValue: string; errorMsg?: string };
  }

  const keyOf = async (id: number) =>
    (await admin.get<provisioning.ProvisionKey[]>('/api/provisionkeys')).body.find((k) => k.provisionKeyId === id);

  it('keys are for administrators, within their unit, and their secret is told once', async () => {
    await portal.aUser({ username: 'maker', permissions: [6, 7] });
    expect((await (await portal.as('maker')).get('/api/provisionkeys')).status).toBe(403);
    const key = await aKey();
    const listed = await keyOf(key.provisionKeyId);
    const { deviceSecret, ...told } = key;
    expect(listed).toEqual(told);
    expect(listed).toMatchObject({ adminName: 'Telltale', assetGroupName: null });
    expect(listed?.assetDefinitionName).not.toBe('');
    expect(JSON.stringify((await admin.get('/api/provisionkeys')).body)).not.toContain(deviceSecret);
    const adminId = await portal.anAdminUnit('Unit of others');
    await portal.aUser({ username: 'other', permissions: [1], adminId });
    const other = await portal.as('other');
    expect((await other.get('/api/provisionkeys')).body).toEqual([]);
    expect((await other.delete(`/api/provisionkeys/${key.provisionKeyId}`)).status).toBe(404);
    const group = await portal.anAssetGroup();
    const assetDefinitionId = await portal.aDefinition();
    const foreign = await other.post('/api/provisionkeys', { name: 'x', assetDefinitionId, assetGroupId: group });
    expect(foreign.status).toBe(404);
  });

  it('makes an asset of the definition, in the unit and group of the key, whose token then works', async () => {
    const assetGroupId = await portal.anAssetGroup();
    const key = await aKey({ assetGroupId, maxAssets: 5 });
    const answer = await overHttp(requestOf(key, { deviceName: 'PUMP-9' }));
    expect(answer).toEqual({
      status: 'SUCCESS',
      credentialsType: 'ACCESS_TOKEN',
      credentialsValue: expect.stringMatching(/^[\w-]{43}$/),
    });
    const { body } = await admin.get<assets.Asset[]>('/api/ef/assets');
    const asset = body.find(({ serialNumber }) => serialNumber === 'PUMP-9');
    expect(asset?.assetDefinition.assetDefinitionId).toBe(key.assetDefinitionId);
    await portal.aUser({ username: 'of the group', permissions: [6], assetGroups: [assetGroupId] });
    const seen = await (await portal.as('of the group')).get<assets.Asset[]>('/api/ef/assets');
    expect(seen.body.map(({ serialNumber }) => serialNumber)).toEqual(['PUMP-9']);
    const device = await connectDevice(portal, answer.credentialsValue);
    await device.publishAsync('v1/devices/me/telemetry', '{"level":3}', { qos: 1 });
    await device.endAsync();
    expect((await keyOf(key.provisionKeyId))?.madeAssets).toBe(1);
  });

  it('works over MQTT for a device without a token, which may do nothing else there', async () => {
    const key = await aKey();
    const device = await connectDevice(portal, 'provision', { protocolVersion: 5, clientId: 'provision' });
    const another = await connectDevice(portal, 'provision', { clientId: 'provision' });
    await device.subscribeAsync('/provision/response', { qos: 1 });
    const request = requestOf(key, { deviceName: 'PUMP-10' });
    const answer = await ask(device, '/provision/request', request, '/provision/response');
    expect(answer).toMatchObject({ status: 'SUCCESS', credentialsType: 'ACCESS_TOKEN' });
    expect(await sayInVain(device, 'v1/devices/me/telemetry', { a: 1 })).toBe(0x90);
    await expect(device.subscribeAsync('v1/devices/me/attributes')).rejects.toThrow();
    expect(another.connected).toBe(true);
    await Promise.all([device.endAsync(), another.endAsync()]);
  });

  it('gives no key to the asset of another, and names what has no name', async () => {
    const taken = await portal.anAsset();
    const key = await aKey();
    const refused = await overHttp(requestOf(key, { deviceName: taken.serialNumber.toLowerCase() }));
    expect(refused).toMatchObject({ status: 'FAILURE', errorMsg: expect.stringContaining('already in use') });
    expect((await overHttp(requestOf(key))).status).toBe('SUCCESS');
    expect((await overHttp(requestOf(key, { token: 'own', credentialsType: 'ACCESS_TOKEN' }))).status).toBe('FAILURE');
  });

  it('ends with the key, its date and its number of assets, also when two ask at once', async () => {
    const ended = await aKey();
    await admin.delete(`/api/provisionkeys/${ended.provisionKeyId}`);
    expect((await overHttp(requestOf(ended))).status).toBe('FAILURE');
    const two = await aKey({ maxAssets: 2 });
    const answers = await Promise.all([1, 2, 3, 4].map(() => overHttp(requestOf(two))));
    expect(answers.filter(({ status }) => status === 'SUCCESS')).toHaveLength(2);
    const dated = await aKey({ expires: new Date(portal.clock.now() + 5 * MINUTE_MS).toISOString() });
    expect((await overHttp(requestOf(dated))).status).toBe('SUCCESS');
    portal.clock.advance(6 * MINUTE_MS);
    expect((await overHttp(requestOf(dated))).status).toBe('FAILURE');
    expect((await admin.post('/api/provisionkeys', { ...dated, expires: '2001-01-01T00:00:00.000Z' })).status).toBe(
      400,
    );
  });

  it('10,000 requests with wrong keys are refused, counted and write nothing', async () => {
    portal.clock.advance(2 * MINUTE_MS);
    const key = await aKey();
    const { deviceProvisioning } = portal.context;
    const before = deviceProvisioning.refused;
    // What the devices of other tests leave behind has other kinds.
    const entries = () =>
      Promise.all(
        ['asset', 'provisioning'].map(
          async (kind) => (await admin.get<{ total: number }>(`/api/journal?limit=1&kind=${kind}`)).body.total,
        ),
      );
    const journal = await entries();
    const assetCount = async () => (await admin.get<assets.Asset[]>('/api/ef/assets')).body.length;
    const count = await assetCount();
    const wrong = requestOf(key, { provisionDeviceSecret: 'x'.repeat(43) });
    const asked = Array.from({ length: 10_000 }, (_, n) => {
      const body =
        n % 3 === 0 ? '{"broken' : JSON.stringify({ ...wrong, provisionDeviceKey: n % 2 ? key.deviceKey : `k${n}` });
      return deviceProvisioning.provision('203.0.113.7', Buffer.from(body));
    });
    const answers = await Promise.all(asked);
    expect(answers.every(({ status }) => status === 'FAILURE')).toBe(true);
    expect(answers.filter((answer) => 'errorMsg' in answer && answer.errorMsg.startsWith('Too many'))).toHaveLength(
      9_990,
    );
    expect(deviceProvisioning.refused - before).toBe(10_000);
    expect(await entries()).toEqual(journal);
    expect(await assetCount()).toBe(count);
    const right = JSON.stringify(requestOf(key));
    expect((await deviceProvisioning.provision('203.0.113.7', Buffer.from(right))).status).toBe('FAILURE');
    expect((await deviceProvisioning.provision('203.0.113.8', Buffer.from(right))).status).toBe('SUCCESS');
    portal.clock.advance(2 * MINUTE_MS);
    expect((await deviceProvisioning.provision('203.0.113.7', Buffer.from(right))).status).toBe('SUCCESS');
  });
});
