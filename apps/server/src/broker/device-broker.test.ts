import { once } from 'node:events';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice, ended, nextMessage } from '#testing/device-client.ts';
import { pointsOf } from '#testing/history-reading.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { RawMqtt } from '#testing/raw-mqtt.ts';

const TELEMETRY = 'v1/devices/me/telemetry';
const ATTRIBUTES = 'v1/devices/me/attributes';

let portal: Portal;
let admin: PortalClient;

beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.as('admin');
});
afterAll(() => portal.close());

async function grantOf(client: MqttClient, filter: string): Promise<number> {
  try {
    const [granted] = await client.subscribeAsync(filter);
    return granted?.qos ?? -1;
  } catch {
    // mqtt.js rejects when every filter of a SUBSCRIBE was refused with 0x80.
    return 128;
  }
}

describe('connecting', () => {
  it('is refused with CONNACK 5 without a user name, 4 with an unknown token (C2)', async () => {
    const nameless = new RawMqtt(portal.mqttPort);
    expect(await nameless.connect({})).toBe(5);
    await nameless.closed;
    const wrong = new RawMqtt(portal.mqttPort);
    expect(await wrong.connect({ username: 'unknown', password: Buffer.from('x') })).toBe(4);
    await wrong.closed;
  });

  it('is refused with the tokens of a browser session (C1)', async () => {
    const login = await admin.get<{ brokerToken: string }>('/api/ef/auth/login', { 'X-Requested-With': 'Telltale' });
    const raw = new RawMqtt(portal.mqttPort);
    expect(await raw.connect({ username: login.body.brokerToken })).toBe(4);
  });

  it('lets nobody take over a connection with another’s client id (C6)', async () => {
    const a = await portal.anAsset();
    const b = await portal.anAsset();
    const first = await connectDevice(portal, a.accessToken, { clientId: 'same', clean: false });
    const second = await connectDevice(portal, b.accessToken, { clientId: 'same', clean: false });
    await first.publishAsync(TELEMETRY, '{"a":1}', { qos: 1 });
    expect(first.connected).toBe(true);
    const takenOver = ended(first);
    const again = await connectDevice(portal, a.accessToken, { clientId: 'same', clean: false });
    await takenOver;
    expect(second.connected).toBe(true);
    await Promise.all([second.endAsync(), again.endAsync()]);
  });

  it('survives poisonous client ids (C7)', async () => {
    const { accessToken: username } = await portal.anAsset();
    for (const clientId of ['#', '+', 'a/b', '__proto__', 'constructor', '', '\uD800', '$SYS/x']) {
      const raw = new RawMqtt(portal.mqttPort);
      expect(await raw.connect({ clientId, username })).toBe(0);
      raw.socket.destroy();
    }
    const long = new RawMqtt(portal.mqttPort);
    expect(await long.connect({ clientId: 'x'.repeat(60_000), username })).toBe(2);
    expect((await admin.get('/api/health')).status).toBe(200);
  });

  it('ends at once when a packet announces more than it may, before and after CONNECT (C15)', async () => {
    const { accessToken: username } = await portal.anAsset();
    const before = new RawMqtt(portal.mqttPort);
    before.sendBytes(Uint8Array.of(0x10, 0xff, 0xff, 0xff, 0x7f));
    await before.closed;
    const after = new RawMqtt(portal.mqttPort);
    expect(await after.connect({ username })).toBe(0);
    after.sendBytes(Uint8Array.of(0x32, 0xff, 0xff, 0x7f));
    await after.closed;
  });

  it('ends after 10 s of silence, and 500 silent sockets cost little (C15)', async () => {
    const rss = process.memoryUsage().rss;
    const sockets = Array.from({ length: 500 }, () => new RawMqtt(portal.mqttPort));
    await Promise.all(sockets.map(({ socket }) => once(socket, 'connect')));
    for (const [i, socket] of sockets.entries()) {
      if (i % 2 === 0) socket.sendBytes(Uint8Array.of(0x10, 0xff, 0xff));
    }
    await Promise.all(sockets.map(({ closed }) => closed));
    expect(process.memoryUsage().rss - rss).toBeLessThan(50 * 2 ** 20);
  });
});

