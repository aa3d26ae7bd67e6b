import type { AssetId, commandDefinitions, commands } from '@telltale/contract';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice, ended, nextMessage } from '#testing/device-client.ts';
import type { Portal } from '#testing/portal.ts';
import { double, TestEdge } from '#testing/sparkplug-edge.ts';
import { TestClock } from '#testing/test-clock.ts';
import { OPERATOR_PERMISSIONS } from '#testing/two-units.ts';
import { startTwoNodes, type TwoNodes } from '../testing/two-nodes.ts';

const RPC = 'v1/devices/me/rpc/request/+';
const answerTopic = (commandId: number) => `v1/devices/me/rpc/response/${commandId}`;
const command = JSON.stringify({ module: 'pump', command: 'start', parameter: { speed: 50 } });

const clock = new TestClock();
let nodes: TwoNodes;
beforeAll(async () => {
  nodes = await startTwoNodes({ clock });
}, 120_000);
afterAll(() => nodes.close(), 60_000);

/** A client of the administrator at a node. */
const adminAt = async (portal: Portal) => (await nodes.one.as('admin')).at(portal.url);

async function send(at: Portal, assetId: AssetId, more: object = {}): Promise<number> {
  const reply = await (await adminAt(at)).post<commands.Command[]>('/api/commands', [{ assetId, command, ...more }]);
  expect(reply.status, reply.text).toBe(200);
  return reply.body[0]?.commandId ?? 0;
}

async function commandAt(at: Portal, commandId: number): Promise<commands.Command> {
  return (await (await adminAt(at)).get<commands.Command>(`/api/commands/${commandId}`)).body;
}

async function becomesAtBoth(commandId: number, state: commands.CommandState): Promise<void> {
  for (const at of [nodes.one, nodes.two]) {
    await expect.poll(async () => (await commandAt(at, commandId)).state).toBe(state);
  }
}

async function listening(at: Portal, accessToken: string, clientId = 'pump'): Promise<[MqttClient, string[]]> {
  const device = await connectDevice(at, accessToken, { clientId });
  const heard: string[] = [];
  device.on('message', (topic) => heard.push(topic.split('/').at(-1) ?? ''));
  await device.subscribeAsync(RPC, { qos: 1 });
  return [device, heard];
}

/** What every node has in its memory of what waits. */
const waiting = () =>
  nodes.one.context.db.selectFrom('commands').select('state').where('state', '=', 'queued').execute();

