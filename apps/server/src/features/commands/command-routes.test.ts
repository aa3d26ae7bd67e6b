import type { commands } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice, nextMessage } from '#testing/device-client.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

const RPC = 'v1/devices/me/rpc/request/+';
const command = JSON.stringify({ module: 'pump', command: 'start', parameter: { speed: 50 } });

let portal: Portal;
let world: TwoUnits;
let clock: TestClock;

beforeAll(async () => {
  clock = new TestClock();
  portal = await startPortal({ clock });
  world = await buildTwoUnits(portal);
});
afterAll(() => portal.close());

async function send(assetId: number, more: object = {}): Promise<commands.Command> {
  const opA = await portal.as('opA');
  const reply = await opA.post<commands.Command[]>('/api/commands', [{ assetId, command, ...more }]);
  expect(reply.status).toBe(200);
  return reply.body[0] as commands.Command;
}

async function stateOf(commandId: number): Promise<commands.Command> {
  return (await (await portal.as('opA')).get<commands.Command>(`/api/commands/${commandId}`)).body;
}

describe('sending a command', () => {
  it('needs the permission and the asset in sight; one that is not spoils all (B7, B8)', async () => {
    const viewer = await portal.as('viewA');
    expect((await viewer.post('/api/commands', [{ assetId: world.a1.assetId, command }])).status).toBe(403);
    const operator = await portal.as('opA');
    const mixed = [world.a1.assetId, world.b1.assetId].map((assetId) => ({ assetId, command }));
    expect((await operator.post('/api/commands', mixed)).status).toBe(404);
    const list = await operator.get<{ total: number }>(`/api/ef/assets/${world.a1.assetId}/commands`);
    expect(list.body.total).toBe(0);
    expect((await operator.get(`/api/ef/assets/${world.b1.assetId}/commands`)).status).toBe(404);
  });

  it.each([
    ['no JSON', 'start'],
    ['no module', '{"command":"start"}'],
    ['a module that is no text', '{"module":1,"command":"start"}'],
  ])('with %s is 400', async (_name, text) => {
    const operator = await portal.as('opA');
    const reply = await operator.post('/api/commands', [{ assetId: world.a1.assetId, command: text }]);
    expect(reply.status).toBe(400);
  });

  it('with an expiration out of range is 400', async () => {
    const operator = await portal.as('opA');
    for (const expiration of [0, -1, 1.5, '900']) {
      const body = [{ assetId: world.a1.assetId, command, expiration }];
      expect((await operator.post('/api/commands', body)).status).toBe(400);
    }
  });
});

