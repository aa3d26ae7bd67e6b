import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { assets, OutsideBroker } from '@telltale/contract';
import type { MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pointsOf } from '#testing/history-reading.ts';
import { Mosquitto } from '#testing/mosquitto.ts';
import { TEST_PASSWORD } from '#testing/portal.ts';
import { logIn, type PortalClient } from '#testing/portal-client.ts';
import { startPortalProcess, temporaryFolder } from '#testing/portal-process.ts';

/** Each costs the start of a portal; TELLTALE_TEST_BROKER_KILLS asks for more. */
const KILLS = Number(process.env.TELLTALE_TEST_BROKER_KILLS ?? 1);
/** Starting a process takes seconds where others use the machine too. */
vi.setConfig({ testTimeout: 240_000 + KILLS * 60_000 });

const IN_FLIGHT = 50;
const MESSAGES = 800;
/** Others may use the machine. */
const PATIENT = { timeout: 60_000 };
const RULE = {
  name: 'Pumps',
  topic: 'plant/{serial}',
  serialNumber: '{serial}',
  values: [{ path: '$.n', label: 'n' }],
  time: { source: '$.ts' },
};
const SERIAL = 'KILLED-1';
const BEGAN_MS = Date.UTC(2026, 0, 1);

let folder: { path: string; remove: () => Promise<void> };
let broker: Mosquitto;
/** What the broker has acknowledged to the device; its place is its value, and its time in milliseconds. */
let acknowledged: number[];
let next: number;

beforeEach(async () => {
  folder = await temporaryFolder();
  acknowledged = [];
  next = 0;
  await mkdir(join(folder.path, 'config'));
  await writeFile(join(folder.path, 'config/broker.json'), JSON.stringify({ rules: [RULE] }));
});
afterEach(async () => {
  await broker.stop();
  await folder.remove();
});

const start = () =>
  startPortalProcess(join(folder.path, 'data'), {
    TELLTALE_BROKER_URL: broker.url,
    TELLTALE_CONFIG: join(folder.path, 'config'),
  });

/** Publishes so many messages at least, or until the connection is gone. */
async function publish(device: MqttClient, count: number): Promise<void> {
  const end = acknowledged.length + count;
  const gone = new Promise<void>((resolve) => device.once('close', () => resolve()));
  const lane = async () => {
    while (device.connected && acknowledged.length < end) {
      const n = next++;
      try {
        await device.publishAsync(`plant/${SERIAL}`, JSON.stringify({ ts: BEGAN_MS + n, n }), { qos: 1 });
      } catch {
        return;
      }
      acknowledged.push(n);
    }
  };
  await Promise.race([Promise.all(Array.from({ length: IN_FLIGHT }, lane)), gone]);
}

async function storedIn(admin: PortalClient): Promise<Set<unknown>> {
  const { body } = await admin.get<assets.Asset[]>('/api/ef/assets');
  const asset = body.find(({ serialNumber }) => serialNumber === SERIAL);
  const points = asset ? await pointsOf(admin, asset.assetId, 'n') : [];
  for (const [timeMs, n] of points) expect(timeMs).toBe(BEGAN_MS + Number(n));
  return new Set(points.map(([, n]) => n));
}

const isConnected = async (admin: PortalClient) =>
  (await admin.get<OutsideBroker>('/api/broker')).body.connection?.isConnected;

describe('what an outside broker has acknowledged to a device', () => {
  it(`is stored after ${KILLS} kills of the portal under load, once`, async () => {
    broker = await Mosquitto.start();
    const device = await broker.client();
    let portal = await start();
    const admin = await logIn(portal.url, 'admin', TEST_PASSWORD);
    for (let round = 0; round < KILLS; round++) {
      const load = publish(device, MESSAGES);
      await expect.poll(async () => (await storedIn(admin.at(portal.url))).size, PATIENT).toBeGreaterThan(round * 100);
      await portal.kill('SIGKILL');
      await load;
      portal = await start();
    }
    await expect
      .poll(async () => {
        const stored = await storedIn(admin.at(portal.url));
        return acknowledged.filter((n) => !stored.has(n)).length;
      }, PATIENT)
      .toBe(0);
    expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS * MESSAGES);
    await portal.kill('SIGTERM');
  });

  it('goes on after kills of the broker: nothing that was stored goes, and what comes then is stored', async () => {
    broker = await Mosquitto.start();
    const portal = await start();
    const admin = await logIn(portal.url, 'admin', TEST_PASSWORD);
    let before = new Set<unknown>();
    for (let round = 0; round < KILLS; round++) {
      const load = publish(await broker.client(), 50_000);
      await expect.poll(async () => (await storedIn(admin)).size, PATIENT).toBeGreaterThan(before.size + 100);
      await broker.kill();
      await load;
      await expect.poll(() => isConnected(admin), PATIENT).toBe(false);
      await broker.begin();
      await expect.poll(() => isConnected(admin), PATIENT).toBe(true);
      const stored = await storedIn(admin);
      expect([...before].filter((n) => !stored.has(n))).toEqual([]);
      before = stored;
    }
    await publish(await broker.client(), 100);
    const last = acknowledged.at(-1);
    await expect.poll(async () => (await storedIn(admin)).has(last), PATIENT).toBe(true);
    await portal.kill('SIGTERM');
  });
});
