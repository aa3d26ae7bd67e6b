import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { connectDevice } from '#testing/device-client.ts';
import { pointsOf } from '#testing/history-reading.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { SmallDisk } from '#testing/small-disk.ts';
import { describeForOperator } from '../operator-errors.ts';
import { startServer } from '../server.ts';

/** Guarantee R9 on a real file system of this size, of which the portal keeps 5 % for itself. */
const DISK_MB = 120;
const MEBIBYTE = 2 ** 20;
const VALUES_PER_MESSAGE = 500;
const IN_FLIGHT = 20;

let disk: SmallDisk | undefined;
let portal: Portal | undefined;
beforeEach(async () => {
  disk = await SmallDisk.mount(DISK_MB);
});
afterEach(async () => {
  await portal?.close();
  portal = undefined;
  await disk?.unmount();
});

/** Publishes until acknowledgements stay out; `acknowledged` are the times of messages whose PUBACK came. */
class Device {
  readonly acknowledged = new Set<number>();
  readonly #client: MqttClient;
  readonly #open = new Set<Promise<void>>();
  #nextMs = Date.now() - 30 * 86_400_000;

  constructor(client: MqttClient) {
    this.#client = client;
  }

  publish(): void {
    const timeMs = this.#nextMs;
    this.#nextMs += VALUES_PER_MESSAGE;
    // Values that do not compress, so that the disk fills.
    const points = Array.from({ length: VALUES_PER_MESSAGE }, (_, i) => ({
      ts: timeMs + i,
      values: { level: Math.sqrt(timeMs + i) * Math.PI },
    }));
    const sent = this.#client.publishAsync('v1/devices/me/telemetry', JSON.stringify(points), { qos: 1 });
    const done = sent.then(() => {
      this.acknowledged.add(timeMs);
      this.#open.delete(done);
    });
    this.#open.add(done);
  }

  get waiting(): number {
    return this.#open.size;
  }

