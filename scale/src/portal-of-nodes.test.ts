import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AlarmDefinitionId, AssetDefinitionId, AssetId, alarmDefinitions, alarms } from '@telltale/contract';
import { type NatsServers, startNatsServers } from '@telltale/server/cluster/testing/nats-servers.ts';
import { RoamingDevice } from '@telltale/server/cluster/testing/roaming-device.ts';
import { createMigratedDatabase } from '@telltale/server/db/testing/migrated.ts';
import { pointsOf } from '@telltale/server/testing/history-reading.ts';
import { TEST_PASSWORD } from '@telltale/server/testing/portal.ts';
import { logIn, type PortalClient } from '@telltale/server/testing/portal-client.ts';
import { TelltaleProcess } from '@telltale/server/testing/portal-process.ts';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Chdb } from './chdb.ts';
import { CuttableProxy } from './cuttable-proxy.ts';
import { Node } from './node.ts';

const PATIENCE = { timeout: 60_000, interval: 100 };
/** A node gives times of arrival at every sixteenth millisecond (decision 0423): what comes sooner at another may be before. */
const APART_MS = 17;

let folder: string;
let chdb: Chdb;
let proxy: CuttableProxy;
let servers: NatsServers;
let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
let settings: Record<string, string>;
let one: Node;
let two: Node;
/** Who has logged in at the first node. */
let admin: PortalClient;
let assetDefinitionId: AssetDefinitionId;
let alarmDefinitionId: AlarmDefinitionId;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-nodes-'));
  [chdb, servers, database] = await Promise.all([Chdb.start(), startNatsServers(3), createMigratedDatabase()]);
  proxy = await CuttableProxy.start(() => chdb.port);
  settings = {
    TELLTALE_CLUSTER_URL: servers.url,
    TELLTALE_DATABASE_URL: database.url,
    TELLTALE_HISTORY_URL: chdb.url(await chdb.newDatabase(), { port: proxy.port }),
    TELLTALE_FILES: join(folder, 'files'),
    TELLTALE_DATA: folder,
  };
  await mkdir(join(folder, 'files'));
  one = await Node.named('one');
  two = await Node.named('two');
  await one.start(settings);
  await two.start(settings);
  admin = await logIn(one.url, 'admin', TEST_PASSWORD);
  const definition = await admin.post<{ assetDefinitionId: AssetDefinitionId }>('/api/ef/assetdefinitions', {
    assetDefinitionName: 'pump',
  });
  assetDefinitionId = definition.body.assetDefinitionId;
}, 300_000);
afterAll(async () => {
  await Promise.all([one?.end('SIGKILL'), two?.end('SIGKILL')]);
  proxy?.close();
  await chdb?.close();
  await servers?.stop();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
}, 120_000);

let assets = 0;

async function anAsset(): Promise<{ assetId: AssetId; accessToken: string }> {
  const name = `pump ${++assets}`;
  const asset = { serialNumber: name, assetAlias: name, assetDefinitionId };
  return (await admin.post<{ assetId: AssetId; accessToken: string }>('/api/assets', asset)).body;
}

const deviceAt = ({ mqttPort }: Node, username: string) =>
  connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { username, reconnectPeriod: 0 });

const values = async (at: Node, assetId: AssetId, label: string): Promise<unknown[]> =>
  (await pointsOf(admin.at(at.url), assetId, label)).map(([, value]) => value);

it('keeps values that devices send to one node in a history of which both answer', async () => {
  const { assetId, accessToken } = await anAsset();
  for (const [n, node] of [one, two, one].entries()) {
    const device = await deviceAt(node, accessToken);
    await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ Pressure: n, State: `state ${n}` }), {
      qos: 1,
    });
    await device.endAsync();
    await pause(APART_MS);
  }
  for (const node of [one, two]) {
    await vi.waitFor(async () => expect(await values(node, assetId, 'Pressure')).toEqual([0, 1, 2]), PATIENCE);
    expect(await values(node, assetId, 'State')).toEqual(['state 0', 'state 1', 'state 2']);
  }
});