describe('subscribing', () => {
  it('is granted for what is said to the device itself and refused for everything else (C3)', async () => {
    const { accessToken } = await portal.anAsset();
    const device = await connectDevice(portal, accessToken);
    for (const own of [ATTRIBUTES, 'v1/devices/me/rpc/request/+', 'v1/devices/me/attributes/response/+']) {
      expect(await grantOf(device, own), own).toBeLessThan(128);
    }
    const foreign = [
      '#',
      '+/#',
      'telltale/#',
      'telltale/assets/+/dataitems/#',
      '$SYS/#',
      '$share/x/telltale/assets/1/#',
      '//#',
      'v1/gateway/rpc',
      'v1/devices/+/telemetry',
      TELEMETRY,
      'spBv1.0/#',
      'constructor',
      '__proto__',
    ];
    for (const filter of foreign) expect(await grantOf(device, filter), filter).toBe(128);
    await device.endAsync();
  });

  it('with too many levels or half a character harms nobody (C7)', async () => {
    const { accessToken: username } = await portal.anAsset();
    for (const topic of ['a/'.repeat(101), '/'.repeat(60_000), 'a\u0000b']) {
      const raw = new RawMqtt(portal.mqttPort);
      expect(await raw.connect({ username })).toBe(0);
      raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 0 }] });
      const reply = await raw.next();
      if (reply) expect(reply).toMatchObject({ cmd: 'suback', granted: [128] });
      raw.socket.destroy();
    }
    expect((await admin.get('/api/health')).status).toBe(200);
  });

  it('brings a device nothing of what others publish to the same topic', async () => {
    const a = await portal.anAsset();
    const b = await portal.anAsset();
    const reader = await connectDevice(portal, a.accessToken);
    const writer = await connectDevice(portal, b.accessToken);
    await reader.subscribeAsync(ATTRIBUTES, { qos: 1 });
    await writer.subscribeAsync(ATTRIBUTES, { qos: 1 });
    const heard: string[] = [];
    reader.on('message', (_topic, payload) => heard.push(payload.toString()));
    await writer.publishAsync(ATTRIBUTES, '{"secret":"of b"}', { qos: 1 });
    const told = nextMessage(reader);
    const path = `/api/assets/${a.assetId}/attributes`;
    await admin.put(path, { attributeName: 'interval', attributeValue: '5' });
    expect(await told).toEqual({ topic: ATTRIBUTES, body: { interval: 5 } });
    expect(heard).toEqual(['{"interval":5}']);
    await Promise.all([reader.endAsync(), writer.endAsync()]);
  });
});

