import type { AssetId } from '@telltale/contract';
import { pointsOf } from '@telltale/server/testing/history-reading.ts';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Node } from './node.ts';
import { TwoNodes } from './two-nodes.ts';

/** How long ClickHouse is away. */
const AWAY_SECONDS = Number(process.env.TELLTALE_TEST_AWAY_SECONDS ?? 20);
const PATIENCE = { timeout: 120_000, interval: 100 };

let portal: TwoNodes;
let assetId: AssetId;
let device: MqttClient;
let closes = 0;
let sent = 0;

beforeAll(async () => {
  portal = await TwoNodes.start();
  const asset = await portal.anAsset(await portal.aDefinition('tank'));
  assetId = asset.assetId;
  const { mqttPort } = portal.one;
  device = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { username: asset.accessToken, reconnectPeriod: 0 });
  device.on('close', () => closes++);
  await send();
  await isStored();
}, 300_000);
afterAll(async () => {
  await device?.endAsync(true);
  await portal?.close();
}, 120_000);

/** Resolves when it is acknowledged. */
const send = () =>
  device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ Level: ++sent }), { qos: 1 }).then(() => undefined);

/** Resolves once both nodes answer with everything that was sent. */
async function isStored(): Promise<void> {
  const wanted = Array.from({ length: sent }, (_, n) => n + 1);
  for (const { url } of portal.nodes) {
    await vi.waitFor(async () => {
      const points = await pointsOf(portal.admin.at(url), assetId, 'Level');
      expect(points.map(([, value]) => value)).toEqual(wanted);
    }, PATIENCE);
  }
}

const answers = (node: Node, status: string, text: RegExp) =>
  vi.waitFor(async () => {
    const health = await node.health();
    expect([health.status, health.reason ?? health.warning]).toEqual([status, expect.stringMatching(text)]);
  }, PATIENCE);

it('acknowledges nothing without a majority of NATS, cuts nobody off, says so, and goes on by itself', async () => {
  const [one, two] = portal.servers.servers;
  await Promise.all([one?.kill(), two?.kill()]);
  let isAcknowledged = false;
  const sending = send().then(() => {
    isAcknowledged = true;
  });
  for (const node of portal.nodes) await answers(node, 'failing', /The servers between the nodes/);
  expect(isAcknowledged).toBe(false);
  one?.start();
  two?.start();
  await sending;
  await portal.isWell();
  await isStored();
  expect(closes).toBe(0);
}, 300_000);

it('answers 503 while PostgreSQL is away, and comes back by itself', async () => {
  await portal.postgres.restart(async () => {
    for (const node of portal.nodes) {
      await answers(node, 'failing', /database/);
      const path = `/api/ef/assets/${assetId}/alarmtransitions`;
      await vi.waitFor(async () => expect((await portal.admin.at(node.url).get(path)).status).toBe(503), PATIENCE);
    }
  }, 'SIGKILL');
  await portal.isWell();
  await send();
  await isStored();
  expect(closes).toBe(0);
}, 300_000);

it(
  `acknowledges while ClickHouse is away for ${AWAY_SECONDS} s, says that history is behind, and catches up`,
  async () => {
    await portal.chdb.kill();
    const untilMs = performance.now() + AWAY_SECONDS * 1_000;
    do {
      await send();
      await new Promise((resolve) => setTimeout(resolve, 200));
    } while (performance.now() < untilMs);
    for (const node of portal.nodes) await answers(node, 'ok', /^History is behind since /);
    await portal.chdb.launch();
    await portal.isWell();
    await isStored();
    expect(closes).toBe(0);
  },
  (AWAY_SECONDS + 300) * 1_000,
);