it('raises an alarm of what one node is sent, which is acknowledged at the other', async () => {
  const { assetId, accessToken } = await anAsset();
  const flee = JSON.stringify({ expression: '_Pressure > 90', variables: [] });
  const made = await admin.put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', [
    { assetDefinitionId, flee, name: 'High pressure', severity: 700 },
  ]);
  alarmDefinitionId = made.body[0]?.alarmDefinitionId as AlarmDefinitionId;
  const device = await deviceAt(one, accessToken);
  await device.publishAsync('v1/devices/me/telemetry', '{"Pressure":95}', { qos: 1 });
  await device.endAsync();
  const alarmsAt = async (node: Node) =>
    (await admin.at(node.url).get<alarms.Alarm[]>(`/api/assets/${assetId}/alarms`)).body;
  for (const node of [one, two]) {
    await vi.waitFor(async () => expect(await alarmsAt(node)).toMatchObject([{ alarmDefinitionId }]), PATIENCE);
  }
  const acknowledge = `/api/assets/${assetId}/alarms/${alarmDefinitionId}/acknowledge`;
  expect((await admin.at(two.url).get<alarms.Alarm>(acknowledge)).body.alarmStatus).toBe(2);
  expect((await alarmsAt(one))[0]).toMatchObject({ alarmStatus: 2 });
});

it('edits at one node what the other has stored', async () => {
  const { assetId, accessToken } = await anAsset();
  const device = await deviceAt(one, accessToken);
  const ts = Date.now() - 60_000;
  for (let n = 0; n < 4; n++) {
    await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts: ts + n, values: { Flow: n } }), {
      qos: 1,
    });
  }
  await device.endAsync();
  await vi.waitFor(async () => expect(await values(two, assetId, 'Flow')).toHaveLength(4), PATIENCE);
  const items = await admin.get<{ dataItemId: number; label: string }[]>(`/api/ef/assets/${assetId}/dataitems`);
  const dataItemId = items.body.find(({ label }) => label === 'Flow')?.dataItemId;
  const [startDate, endDate] = [new Date(ts + 1).toISOString(), new Date(ts + 2).toISOString()];
  const edit = [{ assetId, dataItemId, startDate, endDate, newValue: 50 }];
  expect((await admin.at(two.url).put('/api/ef/historicaldataupdate', edit)).status).toBe(200);
  for (const node of [one, two]) expect(await values(node, assetId, 'Flow')).toEqual([0, 50, 50, 3]);
});

it('acknowledges devices while ClickHouse is away, says at each node that history is behind, and catches up', async () => {
  const { assetId, accessToken } = await anAsset();
  const device = await deviceAt(one, accessToken);
  const send = (Level: number) => device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ Level }), { qos: 1 });
  await send(1);
  await vi.waitFor(async () => expect(await values(two, assetId, 'Level')).toEqual([1]), PATIENCE);
  proxy.refuses = true;
  proxy.cut();
  for (let level = 2; level <= 5; level++) await send(level);
  for (const node of [one, two]) {
    await vi.waitFor(
      async () =>
        expect(await node.health()).toEqual({
          status: 'ok',
          warning: expect.stringMatching(/^History is behind since .* takes in nothing\. .* wait in the streams/),
        }),
      PATIENCE,
    );
  }
  proxy.refuses = false;
  for (const node of [one, two]) {
    await vi.waitFor(async () => expect(await node.health()).toEqual({ status: 'ok' }), PATIENCE);
    expect(await values(node, assetId, 'Level')).toEqual([1, 2, 3, 4, 5]);
  }
  await device.endAsync();
});

