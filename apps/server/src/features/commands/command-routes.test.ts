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
    [
      'more levels than any screen could show',
      `{"module":"a","command":"b","parameter":${'['.repeat(65)}${']'.repeat(65)}}`,
    ],
    ['no module', '{"command":"start"}'],
    ['a module that is no text', '{"module":1,"command":"start"}'],
    ['a module that holds a line end', JSON.stringify({ module: 'pump\n', command: 'start' })],
    ['a command that reads backwards', JSON.stringify({ module: 'pump', command: '\u202etrats' })],
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

  it.each(['{"error":"stuck"}', '{"success":false,"message":"stuck"}'])(
    'has failed when the device answers %s',
    async (answer) => {
      const device = await connectDevice(portal, world.a1.accessToken);
      await device.subscribeAsync(RPC);
      const arrived = nextMessage(device);
      const { commandId } = await send(world.a1.assetId);
      await arrived;
      await device.publishAsync(`v1/devices/me/rpc/response/${commandId}`, answer, { qos: 1 });
      expect(await stateOf(commandId)).toMatchObject({ state: 'failed', answer });
      await device.endAsync();
    },
  );

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
      .poll(async () => (await admin.get<commands.Command>(`/api/commands/${commandId}`)).body.state)
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

describe('an answer', () => {
  it('that comes after the command had expired is kept as late, and one after another as repeated', async () => {
    const mute = await connectDevice(portal, world.a1.accessToken);
    const heard = Promise.withResolvers<void>();
    // Never acknowledged: whether it arrived is not known.
    mute.handleMessage = () => heard.resolve();
    await mute.subscribeAsync(RPC, { qos: 1 });
    const { commandId } = await send(world.a1.assetId, { expiration: 60 });
    await heard.promise;
    mute.end(true);
    expect((await stateOf(commandId)).state).toBe('sent');
    clock.advance(61_000);
    await expect.poll(async () => (await stateOf(commandId)).state).toBe('expired');
    const device = await connectDevice(portal, world.a1.accessToken);
    const topic = `v1/devices/me/rpc/response/${commandId}`;
    await device.publishAsync(topic, '{"ok":1}', { qos: 1 });
    await device.publishAsync(topic, '{"ok":2}', { qos: 1 });
    expect(await stateOf(commandId)).toMatchObject({
      state: 'expired',
      answer: null,
      furtherAnswers: [
        { answer: '{"ok":1}', kind: 'late' },
        { answer: '{"ok":2}', kind: 'late' },
      ],
    });
    await device.endAsync();

    const other = await connectDevice(portal, world.a2.accessToken);
    await other.subscribeAsync(RPC, { qos: 1 });
    const arrived = nextMessage(other);
    const second = (await send(world.a2.assetId)).commandId;
    await arrived;
    for (const answer of ['{"ok":true}', '{"error":"no"}', '"x"']) {
      await other.publishAsync(`v1/devices/me/rpc/response/${second}`, answer, { qos: 1 });
    }
    expect(await stateOf(second)).toMatchObject({
      state: 'answered',
      answer: '{"ok":true}',
      furtherAnswers: [
        { answer: '{"error":"no"}', kind: 'repeated' },
        { answer: '"x"', kind: 'repeated' },
      ],
    });
    await other.endAsync();
  });
});

describe('a command that went out', () => {
  it('is not sent again by itself, whether its connection breaks or the portal starts again', async () => {
    const asset = await portal.anAsset();
    const admin = await portal.as('admin');
    const heard: string[] = [];
    const listen = async () => {
      const device = await connectDevice(portal, asset.accessToken);
      device.handleMessage = (packet, acknowledge) => {
        heard.push(packet.topic);
        if (heard.length > 1) acknowledge();
      };
      await device.subscribeAsync(RPC, { qos: 1 });
      return device;
    };
    const order = [{ assetId: asset.assetId, command }];
    const first = await listen();
    const [sent] = (await admin.post<commands.Command[]>('/api/commands', order)).body;
    const read = async () => (await admin.get<commands.Command>(`/api/commands/${sent?.commandId}`)).body;
    await expect.poll(() => heard.length).toBe(1);
    first.stream.destroy();
    const second = await listen();
    await second.publishAsync('v1/devices/me/telemetry', '{"a":1}', { qos: 1 });
    expect(await read()).toMatchObject({ state: 'sent', sent: expect.any(String), delivered: null });
    await second.endAsync();
    await portal.restart();
    const third = await listen();
    // What the operator sends anew is another command, which goes out at once.
    const [again] = (await admin.post<commands.Command[]>('/api/commands', order)).body;
    await expect.poll(() => heard.length).toBe(2);
    expect(heard).toEqual([sent, again].map((one) => `v1/devices/me/rpc/request/${one?.commandId}`));
    expect((await read()).state).toBe('sent');
    await third.endAsync();
  });
});

