import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { MqttClient } from 'mqtt';
import type { IConnackPacket, Packet } from 'mqtt-packet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice, connectDeviceByWebSocket, nextMessage } from '#testing/device-client.ts';
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

async function raw5(
  options: Parameters<RawMqtt['connack']>[0] = {},
): Promise<{ raw: RawMqtt; connack: IConnackPacket; assetId: number }> {
  const { assetId, accessToken: username } = await portal.anAsset();
  const raw = new RawMqtt(portal.mqttPort, 5);
  const connack = await raw.connack({ username, ...options });
  if (!connack) throw new Error('no CONNACK');
  return { raw, connack, assetId };
}

const publish = (fields: object): Packet =>
  ({
    cmd: 'publish',
    topic: TELEMETRY,
    payload: '{"a":1}',
    qos: 1,
    messageId: 1,
    dup: false,
    retain: false,
    ...fields,
  }) as Packet;

/** The next packet is the word with which the connection ends. */
async function expectGoodbye(raw: RawMqtt, reasonCode: number): Promise<void> {
  expect(await raw.next()).toMatchObject({ cmd: 'disconnect', reasonCode });
  await raw.closed;
}

describe.each([
  ['3.1', { protocolVersion: 3, protocolId: 'MQIsdp' }],
  ['3.1.1', { protocolVersion: 4 }],
  ['5', { protocolVersion: 5 }],
] as const)('MQTT %s', (_name, version) => {
  it.each([
    ['TCP', connectDevice],
    ['a WebSocket', connectDeviceByWebSocket],
  ])('over %s stores what it acknowledges, at every QoS, and hears what changes', async (_transport, connect) => {
    const { assetId, accessToken } = await portal.anAsset();
    const device: MqttClient = await connect(portal, accessToken, version);
    for (const [i, qos] of ([0, 1, 2] as const).entries()) {
      await device.publishAsync(TELEMETRY, JSON.stringify({ ts: 1_000 + i, values: { level: i } }), { qos });
    }
    await device.publishAsync(TELEMETRY, JSON.stringify({ ts: 1_003, values: { level: 3 } }), { qos: 1 });
    expect((await pointsOf(admin, assetId, 'level')).map(([, level]) => level)).toEqual([0, 1, 2, 3]);
    await device.subscribeAsync(ATTRIBUTES, { qos: 1 });
    const heard = nextMessage(device);
    await admin.put(`/api/assets/${assetId}/attributes`, { attributeName: 'rate', attributeValue: '5' });
    expect((await heard).body).toEqual({ rate: 5 });
    await device.endAsync();
  });
});

describe('the CONNACK of MQTT 5', () => {
  it('says what the broker takes, and that it keeps no session and shares no subscriptions', async () => {
    const { raw, connack } = await raw5({ clean: false, properties: { sessionExpiryInterval: 3_600 } });
    expect(connack).toMatchObject({ reasonCode: 0, sessionPresent: false });
    expect(connack.properties).toMatchObject({
      receiveMaximum: 65_535,
      topicAliasMaximum: 100,
      maximumPacketSize: 1_000_000,
      sessionExpiryInterval: 0,
      sharedSubscriptionAvailable: false,
    });
    raw.socket.destroy();
  });

  it('assigns a client id to who has none, and a keep alive to who wants none', async () => {
    const { raw, connack } = await raw5({ clientId: '', keepalive: 0 });
    expect(connack.properties?.assignedClientIdentifier).toMatch(/^[0-9a-f-]{36}$/);
    expect(connack.properties?.serverKeepAlive).toBe(3_600);
    raw.socket.destroy();
    const own = await raw5({ clientId: 'mine', keepalive: 30 });
    expect(own.connack.properties?.assignedClientIdentifier).toBeUndefined();
    expect(own.connack.properties?.serverKeepAlive).toBeUndefined();
    own.raw.socket.destroy();
  });

  it.each([
    ['without a user name', {}, 0x87],
    ['with an unknown token', { username: 'unknown' }, 0x86],
    ['with a client id beyond all measure', { clientId: 'x'.repeat(60_000) }, 0x85],
    ['with a receive maximum of 0', { properties: { receiveMaximum: 0 } }, 0x82],
    ['with authentication data without a method', { properties: { authenticationData: Buffer.from('x') } }, 0x82],
    ['with a method of authentication', { properties: { authenticationMethod: 'SCRAM' } }, 0x8c],
  ] as const)('refuses a CONNECT %s', async (name, options, reasonCode) => {
    const { accessToken } = await portal.anAsset();
    const raw = new RawMqtt(portal.mqttPort, 5);
    const token = name === 'without a user name' ? {} : { username: accessToken };
    expect(await raw.connect({ ...token, ...options } as Parameters<RawMqtt['connect']>[0])).toBe(reasonCode);
    await raw.closed;
  });
});