  async oneLess(): Promise<void> {
    await Promise.race(this.#open);
  }

  async allAcknowledged(): Promise<void> {
    await Promise.all(this.#open);
  }
}

async function lost(client: PortalClient, assetId: number, device: Device): Promise<number[]> {
  // What is acknowledged while the history is read may not be in what was read.
  const acknowledged = [...device.acknowledged];
  const stored = new Set((await pointsOf(client, assetId, 'level')).map(([timeMs]) => timeMs));
  return acknowledged.filter((timeMs) => !stored.has(timeMs) || !stored.has(timeMs + VALUES_PER_MESSAGE - 1));
}

it('a disk that fills up holds back acknowledgements, keeps people in, and loses nothing (R9)', async (context) => {
  if (disk === undefined) return context.skip('this user may not mount a file system');
  portal = await startPortal({ config: { dataFolder: join(disk.folder, 'data') } });
  const running = portal;
  const admin = await running.as('admin');
  const { assetId, accessToken, assetDefinitionId } = await running.anAsset();
  const device = new Device(await connectDevice(running, accessToken));
  device.publish();
  await device.allAcknowledged();
  const health = async () => (await running.anonymous.get<{ reason?: string }>('/api/health')).status;
  const dashboard = { dashboardId: 0, assetDefinitionId, config: '{}' };

  // The history fills what room is left, and stops before the last of it.
  disk.fill(0.05 * DISK_MB * MEBIBYTE + 4 * MEBIBYTE);
  const stuck = async () => {
    while ((await health()) === 200) {
      while (device.waiting < IN_FLIGHT) device.publish();
      await Promise.race([device.oneLess(), new Promise((resolve) => setTimeout(resolve, 500))]);
    }
  };
  await stuck();
  expect(device.waiting).toBeGreaterThan(0);
  expect(disk.freeBytes).toBeGreaterThan(MEBIBYTE);
  expect((await running.newSession('admin')).login?.auth.user.username).toBe('admin');
  expect((await admin.post('/api/dashboards', dashboard)).status).toBe(200);
  expect(await lost(admin, assetId, device)).toEqual([]);

  // Somebody else takes the last byte.
  disk.fill(0);
  const late = await running.newSession('admin');
  expect((await late.get('/api/ef/assets')).status).toBe(200);
  expect(await lost(late, assetId, device)).toEqual([]);
  const refused = await late.post<{ error: { code: string; message: string } }>('/api/dashboards', {
    ...dashboard,
    config: JSON.stringify({ filler: 'x'.repeat(200_000) }),
  });
  expect([refused.status, refused.body.error.code]).toEqual([503, 'storage-full']);
  expect(refused.body.error.message).toMatch(/disk of the portal is full/);
  expect(await health()).toBe(503);
  const before = device.acknowledged.size;

  disk.makeRoom();
  await device.allAcknowledged();
  await expect.poll(health, { timeout: 30_000 }).toBe(200);
  expect(device.acknowledged.size).toBeGreaterThan(before);
  expect((await late.post('/api/dashboards', dashboard)).status).toBe(200);

  await running.restart();
  expect(await lost(admin, assetId, device)).toEqual([]);
  // The session that began while nothing could be written is kept, and so is its entry in the journal.
  expect((await late.get('/api/ef/assets')).status).toBe(200);
  const journal = await admin.get<{ entries: { what: string }[] }>('/api/journal?kind=session');
  expect(journal.body.entries.filter(({ what }) => what === 'logged in')).toHaveLength(3);
}, 120_000);

it('a portal starts on a disk without a free byte, says so, serves what there is, and goes on when there is room (R9)', async (context) => {
  if (disk === undefined) return context.skip('this user may not mount a file system');
  const { folder } = disk;
  const running = await startPortal({ config: { dataFolder: join(folder, 'data') } });
  portal = running;
  const admin = await running.as('admin');
  const { assetId, accessToken } = await running.anAsset();
  const before = new Device(await connectDevice(running, accessToken));
  before.publish();
  await before.allAcknowledged();
  const health = () => running.anonymous.get<{ reason?: string }>('/api/health');

  for (const start of ['the first', 'the next one, once there was room between']) {
    await running.restart(async () => disk?.fill(0));
    const { status, body } = await health();
    expect([start, status]).toEqual([start, 503]);
    expect(body.reason).toMatch(/MiB of disk are free/);
    expect((await running.newSession('admin')).login?.auth.user.username).toBe('admin');
    expect((await admin.get('/api/ef/assets')).status).toBe(200);
    expect(await lost(admin, assetId, before)).toEqual([]);
    const device = new Device(await connectDevice(running, accessToken));
    device.publish();
    await expect.poll(() => running.context.pipeline.fault).toMatch(/history cannot be written/);
    expect(device.waiting).toBe(1);

    disk.makeRoom();
    await device.allAcknowledged();
    await expect.poll(async () => (await health()).status, { timeout: 30_000 }).toBe(200);
    await expect.poll(() => existsSync(join(folder, 'data/start-room')), { timeout: 30_000 }).toBe(true);
    expect(await lost(admin, assetId, device)).toEqual([]);
  }
}, 120_000);

it('a start for which nothing kept room says that the disk is full, and not that the database is damaged', async (context) => {
  if (disk === undefined) return context.skip('this user may not mount a file system');
  const dataFolder = join(disk.folder, 'data');
  const stopped = await startPortal({ config: { dataFolder } });
  await stopped.close();
  rmSync(join(dataFolder, 'start-room'), { force: true });
  disk.fill(0);
  const failure = await startServer(stopped.config, { log: createLog('silent') }).catch((error: unknown) => error);
  expect(describeForOperator(failure)).toMatch(/disk of the data folder is full. Make room/);
  disk.makeRoom();
  portal = await startPortal({ config: { dataFolder } });
  expect((await portal.anonymous.get('/api/health')).status).toBe(200);
});