describe('a node that is killed', () => {
  it('costs nothing that was acknowledged, and no alarm, and the other goes on', async () => {
    const devices: RoamingDevice[] = [];
    for (let n = 0; n < 6; n++) {
      const { assetId, accessToken } = await anAsset();
      devices.push(new RoamingDevice(assetId, accessToken, [one.mqttPort, two.mqttPort]));
    }
    for (const device of devices) device.start();
    await vi.waitFor(() => expect(devices.every(({ acknowledged }) => acknowledged.length > 20)).toBe(true), PATIENCE);
    await one.end('SIGKILL');
    const killedMs = Date.now();
    const stored = async ({ assetId }: RoamingDevice) =>
      new Set((await pointsOf(admin.at(two.url), assetId, 'N')).map(([, value]) => value as number));
    // Each has sent since, and what it sent is in the history: its partition has an owner again.
    await vi.waitFor(async () => {
      for (const device of devices) expect(Math.max(...(await stored(device)))).toBeGreaterThan(killedMs);
    }, PATIENCE);
    const takenMs = Date.now() - killedMs;
    await Promise.all(devices.map((device) => device.stop()));
    await vi.waitFor(async () => {
      for (const device of devices) {
        const there = await stored(device);
        expect(device.acknowledged.filter((value) => !there.has(value))).toEqual([]);
      }
    }, PATIENCE);
    // The alarm of before is where it was.
    expect((await admin.at(two.url).get<alarms.Alarm[]>('/api/ef/alarms')).body).toMatchObject([
      { alarmDefinitionId, alarmStatus: 2 },
    ]);
    process.stderr.write(`after a kill all assets were stored again within ${takenMs} ms\n`);
    await one.start(settings);
    await vi.waitFor(async () => expect(await one.health()).toEqual({ status: 'ok' }), PATIENCE);
    expect((await stored(devices[0] as RoamingDevice)).size).toBeGreaterThan(0);
    expect((await admin.at(one.url).get<alarms.Alarm[]>('/api/ef/alarms')).body).toHaveLength(1);
  });

  it('ends in order when it is asked to, and leaves its work to the other at once', async () => {
    const ended = await one.end('SIGTERM');
    expect(ended?.code).toBe(0);
    const { assetId, accessToken } = await anAssetAt(two);
    const device = await deviceAt(two, accessToken);
    await device.publishAsync('v1/devices/me/telemetry', '{"Pressure":1}', { qos: 1 });
    await device.endAsync();
    await vi.waitFor(async () => expect(await values(two, assetId, 'Pressure')).toEqual([1]), PATIENCE);
  });
});

async function anAssetAt(node: Node): Promise<{ assetId: AssetId; accessToken: string }> {
  admin = admin.at(node.url);
  return anAsset();
}

describe('a start that cannot be a node', () => {
  it.each([
    ['without PostgreSQL', { TELLTALE_DATABASE_URL: '' }, /TELLTALE_CLUSTER_URL: .*without TELLTALE_DATABASE_URL/, 78],
    ['without ClickHouse', { TELLTALE_HISTORY_URL: '' }, /TELLTALE_CLUSTER_URL: .*without TELLTALE_HISTORY_URL/, 78],
    ['without a shared folder', { TELLTALE_FILES: '' }, /TELLTALE_CLUSTER_URL: .*without TELLTALE_FILES/, 78],
    ['with the name of a node that runs', { TELLTALE_NODE: 'two' }, /^TELLTALE_NODE: there is a node two already/m, 1],
    [
      'with another history',
      { TELLTALE_HISTORY_URL: 'clickhouse://a/b' },
      /^TELLTALE_HISTORY_URL is another one than/m,
      1,
    ],
  ])('%s ends with one line and a code', async (_, changed, line, expected) => {
    const env: Record<string, string> = {
      ...settings,
      TELLTALE_DATA: join(folder, 'three'),
      TELLTALE_NODE: 'three',
      TELLTALE_PORT: '0',
      TELLTALE_MQTT_PORT: 'off',
      TELLTALE_LOG_LEVEL: 'silent',
      ...changed,
    };
    const said = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
    const child = new TelltaleProcess('main.ts', [], said);
    const [{ code, output }] = await Promise.all([child.exited, once(child.child, 'exit')]);
    expect(output).toMatch(line);
    expect(code).toBe(expected);
  });
});
