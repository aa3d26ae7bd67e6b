import type { assets } from '@telltale/contract';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { heardOn, say } from '#testing/device-conversation.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

/*
 * A session packet by packet as ThingsBoard's SDK for Python has it (TBDeviceMqttClient 1.13): MQTT 5 without a client id, a
 * SUBSCRIBE for each topic, at once the question of how much may be sent, everything at QoS 1, telemetry always in a list.
 */

const ME = 'v1/devices/me';
const TOPICS = ['attributes', 'attributes/response/+', 'rpc/request/+', 'rpc/response/+'].map(
  (part) => `${ME}/${part}`,
);

let portal: Portal;
let admin: PortalClient;
beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.as('admin');
});
afterAll(() => portal.close());

/** `connect()`: ready once the SDK knows how much it may send. */
async function connect(accessToken: string): Promise<{ device: MqttClient; limits: unknown }> {
  const device = await connectDevice(portal, accessToken, {
    protocolVersion: 5,
    clientId: '',
    clean: true,
    keepalive: 120,
  });
  for (const topic of TOPICS) {
    const [granted] = await device.subscribeAsync(topic, { qos: 1 });
    expect(granted?.qos).toBe(1);
  }
  const limits = heardOn(device, `${ME}/rpc/response/1`);
  await say(device, `${ME}/rpc/request/1`, { method: 'getSessionLimits', params: { timeout: 5_000 } });
  return { device, limits: JSON.parse((await limits).toString()) };
}

/** `set_server_side_rpc_request_handler`, with a handler that sets what it is told, and `send_rpc_reply`. */
function answerCalls(device: MqttClient, heard: unknown[]): void {
  const start = `${ME}/rpc/request/`;
  device.on('message', (topic, payload) => {
    if (!topic.startsWith(start)) return;
    const call = JSON.parse(payload.toString()) as { method: string; params: { speed: number } };
    heard.push(call);
    void say(device, `${ME}/rpc/response/${topic.slice(start.length)}`, { result: 'ok' }).then(() =>
      say(device, `${ME}/telemetry`, [{ Speed: call.params.speed }]),
    );
  });
}

it('a session of the SDK is told its limits, and commands go round: one is verified, one had no effect', async () => {
  const { assetId, accessToken } = await portal.anAsset();
  const { device, limits } = await connect(accessToken);
  // Of a whole packet, of those on their way, and of time: there is no rate.
  expect(limits).toEqual({ maxPayloadSize: 1_000_000, maxInflightMessages: 65_535, rateLimits: {} });

  await say(device, `${ME}/telemetry`, [
    { ts: portal.clock.now(), values: { Speed: 20 }, metadata: { publishedTs: 1 } },
  ]);
  await say(device, `${ME}/attributes`, { firmware: 'pump 1.2' });
  const answer = heardOn(device, `${ME}/attributes/response/1`);
  await say(device, `${ME}/attributes/request/1`, { clientKeys: 'firmware', sharedKeys: 'uploadFrequency' });
  expect(JSON.parse((await answer).toString())).toEqual({ client: { firmware: 'pump 1.2' }, shared: {} });

  const heard: unknown[] = [];
  answerCalls(device, heard);
  const { body: items } = await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
  expect(items.map(({ label, value }) => [label, value])).toEqual([['Speed', 20]]);
  portal.clock.advance(1_000);
  const command = JSON.stringify({ module: 'pump', command: 'speed', parameter: { speed: 55 } });
  const effect = { dataItemId: items[0]?.dataItemId, expected: 55, within: 30 };
  const { body } = await admin.post<{ commandId: number }[]>('/api/commands', [{ assetId, command, effect }]);
  const stored = async () => (await admin.get(`/api/commands/${body[0]?.commandId}`)).body;
  await expect.poll(stored).toMatchObject({
    state: 'verified',
    answer: '{"result":"ok"}',
    effect: { before: { value: 20 }, after: { value: 55 } },
  });
  expect(heard).toEqual([{ method: 'pump.speed', params: { speed: 55 } }]);

  // It answers as well, and what should move stays where it was.
  portal.clock.advance(1_000);
  const idle = { dataItemId: items[0]?.dataItemId, expected: 70, within: 30 };
  const still = JSON.stringify({ module: 'pump', command: 'ramp', parameter: { speed: 55 } });
  const sent = await admin.post<{ commandId: number }[]>('/api/commands', [{ assetId, command: still, effect: idle }]);
  const second = async () => (await admin.get(`/api/commands/${sent.body[0]?.commandId}`)).body;
  await expect.poll(second).toMatchObject({ state: 'answered', answer: '{"result":"ok"}' });
  portal.clock.advance(31_000);
  await expect.poll(second).toMatchObject({ state: 'no effect', effect: { before: { value: 55 } } });
  await device.endAsync();
});
