import { once } from 'node:events';
import type { assets, commands } from '@telltale/contract';
import sparkplug from 'sparkplug-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { double, TestEdge } from '#testing/sparkplug-edge.ts';

let portal: Portal;
let admin: PortalClient;
let accessToken: string;
let edge: TestEdge;

beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.as('admin');
  accessToken = (await admin.post<{ accessToken: string }>('/api/gateways', { name: 'G' })).body.accessToken;
  edge = await TestEdge.connect(portal, accessToken, 'Plant', 'E');
  await edge.listens();
  await edge.nodeBirth([
    double('Uptime', 1, { alias: 90 }),
    { name: 'Node Control/Rebirth', type: 'Boolean', value: false },
  ]);
  await edge.publish('DBIRTH', 'pump', [
    double('Setpoint', 40, { alias: 7 }),
    { name: 'Count', type: 'Int32', value: -5 },
    { name: 'Valve/Open', type: 'Boolean', value: false, alias: 8 },
  ]);
});
afterAll(async () => {
  await edge.client.endAsync();
  await portal.close();
});

async function assetIdOf(serialNumber: string): Promise<number> {
  const { body } = await admin.get<assets.Asset[]>('/api/ef/assets');
  return body.find((asset) => asset.serialNumber === serialNumber)?.assetId ?? 0;
}

async function send(serialNumber: string, module: string, command: string, parameter?: unknown): Promise<number> {
  const text = JSON.stringify({ module, command, ...(parameter === undefined ? {} : { parameter }) });
  const body = [{ assetId: await assetIdOf(serialNumber), command: text }];
  const reply = await admin.post<commands.Command[]>('/api/commands', body);
  expect(reply.status).toBe(200);
  return reply.body[0]?.commandId ?? 0;
}

const stateOf = async (commandId: number) => (await admin.get<commands.Command>(`/api/commands/${commandId}`)).body;

/** The command that the edge hears next. */
async function heard(act: () => Promise<number>) {
  const before = edge.commands.length;
  const commandId = await act();
  await expect.poll(() => edge.commands.length).toBe(before + 1);
  const { topic, payload } = edge.commands[before] ?? {};
  return { commandId, topic, metrics: payload?.metrics ?? [], payload };
}