describe('a command that names its data item', () => {
  async function aDevice() {
    const device = await connectDevice(portal, world.a1.accessToken);
    await device.subscribeAsync(RPC, { qos: 1 });
    await device.publishAsync('v1/devices/me/telemetry', '{"Speed":10,"Other":1}', { qos: 1 });
    const slots = [...(portal.context.registry.find(world.a1.assetId)?.slots() ?? [])];
    const dataItemId = slots.find(({ label }) => label === 'Speed')?.dataItemId ?? 0;
    return { device, dataItemId };
  }

  it('is verified by the value that was recorded after it, and stays answered until then', async () => {
    const { device, dataItemId } = await aDevice();
    const arrived = nextMessage(device);
    const { commandId } = await send(world.a1.assetId, { effect: { dataItemId, expected: 50, within: 30 } });
    await arrived;
    await device.publishAsync(`v1/devices/me/rpc/response/${commandId}`, '{"ok":true}', { qos: 1 });
    expect((await stateOf(commandId)).state).toBe('answered');
    await device.publishAsync('v1/devices/me/telemetry', '{"Other":50}', { qos: 1 });
    await device.publishAsync('v1/devices/me/telemetry', '{"ts":1000,"values":{"Speed":50}}', { qos: 1 });
    expect((await stateOf(commandId)).state).toBe('answered');
    await device.publishAsync('v1/devices/me/telemetry', '{"Speed":50}', { qos: 1 });
    await expect.poll(async () => (await stateOf(commandId)).state).toBe('verified');
    expect(await stateOf(commandId)).toMatchObject({
      answer: '{"ok":true}',
      effect: { label: 'Speed', expected: 50, within: 30, before: { value: 10 }, after: { value: 50 } },
    });
    const attributeValue = JSON.stringify({ [String(dataItemId)]: 'Pump speed' });
    const admin = await portal.as('admin');
    await admin.put(`/api/assets/${world.a1.assetId}/attributes`, { attributeName: 'aliasMap', attributeValue });
    expect(await stateOf(commandId)).toMatchObject({ effect: { label: 'Pump speed' } });
    await admin.delete(`/api/assets/${world.a1.assetId}/attributes/aliasMap`);
    await device.endAsync();
  });

  it('has no effect when nothing moves in time, also across a restart', async () => {
    const { device, dataItemId } = await aDevice();
    const arrived = nextMessage(device);
    const { commandId } = await send(world.a1.assetId, { effect: { dataItemId, within: 30 } });
    await arrived;
    await expect.poll(async () => (await stateOf(commandId)).state).toBe('delivered');
    await device.endAsync();
    await portal.restart();
    clock.advance(31_000);
    await expect.poll(async () => (await stateOf(commandId)).state).toBe('no effect');
    expect((await stateOf(commandId)).effect).toMatchObject({ before: { value: 10 }, after: null });
  });

  it('tells when its first answer came, before its verdict or after it', async () => {
    const { device, dataItemId } = await aDevice();
    clock.stop();
    const answer = (commandId: number) =>
      device.publishAsync(`v1/devices/me/rpc/response/${commandId}`, '{"ok":true}', { qos: 1 });
    const order = async () => {
      const arrived = nextMessage(device);
      const { commandId } = await send(world.a1.assetId, { effect: { dataItemId, expected: 77, within: 30 } });
      await arrived;
      await expect.poll(async () => (await stateOf(commandId)).state).toBe('delivered');
      expect(await stateOf(commandId)).toMatchObject({ answer: null, answered: null });
      return commandId;
    };
    const [early, late] = [await order(), await order()];
    const askedMs = clock.now();
    await answer(early);
    clock.advance(31_000);
    for (const one of [early, late]) await expect.poll(async () => (await stateOf(one)).state).toBe('no effect');
    const endedMs = clock.now();
    clock.advance(5_000);
    await answer(late);
    const timesOf = async (commandId: number) => {
      const { ended, answered } = await stateOf(commandId);
      return [ended, answered].map((time) => Date.parse(time ?? ''));
    };
    expect(await timesOf(early)).toEqual([endedMs, askedMs]);
    expect(await timesOf(late)).toEqual([endedMs, endedMs + 5_000]);
    clock.goOn();
    await device.endAsync();
  });

  it('has failed when the device says so, whatever moves afterwards', async () => {
    const { device, dataItemId } = await aDevice();
    const arrived = nextMessage(device);
    const { commandId } = await send(world.a1.assetId, { effect: { dataItemId, expected: 77 } });
    await arrived;
    await device.publishAsync(`v1/devices/me/rpc/response/${commandId}`, '{"error":"stuck"}', { qos: 1 });
    await device.publishAsync('v1/devices/me/telemetry', '{"Speed":77}', { qos: 1 });
    expect((await stateOf(commandId)).state).toBe('failed');
    await device.endAsync();
  });

  it('must name one that its asset has', async () => {
    const operator = await portal.as('opA');
    const body = [{ assetId: world.a1.assetId, command, effect: { dataItemId: 999_999 } }];
    expect((await operator.post('/api/commands', body)).status).toBe(404);
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
