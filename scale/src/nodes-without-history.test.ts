import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { AssetDefinitionId, AssetId, alarmDefinitions, alarms, assets } from '@telltale/contract';
import { POINT_STREAM } from '@telltale/server/cluster/points/point-stream.ts';
import { RoamingDevice } from '@telltale/server/cluster/testing/roaming-device.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TwoNodes } from './two-nodes.ts';

/** `npm run test:history-away` says how many minutes ClickHouse is away. */
const MINUTES = Number(process.env.TELLTALE_TEST_AWAY_MINUTES ?? 0);
const DEVICES = Number(process.env.TELLTALE_TEST_CLUSTER_DEVICES ?? 100);
const MESSAGES_PER_SECOND = Number(process.env.TELLTALE_TEST_CLUSTER_MESSAGES ?? 500);
const SECOND_MS = 1_000;
const SILENT_SECONDS = 30;
/** A device that goes to the other node is not acknowledged for some hundred milliseconds; a busy machine takes its time. */
const LONGEST_WAIT_MS = 15_000;
const MOST_MORE_MB = 200;
const MOST_BYTES_A_MESSAGE = 500;
const PATIENCE = { timeout: 600_000, interval: 500 };

let portal: TwoNodes;
let nats: NatsConnection;
let dataItem: string;
const devices: RoamingDevice[] = [];

const say = (text: string) => process.stderr.write(`${text}\n`);

beforeAll(async () => {
  if (MINUTES === 0) return;
  portal = await TwoNodes.start();
  nats = await connect({ servers: portal.servers.url.replace('nats://', '').split(','), maxReconnectAttempts: -1 });
  const definition = await portal.aDefinition('pump');
  const sendEveryMs = (SECOND_MS * DEVICES) / MESSAGES_PER_SECOND;
  const ports = portal.nodes.map(({ mqttPort }) => mqttPort);
  for (let n = 0; n < DEVICES; n++) {
    const { assetId, accessToken } = await portal.anAsset(definition);
    devices.push(new RoamingDevice(assetId, accessToken, ports, { sendEveryMs }));
  }
  for (const device of devices) device.start();
  const [first] = devices;
  const { assetId } = first as RoamingDevice;
  dataItem = await vi.waitFor(async () => {
    const { body } = await portal.admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
    const item = body.find(({ label }) => label === 'N');
    expect(item).toBeDefined();
    return `${assetId}-${item?.dataItemId}`;
  }, PATIENCE);
  await tellOfSilence(definition);
}, 300_000);
afterAll(async () => {
  await Promise.all(devices.map((device) => device.stop()));
  await nats?.close();
  await portal?.close();
}, 120_000);

async function tellOfSilence(assetDefinitionId: AssetDefinitionId): Promise<void> {
  const flee = JSON.stringify({ expression: `age(_N) > ${SILENT_SECONDS}`, variables: [] });
  const made = await portal.admin.put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', [
    { assetDefinitionId, flee, name: 'Silent', severity: 700 },
  ]);
  expect(made.status).toBe(200);
}

async function raisedOf(assetId: AssetId): Promise<number[]> {
  const path = `/api/ef/assets/${assetId}/alarmtransitions?limit=1000`;
  const { transitions } = (await portal.admin.get<{ transitions: alarms.AlarmTransition[] }>(path)).body;
  return transitions.filter(({ kind }) => kind === 'raised' || kind === 'again').map(({ time }) => Date.parse(time));
}

/** What both nodes say of a history that is behind. */
async function expectBehind(): Promise<void> {
  const range = 'startTime=2026-01-01T00:00:00Z&endTime=2100-01-01T00:00:00Z&threshold=100';
  for (const node of portal.nodes) {
    const { status, warning } = await node.health();
    expect([status, warning]).toEqual(['ok', expect.stringMatching(/^History is behind since /)]);
    const chart = await portal.admin.at(node.url).get(`/api/historicaldata?dataItems=${dataItem}&${range}`);
    expect([chart.status, chart.text]).toEqual([503, expect.stringContaining('History is behind')]);
  }
}