describe('a session', () => {
  it('is never kept: nothing waits for a device that comes back with clean=false (C5)', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const options = { clientId: 'kept', clean: false };
    const first = await connectDevice(portal, accessToken, options);
    await first.subscribeAsync(ATTRIBUTES, { qos: 1 });
    await first.endAsync();
    await admin.put(`/api/assets/${assetId}/attributes`, { attributeName: 'x', attributeValue: '1' });
    const raw = new RawMqtt(portal.mqttPort);
    raw.send({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: false,
      keepalive: 60,
      clientId: 'kept',
      username: accessToken,
    });
    expect(await raw.next()).toMatchObject({ cmd: 'connack', returnCode: 0, sessionPresent: false });
    raw.send({ cmd: 'pingreq' });
    expect(await raw.next()).toMatchObject({ cmd: 'pingresp' });
    raw.socket.destroy();
  });

  it('has no last will (C10)', async () => {
    const a = await portal.anAsset();
    const b = await portal.anAsset();
    const reader = await connectDevice(portal, b.accessToken);
    await reader.subscribeAsync(ATTRIBUTES);
    const heard: string[] = [];
    reader.on('message', (_topic, payload) => heard.push(payload.toString()));
    const raw = new RawMqtt(portal.mqttPort);
    const will = { topic: TELEMETRY, payload: Buffer.from('{"dead":1}'), qos: 1 as const, retain: true };
    expect(await raw.connect({ username: a.accessToken, will })).toBe(0);
    raw.socket.destroy();
    await raw.closed;
    // What the broker would do at the end of a connection is done once a later message of another one is answered.
    await reader.publishAsync(TELEMETRY, '{"alive":1}', { qos: 1 });
    const { body } = await admin.get<unknown[]>(`/api/ef/assets/${a.assetId}/dataitems`);
    expect(body).toEqual([]);
    expect(heard).toEqual([]);
    await reader.endAsync();
  });

  it('ends within 5 s of a new token, of the end of the asset and of the end of the gateway (C12)', async () => {
    const a = await portal.anAsset();
    const renewed = await connectDevice(portal, a.accessToken);
    const renewedEnd = ended(renewed);
    const { body } = await admin.post<{ accessToken: string }>(`/api/assets/${a.assetId}/token`);
    await renewedEnd;
    await expect(connectDevice(portal, a.accessToken)).rejects.toMatchObject({ code: 4 });
    const again = await connectDevice(portal, body.accessToken);
    const deletedEnd = ended(again);
    await admin.delete(`/api/assets/${a.assetId}`);
    await deletedEnd;
    await expect(connectDevice(portal, body.accessToken)).rejects.toMatchObject({ code: 4 });

    const gateway = await admin.post<{ gatewayId: number; accessToken: string }>('/api/gateways', { name: 'G' });
    const edge = await connectDevice(portal, gateway.body.accessToken);
    const edgeEnd = ended(edge);
    await admin.delete(`/api/gateways/${gateway.body.gatewayId}`);
    await edgeEnd;
    await expect(connectDevice(portal, gateway.body.accessToken)).rejects.toMatchObject({ code: 4 });
  });

  it('ends when nothing came for one and a half times its keep alive (R8)', async () => {
    const { accessToken: username } = await portal.anAsset();
    const raw = new RawMqtt(portal.mqttPort);
    const startedMs = performance.now();
    expect(await raw.connect({ username, keepalive: 1 })).toBe(0);
    await raw.closed;
    expect(performance.now() - startedMs).toBeGreaterThan(1_000);
  });

  it('takes 20,000 messages of QoS 2 on their way at once, and a repeated one once (C17)', async () => {
    const IN_FLIGHT = 20_000;
    const { assetId, accessToken: username } = await portal.anAsset();
    const raw = new RawMqtt(portal.mqttPort);
    expect(await raw.connect({ username })).toBe(0);
    const publish = (messageId: number) => {
      const payload = JSON.stringify({ ts: 1_700_000_000_000 + messageId, values: { n: messageId } });
      raw.send({ cmd: 'publish', topic: TELEMETRY, payload, qos: 2, messageId, dup: false, retain: false });
    };
    for (let id = 1; id <= IN_FLIGHT; id++) publish(id);
    for (let id = 1; id <= IN_FLIGHT; id++) expect((await raw.next())?.cmd).toBe('pubrec');
    const before = portal.context.pipeline.stats().stored;
    publish(7);
    expect(await raw.next()).toMatchObject({ cmd: 'pubrec', messageId: 7 });
    expect(portal.context.pipeline.stats().stored).toBe(before);
    for (let messageId = 1; messageId <= IN_FLIGHT; messageId++) raw.send({ cmd: 'pubrel', messageId });
    for (let id = 1; id <= IN_FLIGHT; id++) expect((await raw.next())?.cmd).toBe('pubcomp');
    expect(await pointsOf(admin, assetId, 'n')).toHaveLength(IN_FLIGHT);
    raw.socket.destroy();
  }, 60_000);
});
