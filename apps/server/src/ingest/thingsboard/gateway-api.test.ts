import type { assets, devices } from '@telltale/contract';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice, nextMessage } from '#testing/device-client.ts';
import { ask, say, sayInVain } from '#testing/device-conversation.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

const ME = 'v1/devices/me';

describe.each(everyPortal())('ThingsBoard’s gateway API over MQTT, on $engine', ({ start }) => {
  let portal: Portal;
  let admin: PortalClient;
  let gateway: { gatewayId: number; accessToken: string };
  let client: MqttClient;
  beforeAll(async () => {
    portal = await start();
    admin = await portal.as('admin');
    gateway = (await admin.post<typeof gateway>('/api/gateways', { name: 'Gateway 7' })).body;
    client = await connectDevice(portal, gateway.accessToken, { protocolVersion: 5 });
    const topics = ['attributes', 'attributes/response', 'rpc'].map((topic) => `v1/gateway/${topic}`);
    const own = ['attributes', 'attributes/response/+', 'rpc/request/+', 'rpc/response/+'].map((t) => `${ME}/${t}`);
    const granted = await client.subscribeAsync([...topics, ...own], { qos: 1 });
    expect(granted.every(({ qos }) => qos === 1)).toBe(true);
  });
  afterAll(async () => {
    await client.endAsync();
    await portal.close();
  });

  async function assetOf(serialNumber: string): Promise<assets.Asset> {
    const { body } = await admin.get<assets.Asset[]>('/api/ef/assets');
    const asset = body.find((one) => one.serialNumber === serialNumber);
    if (!asset) throw new Error(`no asset ${serialNumber}`);
    return asset;
  }

  it('a device is connected, sends telemetry and attributes, and is asked about', async () => {
    await say(client, 'v1/gateway/connect', { device: 'Device A', type: 'Thermometer' });
    await say(client, 'v1/gateway/telemetry', { 'Device A': [{ ts: 1_483_228_800_000, values: { temperature: 42 } }] });
    await say(client, 'v1/gateway/attributes', { 'Device A': { attribute1: 'value1', attribute2: 42 } });
    const topic = 'v1/gateway/attributes/request';
    const answerTopic = 'v1/gateway/attributes/response';
    const one = { id: 1, device: 'Device A', client: true, key: 'attribute2' };
    expect(await ask(client, topic, one, answerTopic)).toEqual({ id: 1, device: 'Device A', value: 42 });
    const some = { id: 2, device: 'Device A', client: false, keys: ['attribute1', 'missing'] };
    const values = { attribute1: 'value1' };
    expect(await ask(client, topic, some, answerTopic)).toEqual({ id: 2, device: 'Device A', values });
    const none = { id: 3, device: 'Device A', client: true, key: 'missing' };
    expect(await ask(client, topic, none, answerTopic)).toEqual({ id: 3, device: 'Device A' });
  });

  it('hears of changed attributes and commands of its devices', async () => {
    const { assetId } = await assetOf('Device A');
    const told = nextMessage(client);
    await admin.put(`/api/assets/${assetId}/attributes`, { attributeName: 'on', attributeValue: 'true' });
    expect(await told).toEqual({ topic: 'v1/gateway/attributes', body: { device: 'Device A', data: { on: true } } });
    const heard = nextMessage(client);
    const command = JSON.stringify({ module: 'gpio', command: 'toggle', parameter: { pin: 1 } });
    const { body } = await admin.post<{ commandId: number }[]>('/api/commands', [{ assetId, command }]);
    const id = body[0]?.commandId;
    expect(await heard).toEqual({
      topic: 'v1/gateway/rpc',
      body: { device: 'Device A', data: { id, method: 'gpio.toggle', params: { pin: 1 } } },
    });
    await say(client, 'v1/gateway/rpc', { device: 'Device A', id, data: { success: true } });
    expect((await admin.get(`/api/commands/${id}`)).body).toMatchObject({ state: 'answered' });
  });

  it('is a device itself: its own attributes, calls and commands', async () => {
    await say(client, `${ME}/attributes`, { active_connectors: ['modbus'] });
    const request = { clientKeys: 'active_connectors' };
    expect(await ask(client, `${ME}/attributes/request/1`, request, `${ME}/attributes/response/1`)).toEqual({
      client: { active_connectors: ['modbus'] },
    });
    const time = await ask(client, `${ME}/rpc/request/1`, { method: 'getTime' }, `${ME}/rpc/response/1`);
    expect(time).toEqual({ time: expect.closeTo(portal.clock.now(), -4) });
    const { assetId } = await assetOf('Gateway 7');
    const heard = nextMessage(client);
    const command = JSON.stringify({ module: 'gateway', command: 'reboot' });
    const { body } = await admin.post<{ commandId: number }[]>('/api/commands', [{ assetId, command }]);
    const id = body[0]?.commandId;
    expect(await heard).toEqual({ topic: `${ME}/rpc/request/${id}`, body: { method: 'gateway.reboot', params: null } });
    await say(client, `${ME}/rpc/response/${id}`, { success: true });
    expect((await admin.get(`/api/commands/${id}`)).body).toMatchObject({ state: 'answered' });
  });

  it('claims for its devices are acknowledged and have no effect; a disconnected device is offline', async () => {
    await say(client, 'v1/gateway/claim', { 'Device A': { secretKey: 'x', durationMs: 60_000 }, Nobody: {} });
    const { assetId } = await assetOf('Device A');
    const { body } = await admin.get<devices.QuarantineReply>(`/api/ef/assets/${assetId}/quarantine`);
    expect(body.entries[0]?.reason).toBe('claiming has no effect: the asset belongs to its admin unit already');
    await say(client, 'v1/gateway/disconnect', { device: 'Device A' });
    expect((await assetOf('Device A')).connection.connected).toBe(false);
  });

  it('asks in vain about devices of others and in other forms, and is told so in its list', async () => {
    const adminId = await portal.anAdminUnit('Elsewhere');
    await portal.aUser({ username: 'elsewhere', permissions: [1], adminId });
    const foreign = await portal.anAsset({ by: 'elsewhere' });
    const topic = 'v1/gateway/attributes/request';
    expect(await sayInVain(client, topic, { id: 1, device: foreign.serialNumber, client: true, key: 'a' })).toBe(0x99);
    expect(await sayInVain(client, topic, { id: 2, device: 'Device A' })).toBe(0x99);
    expect(await sayInVain(client, 'v1/gateway/nothing', { a: 1 })).toBe(0x90);
    const { body } = await admin.get<devices.QuarantineReply>(`/api/gateways/${gateway.gatewayId}/quarantine`);
    expect(body.entries.map(({ reason }) => reason).slice(0, 3)).toEqual([
      'topic not served: v1/gateway/nothing',
      'key or keys must name attributes',
      'the gateway does not reach this device',
    ]);
    expect(client.connected).toBe(true);
  });

  it('no longer speaks for a device that was given to another admin unit, nor hears what is for it', async () => {
    await say(client, 'v1/gateway/telemetry', { 'Device B': { level: 1 } });
    const { assetId } = await assetOf('Device B');
    expect((await assetOf('Device B')).connection.connected).toBe(true);
    const adminId = await portal.anAdminUnit('Given away');
    expect((await admin.put(`/api/assets/${assetId}`, { adminId })).status).toBe(200);
    await expect.poll(async () => (await assetOf('Device B')).connection.connected).toBe(false);
    await say(client, 'v1/gateway/telemetry', { 'Device B': { level: 2 } });
    const { body } = await admin.get<devices.QuarantineReply>(`/api/gateways/${gateway.gatewayId}/quarantine`);
    expect(body.entries[0]?.reason).toBe('the gateway does not reach this device');
    const items = await admin.get<{ label: string; value: unknown }[]>(`/api/ef/assets/${assetId}/dataitems`);
    expect(items.body.map(({ label, value }) => [label, value])).toEqual([['level', 1]]);

    const heard: string[] = [];
    client.on('message', (topic) => heard.push(topic));
    await admin.post('/api/commands', [{ assetId, command: JSON.stringify({ module: 'gpio', command: 'toggle' }) }]);
    await admin.put(`/api/assets/${assetId}/attributes`, { attributeName: 'on', attributeValue: 'true' });
    // What the portal says to the gateway next comes after what it would have said before.
    await ask(client, `${ME}/attributes/request/9`, { clientKeys: 'none' }, `${ME}/attributes/response/9`);
    expect(heard).toEqual([`${ME}/attributes/response/9`]);
  });
});