const memoryMb = () => portal.nodes.map((node) => node.memoryMb);
const counted = () => devices.reduce((count, { acknowledged }) => count + acknowledged.length, 0);

async function staged(): Promise<{ messages: number; bytes: number }> {
  const { state } = await (await jetstreamManager(nats)).streams.info(POINT_STREAM);
  return state;
}

describe.skipIf(MINUTES === 0)('a portal of two nodes whose ClickHouse is away', () => {
  it(
    `acknowledges for ${MINUTES} minutes, says that history is behind, takes nobody for silent, and catches up`,
    async () => {
      await pause(20 * SECOND_MS);
      await portal.isWell();
      await portal.chdb.kill();
      const awayMs = Date.now();
      const before = { count: counted(), bytes: (await staged()).bytes };
      const silent = devices.pop() as RoamingDevice;
      const memory: number[][] = [];
      for (let minute = 1; minute <= MINUTES; minute++) {
        await pause(awayMs + minute * 60 * SECOND_MS - Date.now());
        if (minute === 1) await silent.stop();
        await expectBehind();
        memory.push(memoryMb());
        say(`minute ${minute}: ${counted() - before.count} messages, nodes of ${memory.at(-1)?.join(' and ')} MB`);
      }
      const taken = counted() + silent.acknowledged.length - before.count;
      const bytes = (await staged()).bytes - before.bytes;
      for (const { assetId } of devices) expect(await raisedOf(assetId)).toEqual([]);
      await portal.chdb.launch();
      const backMs = Date.now();
      await vi.waitFor(async () => {
        for (const node of portal.nodes) expect(await node.health()).toEqual({ status: 'ok' });
      }, PATIENCE);
      say(
        `${taken} messages (${Math.round(taken / (MINUTES * 60))} a second), ${Math.round(bytes / taken)} bytes each`,
      );
      say(
        `caught up after ${Math.round((Date.now() - backMs) / SECOND_MS)} s, nodes of ${memoryMb().join(' and ')} MB`,
      );
      expect(bytes / taken).toBeLessThan(MOST_BYTES_A_MESSAGE);
      for (const [n, mb] of (memory.at(-1) ?? []).entries())
        expect(mb - (memory[0]?.[n] ?? 0)).toBeLessThan(MOST_MORE_MB);

      await Promise.all(devices.map((device) => device.stop()));
      await portal.isWell();
      const waits = devices.flatMap(({ acknowledged, acknowledgedAtMs }) =>
        acknowledged.map((ms, n) => (acknowledgedAtMs[n] ?? Number.NaN) - ms),
      );
      const longestMs = waits.reduce((most, ms) => Math.max(most, ms), 0);
      say(`nobody was acknowledged later than ${longestMs} ms after it had something to send`);
      expect(longestMs).toBeLessThan(LONGEST_WAIT_MS);
      for (const device of [...devices, silent]) {
        // The last block is on its way.
        await vi.waitFor(async () => {
          expect({ assetId: device.assetId, wrong: await portal.unstoredOf(device) }).toMatchObject({ wrong: [] });
        }, PATIENCE);
      }
      // Nobody was silent while it caught up, either.
      for (const { assetId } of devices) expect(await raisedOf(assetId)).toEqual([]);
      // Of the one that was silent it is told when it was.
      const lastMs = silent.acknowledged.at(-1) ?? 0;
      await vi.waitFor(async () => expect(await raisedOf(silent.assetId)).toHaveLength(1), PATIENCE);
      const [atMs = 0] = await raisedOf(silent.assetId);
      expect(atMs - lastMs).toBeGreaterThan(SILENT_SECONDS * SECOND_MS);
      expect(atMs - lastMs).toBeLessThan((SILENT_SECONDS + 10) * SECOND_MS);
    },
    (MINUTES * 60 + 1_500) * SECOND_MS,
  );
});