describe('reasons of MQTT 5', () => {
  it('go with each refused subscription, and with a message to a topic that is not served', async () => {
    const { raw, assetId } = await raw5();
    const topics = [ATTRIBUTES, '#', '$share/x/v1/devices/me/attributes', 'telltale/assets/1/state'];
    raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: topics.map((topic) => ({ topic, qos: 1 })) });
    expect(await raw.next()).toMatchObject({ cmd: 'suback', granted: [1, 0x87, 0x9e, 0x87] });
    raw.send({ cmd: 'unsubscribe', messageId: 2, unsubscriptions: [ATTRIBUTES, 'constructor'] });
    expect(await raw.next()).toMatchObject({ cmd: 'unsuback', granted: [0, 0x11] });
    raw.send(publish({ topic: 'telltale/assets/1/dataitems/5', messageId: 3 }));
    expect(await raw.next()).toMatchObject({
      cmd: 'puback',
      messageId: 3,
      reasonCode: 0x90,
      properties: { reasonString: 'nothing is done with messages to this topic' },
    });
    raw.send(publish({ topic: 'nowhere', messageId: 4, qos: 2 }));
    expect(await raw.next()).toMatchObject({ cmd: 'pubrec', messageId: 4, reasonCode: 0x90 });
    raw.send(publish({ topic: 'nowhere', qos: 0, messageId: undefined }));
    raw.send(publish({ messageId: 5 }));
    expect(await raw.next()).toMatchObject({ cmd: 'puback', messageId: 5, reasonCode: 0 });
    const { body } = await admin.get<{ countSinceStart: number }>(`/api/ef/assets/${assetId}/quarantine`);
    expect(body.countSinceStart).toBe(3);
    raw.socket.destroy();
  });

  it.each([
    ['no JSON', '{"a":', 'not valid JSON'],
    ['nothing', '', 'empty message'],
    ['values of another time alone', '{"ts":99999999999999,"values":{"a":1}}', 'time more than 10 minutes ahead (a)'],
    ['a text that is too long', `{"a":"${'x'.repeat(70_000)}"}`, 'longer than 65536 characters (a)'],
  ])('go with a message of which nothing could be stored: %s', async (_what, payload, reasonString) => {
    const { raw, assetId } = await raw5();
    // Of a label that is known, and of one that is not.
    for (const messageId of [1, 3]) {
      raw.send(publish({ payload, messageId }));
      expect(await raw.next()).toMatchObject({
        cmd: 'puback',
        messageId,
        reasonCode: 0x99,
        properties: { reasonString },
      });
      raw.send(publish({ payload: '{"a":7}', messageId: messageId + 1 }));
      expect(await raw.next()).toMatchObject({ cmd: 'puback', messageId: messageId + 1, reasonCode: 0 });
    }
    raw.send(publish({ payload, qos: 2, messageId: 9 }));
    expect(await raw.next()).toMatchObject({ cmd: 'pubrec', messageId: 9, reasonCode: 0x99 });
    // A part that can be stored makes the message one that was taken.
    raw.send(publish({ payload: '[{"ts":99999999999999,"values":{"a":1}},{"a":8}]', messageId: 10 }));
    expect(await raw.next()).toMatchObject({ cmd: 'puback', messageId: 10, reasonCode: 0 });
    const { body } = await admin.get<{ countSinceStart: number }>(`/api/ef/assets/${assetId}/quarantine`);
    expect(body.countSinceStart).toBe(4);
    raw.socket.destroy();
  });

  it('go without their words to a device that wants none, or that takes no packet of their size', async () => {
    for (const properties of [{ requestProblemInformation: false }, { maximumPacketSize: 20 }]) {
      const { raw } = await raw5({ properties });
      raw.send(publish({ topic: 'nowhere' }));
      const ack = await raw.next();
      expect(ack).toMatchObject({ cmd: 'puback', reasonCode: 0x90 });
      expect(ack).not.toHaveProperty('properties.reasonString');
      raw.socket.destroy();
    }
  });

  it('go with the end of a connection: taken over, token ended, keep alive', async () => {
    const { accessToken: username, assetId } = await portal.anAsset();
    const first = new RawMqtt(portal.mqttPort, 5);
    expect(await first.connect({ username, clientId: 'same' })).toBe(0);
    const second = new RawMqtt(portal.mqttPort, 5);
    expect(await second.connect({ username, clientId: 'same' })).toBe(0);
    await expectGoodbye(first, 0x8e);
    await admin.post(`/api/assets/${assetId}/token`);
    await expectGoodbye(second, 0x98);
    const { raw } = await raw5({ keepalive: 1 });
    await expectGoodbye(raw, 0x8d);
  });

  it('go with the end of the portal', async () => {
    const own = await startPortal();
    const { accessToken: username } = await own.anAsset();
    const raw = new RawMqtt(own.mqttPort, 5);
    expect(await raw.connect({ username })).toBe(0);
    raw.send({ cmd: 'pingreq' });
    expect((await raw.next())?.cmd).toBe('pingresp');
    await Promise.all([own.close(), expectGoodbye(raw, 0x8b)]);
  });
});

