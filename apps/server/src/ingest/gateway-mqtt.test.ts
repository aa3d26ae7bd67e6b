import type { assets, devices } from '@telltale/contract';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice, nextMessage } from '#testing/device-client.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

let portal: Portal;
let admin: PortalClient;
let gateway: { gatewayId: number; accessToken: string };
let client: MqttClient;

beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.as('admin');
  gateway = (await admin.post<typeof gateway>('/api/gateways', { name: 'Field gateway' })).body;
  client = await connectDevice(portal, gateway.accessToken);
});
afterAll(async () => {
  await client.endAsync();
  await portal.close();
});

const publish = (topic: string, body: unknown) => client.publishAsync(topic, JSON.stringify(body), { qos: 1 });

async function assetBySerial(serialNumber: string): Promise<assets.Asset | undefined> {
  const { body } = await admin.get<assets.Asset[]>('/api/ef/assets');
  return body.find((asset) => asset.serialNumber === serialNumber);
}

async function valuesOf(serialNumber: string): Promise<Record<string, unknown>> {
  const asset = await assetBySerial(serialNumber);
  const { body } = await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${asset?.assetId}/dataitems`);
  return Object.fromEntries(body.map(({ label, value }) => [label, value]));
}

describe('a gateway', () => {
  it('speaks for many assets, which are made when there are none', async () => {
    const at = (ts: number, temperature: number) => ({ ts, values: { temperature } });
    await publish('v1/gateway/telemetry', {
      'Device A': [at(1_483_228_800_000, 42), at(1_483_228_801_000, 43)],
      'Device B': [at(1_483_228_800_000, 44)],
    });
    expect(await valuesOf('Device A')).toEqual({ temperature: 43 });
    expect(await valuesOf('Device B')).toEqual({ temperature: 44 });
    const asset = await assetBySerial('Device A');
    expect(asset?.assetDefinition.assetDefinitionName).toBe('Gateway device');
    expect(asset?.connection.connected).toBe(true);
  });

  it('names what its devices are', async () => {
    await publish('v1/gateway/connect', { device: 'Thermostat 1', type: 'Thermostat' });
    expect((await assetBySerial('Thermostat 1'))?.assetDefinition.assetDefinitionName).toBe('Thermostat');
  });

  it('writes to an existing asset of its admin unit, whatever the case, and makes no second one', async () => {
    const { serialNumber } = await portal.anAsset({ serialNumber: 'Known-1' });
    await publish('v1/gateway/telemetry', { 'KNOWN-1': [{ level: 5 }] });
    expect(await valuesOf(serialNumber)).toEqual({ level: 5 });
    expect(await assetBySerial('KNOWN-1')).toBeUndefined();
  });

  it('makes no assets of what is malformed, and goes on taking what is not', async () => {
    const { registry } = portal.context;
    const malformed: [string, unknown][] = [
      ['v1/gateway/telemetry', { 'BAD-1': 5, 'BAD-2': [7], 'BAD-3': [{ ts: 'soon', values: { a: 1 } }] }],
      ['v1/gateway/attributes', { 'BAD-1': 5, 'BAD-2': ['x'] }],
      ['v1/gateway/connect', { device: 5 }],
      ['v1/devices/me/telemetry', 5],
    ];
    for (const [topic, body] of malformed) await publish(topic, body);
    for (const serialNumber of ['BAD-1', 'BAD-2', 'BAD-3']) {
      expect(await registry.findBySerialNumber(serialNumber), serialNumber).toBeUndefined();
    }
    await publish('v1/gateway/telemetry', { 'BAD-1': [{ a: 1 }], 'BAD-2': 5 });
    expect(await registry.findBySerialNumber('BAD-1')).toBeDefined();
    expect(await registry.findBySerialNumber('BAD-2')).toBeUndefined();
  });

  it('reaches no asset of another admin unit', async () => {
    const adminId = await portal.anAdminUnit('Elsewhere');
    await portal.aUser({ username: 'elsewhere', permissions: [1], adminId });
    const foreign = await portal.anAsset({ serialNumber: 'Foreign-1', by: 'elsewhere' });
    await publish('v1/gateway/telemetry', { 'Foreign-1': [{ level: 5 }], 'Own-1': [{ level: 6 }] });
    expect(portal.context.currentValues.list(foreign.assetId)).toEqual([]);
    expect(await valuesOf('Own-1')).toEqual({ level: 6 });
    const { body } = await admin.get<devices.QuarantineReply>(`/api/gateways/${gateway.gatewayId}/quarantine`);
    expect(body.entries[0]?.reason).toBe('the gateway does not reach this device');
  });

  it('sets attributes of its devices', async () => {
    await publish('v1/gateway/attributes', { 'Device A': { firmware: '1.2', pingrate: 5000 } });
    const asset = await assetBySerial('Device A');
    const attributes = new Map(asset?.attributes.map((a) => [a.attributeName, a.attributeValue]));
    expect(attributes.get('firmware')).toBe('1.2');
    expect(asset?.connection.pingrate).toBe(5_000);
  });

  it('says that a device is gone', async () => {
    await publish('v1/gateway/connect', { device: 'Device C' });
    expect((await assetBySerial('Device C'))?.connection.connected).toBe(true);
    await publish('v1/gateway/disconnect', { device: 'Device C' });
    expect((await assetBySerial('Device C'))?.connection.connected).toBe(false);
  });

  it('has telemetry of its own, in an asset of its name', async () => {
    await publish('v1/devices/me/telemetry', { load: 0.5 });
    expect(await valuesOf('Field gateway')).toEqual({ load: 0.5 });
  });

  it('hears of attributes that the portal changes, and of commands, for the devices it spoke for', async () => {
    await publish('v1/gateway/connect', { device: 'Device D' });
    const asset = await assetBySerial('Device D');
    await client.subscribeAsync(['v1/gateway/attributes', 'v1/gateway/rpc'], { qos: 1 });
    const told = nextMessage(client);
    const attribute = { attributeName: 'interval', attributeValue: '9' };
    await admin.put(`/api/assets/${asset?.assetId}/attributes`, attribute);
    expect(await told).toEqual({
      topic: 'v1/gateway/attributes',
      body: { device: 'Device D', data: { interval: 9 } },
    });

    const commanded = nextMessage(client);
    const command = JSON.stringify({ module: 'valve', command: 'open', parameter: 50 });
    const { body } = await admin.post<{ commandId: number }[]>('/api/commands', [{ assetId: asset?.assetId, command }]);
    const id = body[0]?.commandId;
    expect(await commanded).toEqual({
      topic: 'v1/gateway/rpc',
      body: { device: 'Device D', data: { id, method: 'valve.open', params: 50 } },
    });
    await publish('v1/gateway/rpc', { device: 'Device D', id, data: { success: true } });
    const state = await admin.get<{ state: string; answer: string }>(`/api/commands/${id}`);
    expect(state.body).toMatchObject({ state: 'answered', answer: '{"success":true}' });
  });

  it('that sends nonsense is told so in its list, and goes on', async () => {
    await client.publishAsync('v1/gateway/telemetry', '{"Device A": ', { qos: 1 });
    await publish('v1/gateway/telemetry', ['Device A']);
    await publish('v1/gateway/connect', { device: 7 });
    await publish('v1/gateway/telemetry', { '': [{ a: 1 }], ['x'.repeat(300)]: [{ a: 1 }] });
    const { body } = await admin.get<devices.QuarantineReply>(`/api/gateways/${gateway.gatewayId}/quarantine`);
    expect(body.entries.slice(0, 5).map(({ reason }) => reason)).toEqual([
      'a device name has 1 to 255 characters',
      'a device name has 1 to 255 characters',
      'device must be a name',
      'must be an object',
      'not valid JSON',
    ]);
    expect(client.connected).toBe(true);
  });
});
