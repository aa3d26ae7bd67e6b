import type { AssetId, assets, commandDefinitions, commands } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { double, TestEdge } from '#testing/sparkplug-edge.ts';
import { OPERATOR_PERMISSIONS } from '#testing/two-units.ts';

const REBOOT = { name: 'Node Control/Reboot', type: 'Boolean', value: false } as const;
const STEERED = 'What steers the edge of this device is sent to the asset that the edge is itself.';

/** What steers an edge reaches all of its devices: it is held to what holds for the edge, through whatever it is sent. */
describe.each(everyPortal())('Node Control through a device, on $engine', ({ start }) => {
  let portal: Portal;
  let admin: PortalClient;
  let operator: PortalClient;
  let second: PortalClient;
  let accessToken: string;
  let edge: TestEdge;

  beforeAll(async () => {
    portal = await start({});
    admin = await portal.as('admin');
    accessToken = (await admin.post<{ accessToken: string }>('/api/gateways', { name: 'G' })).body.accessToken;
    // The edge has a definition of its own, whose reboot two people decide on; that of its devices knows of none.
    const kind = await admin.post<{ assetDefinitionId: number }>('/api/ef/assetdefinitions', {
      assetDefinitionName: 'Edge node',
    });
    const { assetDefinitionId } = kind.body;
    await admin.post('/api/assets', { serialNumber: 'E', assetDefinitionId });
    const reboot = { assetDefinitionId, name: 'Reboot', module: 'Node Control', command: 'Reboot', dangerous: true };
    const made = await admin.post<commandDefinitions.CommandDefinition>('/api/ef/commanddefinitions', reboot);
    expect(made.status, made.text).toBe(200);
    edge = await TestEdge.connect(portal, accessToken, 'Plant', 'E');
    await edge.listens();
    await edge.nodeBirth([double('Uptime', 1), REBOOT]);
    await edge.publish('DBIRTH', 'pump', [double('Setpoint', 40), REBOOT]);
    const pumps = await portal.anAssetGroup({ name: 'Pumps', assets: [(await assetIdOf('pump')) as AssetId] });
    for (const username of ['one', 'two']) {
      await portal.aUser({ username, permissions: OPERATOR_PERMISSIONS, assetGroups: [pumps] });
    }
    await portal.aUser({ username: 'chief', permissions: [1] });
    operator = await portal.as('one');
    second = await portal.as('two');
  });
  afterAll(async () => {
    await edge.client.endAsync();
    await portal.close();
  });

  async function assetIdOf(serialNumber: string): Promise<number> {
    const { body } = await admin.get<assets.Asset[]>('/api/ef/assets');
    return body.find((asset) => asset.serialNumber === serialNumber)?.assetId ?? 0;
  }
  async function send(client: PortalClient, serialNumber: string, text: object): Promise<commands.Command> {
    const body = [{ assetId: await assetIdOf(serialNumber), command: JSON.stringify(text) }];
    const reply = await client.post<commands.Command[]>('/api/commands', body);
    expect(reply.status, reply.text).toBe(200);
    return reply.body[0] as commands.Command;
  }
  const stateOf = async (commandId: number) => (await admin.get<commands.Command>(`/api/commands/${commandId}`)).body;

  it.each([
    ['by module and command', { module: 'Node Control', command: 'Reboot' }],
    ['by the metric’s whole name', { module: 'metric', command: 'Node Control/Reboot', parameter: true }],
    ['as one that is written', { module: 'metric', command: 'write', parameter: { 'Node Control/Reboot': true } }],
    ['also where nobody has marked it', { module: 'Node Control', command: 'Rebirth' }],
  ])('reaches no edge that is an asset itself: %s', async (_, text) => {
    const before = edge.commands.length;
    for (const client of [operator, admin]) {
      const { commandId } = await send(client, 'pump', text);
      await expect.poll(async () => (await stateOf(commandId)).state).toBe('failed');
      expect((await stateOf(commandId)).answer).toBe(JSON.stringify({ error: STEERED }));
    }
    expect(edge.commands.length).toBe(before);
  });

  it('does not either when a template of the device’s own definition says it', async () => {
    const pump = (await admin.get<assets.Asset>(`/api/ef/assets/${await assetIdOf('pump')}`)).body;
    const { assetDefinitionId, assetId } = pump;
    const own = { assetDefinitionId, name: 'Quick', module: 'metric', command: 'Node Control/Reboot' };
    const made = await admin.post<commandDefinitions.CommandDefinition>('/api/ef/commanddefinitions', own);
    const { commandDefinitionId } = made.body;
    const reply = await operator.post<commands.Command[]>('/api/commands', [{ assetId, commandDefinitionId }]);
    const { commandId } = reply.body[0] as commands.Command;
    await expect.poll(async () => (await stateOf(commandId)).state).toBe('failed');
    expect((await stateOf(commandId)).answer).toBe(JSON.stringify({ error: STEERED }));
    await admin.delete(`/api/ef/commanddefinitions/${commandDefinitionId}`);
  });

  it('reaches none that was named an asset after it had been asked for', async () => {
    const late = await TestEdge.connect(portal, accessToken, 'Plant', 'Late');
    await late.listens();
    await late.nodeBirth([REBOOT]);
    await late.publish('DBIRTH', 'late-pump', [double('Level', 1)]);
    await late.publish('DDEATH', 'late-pump', []);
    await expect.poll(() => assetIdOf('late-pump')).toBeGreaterThan(0);
    const { commandId } = await send(admin, 'late-pump', { module: 'Node Control', command: 'Reboot' });
    expect((await stateOf(commandId)).state).toBe('queued');
    await late.publish('NDATA', undefined, [double('Uptime', 5)]);
    await expect.poll(() => assetIdOf('Late')).toBeGreaterThan(0);
    await late.publish('DBIRTH', 'late-pump', [double('Level', 1)]);
    await expect.poll(async () => (await stateOf(commandId)).state).toBe('failed');
    expect(late.commands).toEqual([]);
    await late.client.endAsync();
  });

  it('reaches the edge through the edge’s own asset, which the operator of a device does not see, by two people', async () => {
    const body = [{ assetId: await assetIdOf('E'), command: '{"module":"Node Control","command":"Reboot"}' }];
    expect((await operator.post('/api/commands', body)).status).toBe(404);
    const { commandId, state } = await send(admin, 'E', { module: 'metric', command: 'Node Control/Reboot' });
    expect(state).toBe('awaiting release');
    const path = `/api/commands/${commandId}/release`;
    expect((await admin.post(path, {})).status).toBe(403);
    expect((await second.post(path, {})).status).toBe(404);
    const before = edge.commands.length;
    expect((await (await portal.as('chief')).post(path, {})).status).toBe(200);
    await expect.poll(() => edge.commands.length).toBe(before + 1);
    expect(edge.commands[before]?.topic).toBe('spBv1.0/Plant/NCMD/E');
  });

  it('reaches an edge that is no asset, and one that is known by what it is told alone', async () => {
    const plain = await TestEdge.connect(portal, accessToken, 'Plant', 'Plain');
    await plain.listens();
    await plain.nodeBirth([REBOOT]);
    await plain.publish('DBIRTH', 'plain-pump', [double('Level', 1)]);
    await expect.poll(() => assetIdOf('plain-pump')).toBeGreaterThan(0);
    await send(admin, 'plain-pump', { module: 'Node Control', command: 'Reboot' });
    await expect.poll(() => plain.commands.length).toBe(1);
    expect(plain.commands[0]?.topic).toBe('spBv1.0/Plant/NCMD/Plain');
    // Named an asset by a person: from its next birth on it is reached as one.
    const { assetDefinitionId } = (await admin.get<assets.Asset[]>('/api/ef/assets')).body[0] as assets.Asset;
    await admin.post('/api/assets', { serialNumber: 'Plain', assetDefinitionId });
    await plain.nodeBirth([REBOOT]);
    await send(admin, 'Plain', { module: 'Node Control', command: 'Rebirth' });
    await expect.poll(() => plain.commands.length).toBe(2);
    await plain.client.endAsync();
  });
});