describe('topic aliases', () => {
  it('stand for their topic on their connection', async () => {
    const { raw, assetId } = await raw5();
    raw.send(publish({ properties: { topicAlias: 7 }, payload: '{"ts":1,"values":{"a":1}}' }));
    raw.send(publish({ topic: '', properties: { topicAlias: 7 }, payload: '{"ts":2,"values":{"a":2}}', messageId: 2 }));
    // The one that makes the data item is on disk after the other, and acknowledged before it all the same.
    for (const messageId of [1, 2]) expect(await raw.next()).toMatchObject({ cmd: 'puback', messageId });
    expect(await pointsOf(admin, assetId, 'a')).toEqual([
      [1, 1],
      [2, 2],
    ]);
    raw.socket.destroy();
  });

  it('beyond the limit, or that stand for nothing, end it with their reason', async () => {
    for (const fields of [{ properties: { topicAlias: 101 } }, { topic: '', properties: { topicAlias: 3 } }]) {
      const { raw } = await raw5();
      raw.send(publish(fields));
      await expectGoodbye(raw, 0x94);
    }
  });
});

describe('what a device of MQTT 5 says it can take', () => {
  it('bounds what is on its way to it; the rest follows its acknowledgements', async () => {
    const { raw, assetId } = await raw5({ properties: { receiveMaximum: 1 } });
    raw.send({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [{ topic: 'v1/devices/me/rpc/request/+', qos: 1 }],
      properties: { subscriptionIdentifier: 9 },
    });
    expect((await raw.next())?.cmd).toBe('suback');
    const command = (name: string) => JSON.stringify({ module: 'pump', command: name });
    const sent = ['start', 'stop'].map((name) => ({
      assetId,
      commandDefinitionId: 0,
      command: command(name),
      expiration: 60,
    }));
    expect((await admin.post('/api/commands', sent)).status).toBe(200);
    const first = (await raw.next()) as Extract<Packet, { cmd: 'publish' }>;
    expect(JSON.parse(String(first.payload))).toMatchObject({ method: 'pump.start' });
    expect(first.properties).toMatchObject({ subscriptionIdentifier: 9, messageExpiryInterval: 60 });
    raw.send({ cmd: 'pingreq' });
    expect((await raw.next())?.cmd).toBe('pingresp');
    raw.send({ cmd: 'puback', messageId: first.messageId as number });
    const second = (await raw.next()) as Extract<Packet, { cmd: 'publish' }>;
    expect(JSON.parse(String(second.payload))).toMatchObject({ method: 'pump.stop' });
    raw.socket.destroy();
  });

  it('keeps packets from it that are too large for it', async () => {
    const { raw, assetId } = await raw5({ properties: { maximumPacketSize: 200 } });
    raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: ATTRIBUTES, qos: 1 }] });
    expect((await raw.next())?.cmd).toBe('suback');
    const set = (attributeValue: string) =>
      admin.put(`/api/assets/${assetId}/attributes`, { attributeName: 'note', attributeValue });
    await set('x'.repeat(500));
    await set('short');
    expect(String(((await raw.next()) as { payload: Buffer }).payload)).toBe('{"note":"short"}');
    raw.socket.destroy();
  });
});