describe('a command that is asked for at one node', () => {
  it('reaches its device at the other, and is delivered and answered at both', async () => {
    const { assetId, accessToken } = await nodes.one.anAsset();
    const [device, heard] = await listening(nodes.one, accessToken);
    const commandId = await send(nodes.two, assetId);
    await expect.poll(() => heard).toEqual([String(commandId)]);
    await becomesAtBoth(commandId, 'delivered');
    await device.publishAsync(answerTopic(commandId), '{"ok":true}', { qos: 1 });
    for (const at of [nodes.one, nodes.two]) {
      expect(await commandAt(at, commandId)).toMatchObject({ state: 'answered', answer: '{"ok":true}' });
    }
    await device.endAsync();
  });

  it('waits for a device that is nowhere, and reaches it once wherever it comes, in order', async () => {
    const { assetId, accessToken } = await nodes.one.anAsset();
    const ids = [await send(nodes.one, assetId), await send(nodes.two, assetId), await send(nodes.one, assetId)];
    const [device, heard] = await listening(nodes.two, accessToken);
    await expect.poll(() => heard.length).toBe(3);
    expect(heard).toEqual(ids.map(String));
    const [again, later] = await listening(nodes.one, accessToken);
    const last = await send(nodes.two, assetId);
    await expect.poll(() => later).toEqual([String(last)]);
    expect(heard).toHaveLength(3);
    expect(device.connected).toBe(false);
    await again.endAsync();
  });

  it('is answered where the device has gone since', async () => {
    const { assetId, accessToken } = await nodes.one.anAsset();
    const [, heard] = await listening(nodes.one, accessToken);
    const commandId = await send(nodes.two, assetId);
    await expect.poll(() => heard).toEqual([String(commandId)]);
    const [device] = await listening(nodes.two, accessToken);
    await device.publishAsync(answerTopic(commandId), '{"error":"stuck"}', { qos: 1 });
    await becomesAtBoth(commandId, 'failed');
    await device.endAsync();
  });

  it('goes out once to a device that listens at both', async () => {
    const { assetId, accessToken } = await nodes.one.anAsset();
    const [left, atOne] = await listening(nodes.one, accessToken, 'left');
    const [right, atTwo] = await listening(nodes.two, accessToken, 'right');
    const ids: number[] = [];
    for (let n = 0; n < 20; n++) ids.push(await send([nodes.one, nodes.two][n % 2] as Portal, assetId));
    for (const commandId of ids) await becomesAtBoth(commandId, 'delivered');
    expect([...atOne, ...atTwo].sort()).toEqual(ids.map(String).sort());
    await Promise.all([left.endAsync(), right.endAsync()]);
  }, 60_000);

  it('reaches a device that asks over HTTP at the other', async () => {
    const { assetId, accessToken } = await nodes.one.anAsset();
    const asked = fetch(`${nodes.one.url}/api/v1/${accessToken}/rpc?timeout=20000`);
    await expect.poll(() => nodes.one.context.deviceSessions.sessionsOf(assetId).length).toBe(1);
    const commandId = await send(nodes.two, assetId);
    expect(await (await asked).json()).toMatchObject({ id: String(commandId), method: 'pump.start' });
    const answer = { method: 'POST', body: '{"ok":1}' };
    expect((await fetch(`${nodes.two.url}/api/v1/${accessToken}/rpc/${commandId}`, answer)).status).toBe(200);
    await becomesAtBoth(commandId, 'answered');
  });

  it('reaches a device behind a gateway, and a metric of an edge, at the other', async () => {
    const admin = await nodes.one.as('admin');
    const token = async (name: string) =>
      (await admin.post<{ accessToken: string }>('/api/gateways', { name })).body.accessToken;
    const gateway = await connectDevice(nodes.one, await token('Gateway'));
    await gateway.subscribeAsync('v1/gateway/rpc', { qos: 1 });
    await gateway.publishAsync('v1/gateway/connect', JSON.stringify({ device: 'Behind' }), { qos: 1 });
    const edge = await TestEdge.connect(nodes.one, await token('Edges'), 'Plant', 'E');
    await edge.listens();
    await edge.nodeBirth([double('Uptime', 1)]);
    await edge.publish('DBIRTH', 'mixer', [double('Setpoint', 40)]);
    const idOf = async (serialNumber: string) => {
      const found = await nodes.two.context.registry.findBySerialNumber(serialNumber);
      return found?.assetId as AssetId;
    };
    const arrived = nextMessage(gateway);
    const behind = await send(nodes.two, await idOf('Behind'));
    expect(await arrived).toMatchObject({ body: { device: 'Behind', data: { id: behind, method: 'pump.start' } } });
    const setpoint = JSON.stringify({ module: 'metric', command: 'Setpoint', parameter: 55 });
    const commandId = await send(nodes.two, await idOf('mixer'), { command: setpoint });
    await expect.poll(() => edge.commands.map(({ topic }) => topic)).toContain('spBv1.0/Plant/DCMD/E/mixer');
    await becomesAtBoth(commandId, 'delivered');
    await Promise.all([gateway.endAsync(), edge.client.endAsync()]);
  });

  it('is released at another node than it was asked for, and refused likewise', async () => {
    const { assetId, accessToken, assetDefinitionId } = await nodes.one.anAsset();
    const group = await nodes.one.anAssetGroup({ assets: [assetId] });
    await nodes.one.aUser({ username: 'rita', permissions: OPERATOR_PERMISSIONS, assetGroups: [group] });
    const blow = { assetDefinitionId, name: 'Blow down', module: 'valve', command: 'blow', dangerous: true };
    const admin = await nodes.one.as('admin');
    const template = (await admin.post<commandDefinitions.CommandDefinition>('/api/ef/commanddefinitions', blow)).body;
    const ask = async () =>
      send(nodes.one, assetId, { command: undefined, commandDefinitionId: template.commandDefinitionId });
    const [released, refused] = [await ask(), await ask()];
    const [device, heard] = await listening(nodes.one, accessToken);
    const second = (await nodes.one.as('rita')).at(nodes.two.url);
    expect((await second.post(`/api/commands/${refused}/refuse`, {})).status).toBe(200);
    const path = `/api/commands/${released}/release`;
    const both = await Promise.all([second.post(path, {}), second.at(nodes.one.url).post(path, {})]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await becomesAtBoth(released, 'delivered');
    await becomesAtBoth(refused, 'refused');
    expect(heard).toEqual([String(released)]);
    await device.endAsync();
  });

  it('is verified by what the device sends at either node', async () => {
    const { assetId, accessToken, assetDefinitionId } = await nodes.one.anAsset();
    const [device] = await listening(nodes.one, accessToken);
    await device.publishAsync('v1/devices/me/telemetry', '{"Speed":10}', { qos: 1 });
    const admin = await nodes.one.as('admin');
    const path = `/api/ef/assets/${assetId}/dataitems`;
    const items = async () => (await admin.get<{ dataItemId: number; label: string }[]>(path)).body;
    await expect.poll(async () => (await items()).map(({ label }) => label)).toContain('Speed');
    const dataItemId = (await items()).find(({ label }) => label === 'Speed')?.dataItemId;
    const effect = { dataItemId, expectedField: null, tolerance: 0, within: 60 };
    const start = { assetDefinitionId, name: 'Start', module: 'pump', command: 'start', ...effect };
    const made = await admin.post<commandDefinitions.CommandDefinition>('/api/ef/commanddefinitions', start);
    expect(made.status, made.text).toBe(200);
    const commandId = await send(nodes.two, assetId, {
      command: undefined,
      commandDefinitionId: made.body.commandDefinitionId,
    });
    await becomesAtBoth(commandId, 'delivered');
    await device.publishAsync('v1/devices/me/telemetry', '{"Speed":50}', { qos: 1 });
    await becomesAtBoth(commandId, 'verified');
    await device.endAsync();
  });

  it('expires once, with one word of it in the journal', async () => {
    const { assetId } = await nodes.one.anAsset();
    const commandId = await send(nodes.two, assetId, { expiration: 30 });
    clock.advance(31_000);
    await becomesAtBoth(commandId, 'expired');
    const told = () =>
      nodes.one.context.db
        .selectFrom('journal')
        .select('what')
        .where('asset_id', '=', assetId)
        .where('what', '=', `command ${commandId} expired`)
        .execute();
    await expect.poll(async () => (await told()).length).toBe(1);
    expect(await waiting()).toEqual([]);
    expect(await told()).toHaveLength(1);
  });

  it('is sent also when no word of it was heard', async () => {
    const { assetId, accessToken } = await nodes.one.anAsset();
    const [device, heard] = await listening(nodes.one, accessToken);
    // As it stands after a node that had it in its hands ended: back in the record, and nobody says so.
    const now = clock.now();
    const row = { asset_id: assetId, command_definition_id: 0, command, state: 'queued' as const, created_ms: now };
    const who = { by_user_id: 1, by_name: 'admin', is_dangerous: 0, effect_tolerance: 0 };
    const { command_id } = await nodes.one.context.db
      .insertInto('commands')
      .values({ ...row, ...who, expires_ms: now + 600_000 })
      .returning('command_id')
      .executeTakeFirstOrThrow();
    await expect.poll(() => heard).toEqual([String(command_id)]);
    await becomesAtBoth(command_id, 'delivered');
    await device.endAsync();
  });
});

describe('a device at one node', () => {
  it('is told of an attribute that was changed at the other', async () => {
    const { assetId, accessToken } = await nodes.one.anAsset();
    const device = await connectDevice(nodes.one, accessToken);
    await device.subscribeAsync('v1/devices/me/attributes', { qos: 1 });
    const told = nextMessage(device);
    const admin = await adminAt(nodes.two);
    const body = { attributeName: 'mode', attributeValue: 'night' };
    expect((await admin.put(`/api/assets/${assetId}/attributes`, body)).status).toBe(200);
    expect(await told).toMatchObject({ body: { mode: 'night' } });
    await device.endAsync();
  });

  it.each(['a new token', 'its deletion'])('is cut off by %s at the other', async (what) => {
    const { assetId, accessToken } = await nodes.one.anAsset();
    const device = await connectDevice(nodes.one, accessToken);
    const gone = ended(device);
    const admin = await adminAt(nodes.two);
    const reply =
      what === 'its deletion'
        ? await admin.delete(`/api/assets/${assetId}`)
        : await admin.post(`/api/assets/${assetId}/token`);
    expect(reply.status, reply.text).toBeLessThan(300);
    await gone;
    expect(nodes.one.context.deviceSessions.sessionsOf(assetId)).toEqual([]);
    await expect(connectDevice(nodes.one, accessToken)).rejects.toThrow();
  });

  it('is cut off with its gateway when that is removed at the other', async () => {
    const admin = await adminAt(nodes.two);
    const { body } = await admin.post<{ gatewayId: number; accessToken: string }>('/api/gateways', { name: 'Gone' });
    const gateway = await connectDevice(nodes.one, body.accessToken);
    const gone = ended(gateway);
    expect((await admin.delete(`/api/gateways/${body.gatewayId}`)).status).toBeLessThan(300);
    await gone;
    await expect(connectDevice(nodes.one, body.accessToken)).rejects.toThrow();
  });

  it('is connected at both, and its going and coming is written down once', async () => {
    const { assetId, accessToken } = await nodes.one.anAsset();
    const isConnected = () =>
      [nodes.one, nodes.two].map(({ context }) => context.connections.stateOf(assetId).connected);
    const device = await connectDevice(nodes.two, accessToken, { clientId: 'mover' });
    await expect.poll(isConnected).toEqual([true, true]);
    const moved = await connectDevice(nodes.one, accessToken, { clientId: 'mover' });
    await expect.poll(() => device.connected).toBe(false);
    const noted = () =>
      nodes.one.context.db
        .selectFrom('journal')
        .select('what')
        .where('asset_id', '=', assetId)
        .where('kind', '=', 'connection')
        .execute();
    await expect.poll(async () => (await noted()).map(({ what }) => what)).toEqual(['came online']);
    expect(isConnected()).toEqual([true, true]);
    await moved.endAsync();
  });
});
