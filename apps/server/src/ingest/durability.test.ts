import { randomInt } from 'node:crypto';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, expect, it } from 'vitest';
import { TEST_PASSWORD } from '#testing/portal.ts';
import { logIn, type PortalClient } from '#testing/portal-client.ts';
import { freePort, startPortalProcess, type TelltaleProcess, temporaryFolder } from '#testing/portal-process.ts';

/** A few in every run of the tests; the guarantee was measured with 20 (TELLTALE_TEST_KILLS=20). */
const KILLS = Number(process.env.TELLTALE_TEST_KILLS ?? 3);
const DEVICES = 20;
const MESSAGES_PER_SECOND = 1_000;
const VALUES = 10;
const TICK_MS = 20;

let portal: TelltaleProcess | undefined;
afterEach(async () => {
  await portal?.kill('SIGKILL');
});

interface Device {
  assetId: number;
  accessToken: string;
  client: MqttClient;
  /** Times of messages whose acknowledgement came. */
  acknowledged: number[];
  nextTimeMs: number;
}

/** Each value says which message and which data item it belongs to, so that a mix-up shows. */
const valueAt = (timeMs: number, item: number) => (timeMs % 100_000) * VALUES + item;

function publish(device: Device): void {
  const ts = device.nextTimeMs++;
  const values = Object.fromEntries(Array.from({ length: VALUES }, (_, i) => [`item ${i}`, valueAt(ts, i)]));
  device.client
    .publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts, values }), { qos: 1 })
    .then(() => device.acknowledged.push(ts))
    // Without an acknowledgement nothing was promised.
    .catch(() => undefined);
}

function connect(mqttPort: number, accessToken: string): Promise<MqttClient> {
  const options = { username: accessToken, reconnectPeriod: 0, connectTimeout: 10_000 };
  return connectAsync(`mqtt://127.0.0.1:${mqttPort}`, options).then((client) => client.on('error', () => undefined));
}

/** Publishes at the pace of the load until so many messages more are acknowledged. */
function load(devices: readonly Device[], messages: number): Promise<void> {
  const count = () => devices.reduce((sum, device) => sum + device.acknowledged.length, 0);
  const goal = count() + messages;
  let next = 0;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      for (let i = 0; i < (MESSAGES_PER_SECOND * TICK_MS) / 1_000; i++) publish(devices[next++ % DEVICES] as Device);
      if (count() < goal) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
}

async function createDevices(admin: PortalClient): Promise<Device[]> {
  const definition = await admin.post<{ assetDefinitionId: number }>('/api/ef/assetdefinitions', {
    assetDefinitionName: 'D',
  });
  const { assetDefinitionId } = definition.body;
  const devices: Device[] = [];
  for (let n = 0; n < DEVICES; n++) {
    const { body } = await admin.post<Device>('/api/assets', { serialNumber: `D${n}`, assetDefinitionId });
    devices.push({ ...body, acknowledged: [], nextTimeMs: 1_700_000_000_000 });
  }
  return devices;
}

/** Every point of a device as [seconds, values of item 0, values of item 1, …]. */
async function historyOf(admin: PortalClient, device: Device): Promise<number[][]> {
  const items = await admin.get<{ dataItemId: number; label: string }[]>(`/api/ef/assets/${device.assetId}/dataitems`);
  const idByLabel = new Map(items.body.map(({ label, dataItemId }) => [label, dataItemId]));
  const names = Array.from({ length: VALUES }, (_, i) => `${device.assetId}-${idByLabel.get(`item ${i}`)}`);
  const range = 'startTime=2023-01-01T00:00:00Z&endTime=2024-01-01T00:00:00Z';
  const path = `/api/historicaldata?columnar=true&threshold=-1&dataItems=${names.join()}&${range}`;
  return (await admin.get<number[][]>(path)).body;
}

async function expectNothingLost(url: string, devices: readonly Device[]): Promise<void> {
  const admin = await logIn(url, 'admin', TEST_PASSWORD);
  for (const device of devices) {
    const [seconds = [], ...columns] = await historyOf(admin, device);
    const rowOf = new Map(seconds.map((time, row) => [Math.round(time * 1_000), row]));
    expect(rowOf.size).toBe(seconds.length);
    const lost = device.acknowledged.filter((timeMs) => !rowOf.has(timeMs));
    expect(lost).toEqual([]);
    for (const timeMs of device.acknowledged) {
      const row = rowOf.get(timeMs) as number;
      expect(columns.map((column) => column[row])).toEqual(columns.map((_, item) => valueAt(timeMs, item)));
    }
  }
}

it('a stop by SIGTERM under load ends with 0 within 10 s and loses nothing (R6)', { timeout: 60_000 }, async () => {
  const folder = await temporaryFolder();
  const mqttPort = await freePort();
  const first = await startPortalProcess(folder.path, { TELLTALE_MQTT_PORT: String(mqttPort) });
  portal = first;
  const devices = await createDevices(await logIn(first.url, 'admin', TEST_PASSWORD));
  for (const device of devices) device.client = await connect(mqttPort, device.accessToken);
  await load(devices, 1_000);
  for (let i = 0; i < 500; i++) publish(devices[i % DEVICES] as Device);
  const stoppedMs = performance.now();
  expect((await first.kill('SIGTERM')).code).toBe(0);
  expect(performance.now() - stoppedMs).toBeLessThan(10_000);
  const second = await startPortalProcess(folder.path, { TELLTALE_MQTT_PORT: String(mqttPort) });
  portal = second;
  await expectNothingLost(second.url, devices);
  await second.kill('SIGTERM');
  await folder.remove();
});

it(`no acknowledged point is lost or doubled by ${KILLS} kills (-9) under 1,000 messages/s × 10 values (R1)`, {
  timeout: 60_000 + KILLS * 30_000,
}, async () => {
  const folder = await temporaryFolder();
  const mqttPort = await freePort();
  const start = () => startPortalProcess(folder.path, { TELLTALE_MQTT_PORT: String(mqttPort) });
  let running = await start();
  portal = running;
  const devices = await createDevices(await logIn(running.url, 'admin', TEST_PASSWORD));
  const startTimes: number[] = [];
  for (let kill = 0; kill <= KILLS; kill++) {
    for (const device of devices) device.client = await connect(mqttPort, device.accessToken);
    await load(devices, randomInt(300, 2_500));
    await running.kill('SIGKILL');
    const killedMs = performance.now();
    running = await start();
    portal = running;
    startTimes.push(performance.now() - killedMs);
  }
  await expectNothingLost(running.url, devices);
  expect(Math.max(...startTimes)).toBeLessThan(5_000);
  await running.kill('SIGTERM');
  await folder.remove();
});