describe('hostile packets of MQTT 5', () => {
  /** PUBLISH to topic `t` at QoS 0 with these bytes of properties and no payload. */
  const withProperties = (...bytes: number[]) =>
    Uint8Array.of(0x30, 3 + 1 + bytes.length, 0, 1, 0x74, bytes.length, ...bytes);

  it.each([
    ['alias 0', withProperties(0x23, 0, 0), [0x94, 0x81]],
    ['a property that there is none of', withProperties(0x7f, 1), [0x81, 0x82]],
    ['a length of properties beyond the packet', Uint8Array.of(0x30, 5, 0, 1, 0x74, 0x7f, 1), [0x81, 0x82]],
    ['a packet type of 0', Uint8Array.of(0x00, 0), [0x81, 0x82]],
    ['a packet of more than it may', Uint8Array.of(0x32, 0xff, 0xff, 0xff, 0x7f), [0x95]],
    ['a second CONNECT', undefined, [0x82]],
    ['AUTH out of nowhere', Uint8Array.of(0xf0, 2, 0x18, 0), [0x82, 0x81]],
    ['subscription identifier 0', Uint8Array.of(0x82, 9, 0, 1, 2, 0x0b, 0, 0, 1, 0x74, 0), [0x82, 0x81]],
  ])('%s ends the connection with a reason, and nothing else', async (_name, bytes, reasonCodes) => {
    const { raw } = await raw5();
    if (bytes) raw.sendBytes(bytes);
    else raw.send({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 5, clean: true, keepalive: 1, clientId: 'x' });
    const last = await raw.next();
    expect(last?.cmd).toBe('disconnect');
    expect(reasonCodes).toContain((last as { reasonCode: number }).reasonCode);
    await raw.closed;
    expect((await admin.get('/api/health')).status).toBe(200);
  });

  it('out of order before a CONNECT end the connection', async () => {
    for (const packet of [
      publish({}),
      { cmd: 'pingreq' },
      { cmd: 'pubrel', messageId: 1 },
      { cmd: 'auth', reasonCode: 0 },
    ]) {
      const raw = new RawMqtt(portal.mqttPort, 5);
      raw.send(packet as Packet);
      await raw.closed;
    }
  });

  it('acknowledgements of what was never sent, and releases of what never came, harm nothing', async () => {
    const { raw, assetId } = await raw5();
    raw.send({ cmd: 'puback', messageId: 9 });
    raw.send({ cmd: 'pubrec', messageId: 9 });
    expect((await raw.next())?.cmd).toBe('pubrel');
    raw.send({ cmd: 'pubcomp', messageId: 9 });
    raw.send({ cmd: 'pubrel', messageId: 9 });
    expect((await raw.next())?.cmd).toBe('pubcomp');
    raw.send(publish({ payload: '{"ts":5,"values":{"a":5}}' }));
    expect((await raw.next())?.cmd).toBe('puback');
    expect(await pointsOf(admin, assetId, 'a')).toEqual([[5, 5]]);
    raw.socket.destroy();
  });

  it('full of user properties are taken, stored as nothing of theirs, and hold up nobody', async () => {
    const { raw, assetId } = await raw5();
    const other = await raw5();
    const bomb = Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`k${i}`, `v${i}`]));
    for (let messageId = 1; messageId <= 3; messageId++) {
      raw.send(
        publish({ messageId, properties: { userProperties: bomb }, payload: `{"ts":${messageId},"values":{"a":1}}` }),
      );
    }
    other.raw.send(publish({}));
    expect((await other.raw.next())?.cmd).toBe('puback');
    for (let n = 0; n < 3; n++) expect((await raw.next())?.cmd).toBe('puback');
    expect(await pointsOf(admin, assetId, 'a')).toHaveLength(3);
    const { body } = await admin.get<unknown[]>(`/api/assets/${assetId}/attributes`);
    expect(JSON.stringify(body)).not.toContain('k1');
    raw.socket.destroy();
    other.raw.socket.destroy();
  });
});

describe('the WebSocket of devices', () => {
  it('is for MQTT alone, and needs a token like any other way in', async () => {
    await expect(connectDeviceByWebSocket(portal, 'unknown')).rejects.toMatchObject({ code: 4 });
    const plain = new WebSocket(`ws://127.0.0.1:${portal.httpPort}/device-mqtt`);
    plain.addEventListener('error', () => undefined);
    await once(plain, 'close');
    const elsewhere = new WebSocket(`ws://127.0.0.1:${portal.httpPort}/device-mqtt/x`, 'mqtt');
    elsewhere.addEventListener('error', () => undefined);
    await once(elsewhere, 'close');
  });

  it('closes when its first packet is larger than a CONNECT may be', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${portal.httpPort}/device-mqtt`, 'mqtt');
    await once(socket, 'open');
    socket.send(Uint8Array.of(0x10, 0xff, 0xff, 0xff, 0x7f));
    await once(socket, 'close');
  });
});

describe('mosquitto_pub', () => {
  beforeAll(() => needs('mosquitto_pub', 'mosquitto-clients'));

  it.each(['mqttv31', 'mqttv311', '5'])('-V %s is acknowledged and stored', async (version) => {
    const { assetId, accessToken } = await portal.anAsset();
    const words = ['-h', '127.0.0.1', '-p', `${portal.mqttPort}`, '-u', accessToken, '-q', '1', '-V', version];
    const child = spawn('mosquitto_pub', [...words, '-t', TELEMETRY, '-m', '{"ts":1000,"values":{"level":4.2}}']);
    expect((await once(child, 'exit'))[0]).toBe(0);
    expect(await pointsOf(admin, assetId, 'level')).toEqual([[1_000, 4.2]]);
  });
});

/** Finds the program, or installs its package. */
function needs(program: string, debianPackage: string): void {
  if (spawnSync(program, ['--help']).error === undefined) return;
  const installed = spawnSync('apt-get', ['install', '-y', '-qq', debianPackage], { stdio: 'ignore' });
  if (installed.status !== 0) throw new Error(`This test needs ${program}: install the package ${debianPackage}.`);
}
