import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { assets, PortalStatus } from '@telltale/contract';
import { pointsOf } from '@telltale/server/testing/history-reading.ts';
import { Mosquitto } from '@telltale/server/testing/mosquitto.ts';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Node } from './node.ts';
import { TwoNodes } from './two-nodes.ts';

/** So often the node that has the connection is killed; once it stands still instead. */
const KILLS = Number(process.env.TELLTALE_TEST_BROKER_KILLS ?? 2);
const FREEZE_MS = 30_000;
const PATIENCE = { timeout: 120_000, interval: 100 };
const SEND_EVERY_MS = 5;
const SERIAL = 'PLANT-1';
const HOST = 'scada';
const RULE = {
  name: 'Pumps',
  topic: 'plant/{serial}',
  serialNumber: '{serial}',
  values: [{ path: '$.n', label: 'n' }],
  time: { source: '$.ts' },
};

let folder: string;
let broker: Mosquitto;
let portal: TwoNodes;
let more: Record<string, string>;
let device: MqttClient;
/** What the broker has acknowledged, by its number: of which time it is. */
const acknowledged = new Map<number, number>();
/** What Sparkplug's edges hear of their host, the oldest first. */
const states: { online: boolean; timestamp: number }[] = [];
let isOver = false;
let sending: Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-rules-'));
  await mkdir(join(folder, 'config'));
  await writeFile(join(folder, 'config/broker.json'), JSON.stringify({ sparkplug: true, rules: [RULE] }));
  broker = await Mosquitto.start();
  const edge = await broker.client({ keepalive: 0 });
  edge.on('message', (_, payload) => states.push(JSON.parse(payload.toString())));
  await edge.subscribeAsync(`spBv1.0/STATE/${HOST}`, { qos: 1 });
  more = {
    TELLTALE_BROKER_URL: broker.url,
    TELLTALE_CONFIG: join(folder, 'config'),
    TELLTALE_SPARKPLUG_HOST_ID: HOST,
  };
  portal = await TwoNodes.start(more);
  device = await broker.client();
  sending = send();
}, 300_000);
afterAll(async () => {
  isOver = true;
  await sending;
  await portal?.close();
  await broker?.stop();
  await rm(folder, { recursive: true, force: true });
}, 120_000);

async function send(): Promise<void> {
  let ts = 0;
  for (let n = 1; !isOver; n++) {
    ts = Math.max(ts + 1, Date.now());
    await device.publishAsync(`plant/${SERIAL}`, JSON.stringify({ ts, n }), { qos: 1 });
    acknowledged.set(n, ts);
    await pause(SEND_EVERY_MS);
  }
}

const statusAt = async ({ url }: Node) => (await portal.admin.at(url).get<PortalStatus>('/api/status')).body;

/** The node that the broker talks to, as another one tells. */
async function connected(teller: Node): Promise<Node> {
  return vi.waitFor(async () => {
    const { broker: told, cluster } = await statusAt(teller);
    expect(told).toMatchObject({ isConnected: true });
    const holder = cluster?.nodes.find(({ hasDuty }) => hasDuty);
    return portal.nodes.find(({ name }) => name === holder?.name) as Node;
  }, PATIENCE);
}

const otherThan = (node: Node) => portal.nodes.find((other) => other !== node) as Node;

const isOnline = () => vi.waitFor(() => expect(states.at(-1)?.online).toBe(true), PATIENCE);

async function expectStored(): Promise<void> {
  const { body } = await portal.admin.get<assets.Asset[]>('/api/ef/assets');
  const asset = body.find(({ serialNumber }) => serialNumber === SERIAL);
  const upTo = acknowledged.size;
  await vi.waitFor(async () => {
    const points = asset ? await pointsOf(portal.admin, asset.assetId, 'n') : [];
    const stored = new Map(points.map(([timeMs, n]) => [n as number, timeMs]));
    // None is there twice: the numbers are each of one time.
    expect(stored.size).toBe(points.length);
    const missing = [...acknowledged].filter(([n, timeMs]) => n <= upTo && stored.get(n) !== timeMs);
    expect(missing).toEqual([]);
  }, PATIENCE);
}

it(
  `goes on at the other node when the one that has the connection is killed, ${KILLS} times`,
  async () => {
    await isOnline();
    for (let kill = 0; kill < KILLS; kill++) {
      const node = await connected(portal.one);
      const heard = states.length;
      const before = acknowledged.size;
      await node.end('SIGKILL');
      // The broker says it, and the other node says otherwise once it is there.
      await vi.waitFor(() => expect(states.slice(heard).map(({ online }) => online)).toContain(false), PATIENCE);
      await isOnline();
      expect(await connected(otherThan(node))).toBe(otherThan(node));
      expect(acknowledged.size).toBeGreaterThan(before);
      await node.start({ ...portal.settings, ...more });
      await portal.isWell();
      await expectStored();
    }
    expect(states.at(-1)?.online).toBe(true);
  },
  KILLS * 200_000,
);

it('goes on at the other node when the one that has the connection stands still, and leaves it at that when it wakes', async () => {
  const node = await connected(portal.one);
  const other = otherThan(node);
  const frozen = node.freeze(FREEZE_MS);
  await vi.waitFor(async () => expect((await statusAt(other)).cluster?.nodes).toHaveLength(1), PATIENCE);
  expect(await connected(other)).toBe(other);
  await isOnline();
  expect(await frozen).toMatchObject({ code: 1 });
  const sinceMs = states.at(-1)?.timestamp;
  await node.start({ ...portal.settings, ...more });
  await portal.isWell();
  await expectStored();
  expect(states.at(-1)).toEqual({ online: true, timestamp: sinceMs });
  process.stderr.write(`${acknowledged.size} messages acknowledged by the broker, ${states.length} states heard\n`);
}, 300_000);