describe('a command', () => {
  it('goes at once to a device that listens, and its answer is kept', async () => {
    const device = await connectDevice(portal, world.a1.accessToken);
    await device.subscribeAsync(RPC, { qos: 1 });
    const arrived = nextMessage(device);
    const { commandId, state } = await send(world.a1.assetId, { expiration: 900 });
    expect(state).toBe('queued');
    expect(await arrived).toEqual({
      topic: `v1/devices/me/rpc/request/${commandId}`,
      body: { method: 'pump.start', params: { speed: 50 } },
    });
    await expect.poll(async () => (await stateOf(commandId)).state).toBe('delivered');
    await device.publishAsync(`v1/devices/me/rpc/response/${commandId}`, '{"ok":true}', { qos: 1 });
    expect(await stateOf(commandId)).toMatchObject({ state: 'answered', answer: '{"ok":true}', username: 'opA' });
    await device.publishAsync(`v1/devices/me/rpc/response/${commandId}`, '{"ok":"again"}', { qos: 1 });
    expect((await stateOf(commandId)).answer).toBe('{"ok":true}');
    await device.endAsync();
  });

  it('shows when it was delivered also when its device answers before it acknowledges', async () => {
    const device = await connectDevice(portal, world.a1.accessToken);
    await device.subscribeAsync(RPC, { qos: 1 });
    device.handleMessage = (packet, acknowledge) => {
      const [commandId] = packet.topic.split('/').slice(-1);
      device.publish(`v1/devices/me/rpc/response/${commandId}`, '{"ok":true}', () => acknowledge());
    };
    const { commandId } = await send(world.a1.assetId);
    await expect.poll(async () => (await stateOf(commandId)).state).toBe('answered');
    expect((await stateOf(commandId)).delivered).toEqual(expect.any(String));
    await device.endAsync();
  });

  it('has failed when the device answers with an error', async () => {
    const device = await connectDevice(portal, world.a1.accessToken);
    await device.subscribeAsync(RPC);
    const arrived = nextMessage(device);
    const { commandId } = await send(world.a1.assetId);
    await arrived;
    await device.publishAsync(`v1/devices/me/rpc/response/${commandId}`, '{"error":"stuck"}', { qos: 1 });
    expect(await stateOf(commandId)).toMatchObject({ state: 'failed', answer: '{"error":"stuck"}' });
    await device.endAsync();
  });

  it('takes no answer from another device', async () => {
    const { commandId } = await send(world.a1.assetId);
    const other = await connectDevice(portal, world.a2.accessToken);
    await other.publishAsync(`v1/devices/me/rpc/response/${commandId}`, '{"ok":true}', { qos: 1 });
    await other.publishAsync('v1/devices/me/rpc/response/__proto__', '{"ok":true}', { qos: 1 });
    expect((await stateOf(commandId)).state).toBe('queued');
    await other.endAsync();
  });

  it('waits for its device, across a restart too, and comes once per connection (R30)', async () => {
    const { commandId } = await send(world.a2.assetId);
    await portal.restart();
    expect((await stateOf(commandId)).state).toBe('queued');
    const device = await connectDevice(portal, world.a2.accessToken);
    const heard: string[] = [];
    device.on('message', (topic) => heard.push(topic));
    await device.subscribeAsync(RPC, { qos: 1 });
    await device.subscribeAsync(['v1/devices/me/attributes'], { qos: 1 });
    await expect.poll(async () => (await stateOf(commandId)).state).toBe('delivered');
    await device.endAsync();
    const again = await connectDevice(portal, world.a2.accessToken);
    again.on('message', (topic) => heard.push(topic));
    await again.subscribeAsync(RPC, { qos: 1 });
    await again.publishAsync('v1/devices/me/telemetry', '{"a":1}', { qos: 1 });
    expect(heard).toEqual([`v1/devices/me/rpc/request/${commandId}`]);
    await again.endAsync();
  });

  it('is not delivered after it expired, and says so (R30)', async () => {
    const asset = await portal.anAsset();
    const admin = await portal.as('admin');
    const reply = await admin.post<commands.Command[]>('/api/commands', [
      { assetId: asset.assetId, command, expiration: 900 },
    ]);
    const commandId = reply.body[0]?.commandId ?? 0;
    clock.advance(901_000);
    const device = await connectDevice(portal, asset.accessToken);
    const heard: string[] = [];
    device.on('message', (topic) => heard.push(topic));
    await device.subscribeAsync(RPC, { qos: 1 });
    await expect
      .poll(async () => (await admin.get<commands.Command>(`/api/commands/${commandId}`)).body.state, {
        timeout: 5_000,
      })
      .toBe('expired');
    expect(heard).toEqual([]);
    await device.endAsync();
  });

  it('is in the journal with who sent it', async () => {
    const admin = await portal.as('admin');
    const { body } = await admin.get<{ entries: { what: string; user: string }[] }>(
      '/api/journal?kind=command&limit=1000',
    );
    expect(body.entries.some(({ what, user }) => /command \d+ sent/.test(what) && user === 'opA')).toBe(true);
    expect(body.entries.some(({ what, user }) => /command \d+ answered/.test(what) && user === 'device A1')).toBe(true);
  });
});

describe('attributes', () => {
  it('that a device asks for are answered, those of people excepted', async () => {
    const admin = await portal.as('admin');
    const path = `/api/assets/${world.a1.assetId}/attributes`;
    for (const [attributeName, attributeValue] of [
      ['Interval', '5'],
      ['PatientInfo', '{"state":"ill"}'],
    ]) {
      expect((await admin.put(path, { attributeName, attributeValue })).status).toBe(200);
    }
    const device = await connectDevice(portal, world.a1.accessToken);
    await device.subscribeAsync('v1/devices/me/attributes/response/+');
    const answer = nextMessage(device);
    const keys = { clientKeys: 'interval,missing', sharedKeys: 'Interval,PatientInfo' };
    await device.publishAsync('v1/devices/me/attributes/request/7', JSON.stringify(keys), { qos: 1 });
    expect(await answer).toEqual({
      topic: 'v1/devices/me/attributes/response/7',
      body: { client: { interval: 5 }, shared: { Interval: 5 } },
    });
    await device.endAsync();
  });
});