describe('a command to a Sparkplug device', () => {
  it('is a DCMD with the alias and the data type of the birth, delivered when it is acknowledged', async () => {
    const { commandId, topic, metrics, payload } = await heard(() => send('pump', 'metric', 'Setpoint', 55));
    expect(topic).toBe('spBv1.0/Plant/DCMD/E/pump');
    expect(metrics).toMatchObject([{ type: 'Double', value: 55 }]);
    expect(Number(metrics[0]?.alias)).toBe(7);
    expect(metrics[0]?.name).toBeFalsy();
    expect(Number(payload?.timestamp)).toBeGreaterThan(0);
    await expect.poll(async () => (await stateOf(commandId)).state).toBe('delivered');
  });

  it('names the metric where the birth gave no alias', async () => {
    const { metrics } = await heard(() => send('pump', 'metric', 'Count', -9));
    expect(metrics).toMatchObject([{ name: 'Count', type: 'Int32', value: -9 }]);
  });

  it('is named by module and command too, and a switch needs no parameter', async () => {
    const { metrics } = await heard(() => send('pump', 'Valve', 'Open'));
    expect(metrics).toMatchObject([{ type: 'Boolean', value: true }]);
    expect(Number(metrics[0]?.alias)).toBe(8);
  });

  it('is a switch that is pressed, too, when a template without a form says it', async () => {
    const { metrics } = await heard(() => send('pump', 'Valve', 'Open', {}));
    expect(metrics).toMatchObject([{ type: 'Boolean', value: true }]);
  });

  it('writes several metrics at once', async () => {
    const { metrics } = await heard(() => send('pump', 'metric', 'write', { Setpoint: 1.5, 'Valve/Open': false }));
    expect(metrics.map(({ alias, value }) => [Number(alias), value])).toEqual([
      [7, 1.5],
      [8, false],
    ]);
  });

  it.each([
    ['a metric that no birth named', 'metric', '__proto__', 1, "The last birth names no metric '__proto__'."],
    ['a value of another type', 'metric', 'Setpoint', 'much', "The metric 'Setpoint' takes numbers."],
    ['a value beyond its bits', 'metric', 'Count', 2 ** 40, "The metric 'Count' takes whole numbers of 32 bits."],
    ['nothing to write', 'metric', 'write', {}, 'A command writes 1 to 1000 metrics.'],
    [
      'metrics of node and device',
      'metric',
      'write',
      { Setpoint: 1, 'Node Control/Rebirth': true },
      'Metrics of the node and of its device cannot be written by one command.',
    ],
  ])('with %s fails with its reason, and nothing is sent', async (_, module, command, parameter, reason) => {
    const before = edge.commands.length;
    const commandId = await send('pump', module, command, parameter);
    await expect.poll(async () => (await stateOf(commandId)).state).toBe('failed');
    expect((await stateOf(commandId)).answer).toBe(JSON.stringify({ error: reason }));
    expect(edge.commands.length).toBe(before);
  });

  it('reaches the node as NCMD, by the alias of its own birth', async () => {
    const uptime = await heard(() => send('E', 'metric', 'Uptime', 0));
    expect(uptime.topic).toBe('spBv1.0/Plant/NCMD/E');
    expect(Number(uptime.metrics[0]?.alias)).toBe(90);
    const rebirth = await heard(() => send('E', 'Node Control', 'Rebirth'));
    expect(rebirth.topic).toBe('spBv1.0/Plant/NCMD/E');
    expect(rebirth.metrics).toMatchObject([{ name: 'Node Control/Rebirth', type: 'Boolean', value: true }]);
  });

  it('is verified by the next data that holds the metric, and not by others', async () => {
    const { commandId } = await heard(() => send('pump', 'metric', 'Setpoint', 61.5));
    await expect.poll(async () => (await stateOf(commandId)).state).toBe('delivered');
    expect((await stateOf(commandId)).effect).toMatchObject({
      label: 'Setpoint',
      expected: 61.5,
      before: { value: 40 },
      after: null,
    });
    await edge.publish('DDATA', 'pump', [{ name: 'Count', type: 'Int32', value: 3 }]);
    await edge.publish('DDATA', 'pump', [{ alias: 7, type: 'Double', value: 60 }]);
    expect((await stateOf(commandId)).state).toBe('delivered');
    await edge.publish('DDATA', 'pump', [{ alias: 7, type: 'Double', value: 61.5 }]);
    await expect.poll(async () => (await stateOf(commandId)).state).toBe('verified');
    const { effect, ended } = await stateOf(commandId);
    expect(effect?.after?.value).toBe(61.5);
    expect(ended).toEqual(expect.any(String));
  });

  it('has no effect when its metric does not take the value in time', async () => {
    const { commandId } = await heard(() => send('pump', 'Valve', 'Open'));
    await expect.poll(async () => (await stateOf(commandId)).state).toBe('delivered');
    await edge.publish('DDATA', 'pump', [{ alias: 8, type: 'Boolean', value: false }]);
    portal.clock.advance(61_000);
    await expect.poll(async () => (await stateOf(commandId)).state).toBe('no effect');
    expect((await stateOf(commandId)).effect).toMatchObject({ expected: 1, after: { value: 0 } });
  });

  it('waits for a device that has died, and goes once it is born again', async () => {
    await edge.publish('DBIRTH', 'sleeper', [double('Level', 1)]);
    await edge.publish('DDEATH', 'sleeper', []);
    const commandId = await send('sleeper', 'metric', 'Level', 2);
    expect((await stateOf(commandId)).state).toBe('queued');
    const { topic } = await heard(async () => {
      await edge.publish('DBIRTH', 'sleeper', [double('Level', 1)]);
      return commandId;
    });
    expect(topic).toBe('spBv1.0/Plant/DCMD/E/sleeper');
  });

  it('reaches an edge made with the sparkplug-client library, which does it', async () => {
    const client = sparkplug.newClient({
      serverUrl: `mqtt://127.0.0.1:${portal.mqttPort}`,
      username: accessToken,
      password: '',
      groupId: 'Library',
      edgeNode: 'LE',
      clientId: 'library',
      version: 'spBv1.0',
    });
    await once(client, 'birth');
    client.on('dcmd', (device: string, payload: { metrics?: { alias?: unknown; value?: unknown }[] | null }) => {
      const [metric] = payload.metrics ?? [];
      client.publishDeviceData(device, {
        timestamp: Date.now(),
        metrics: [{ name: 'Target', type: 'Double', value: Number(metric?.value) }],
      });
    });
    client.publishNodeBirth({ timestamp: Date.now(), metrics: [double('Uptime', 1)] });
    client.publishDeviceBirth('lib-pump', { timestamp: Date.now(), metrics: [double('Target', 1, { alias: 3 })] });
    await expect.poll(() => assetIdOf('lib-pump')).toBeGreaterThan(0);
    await send('lib-pump', 'metric', 'Target', 12.5);
    const assetId = await assetIdOf('lib-pump');
    await expect
      .poll(async () => (await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`)).body[0]?.value)
      .toBe(12.5);
    client.stop();
  });
});

it('asks an edge for its births when it speaks of a device that was never born', async () => {
  const stranger = await TestEdge.connect(portal, accessToken, 'Plant', 'Stranger');
  await stranger.listens();
  await stranger.publish('DDATA', 'foundling', [double('Level', 3)]);
  await expect.poll(() => stranger.commands.length).toBe(1);
  expect(stranger.commands[0]?.payload.metrics).toMatchObject([{ name: 'Node Control/Rebirth', value: true }]);
  await stranger.client.endAsync();
});
