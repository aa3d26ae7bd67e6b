import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TEST_PASSWORD } from '#testing/portal.ts';
import { logIn, type PortalClient } from '#testing/portal-client.ts';
import { startPortalProcess, temporaryFolder } from '#testing/portal-process.ts';
import { freePort } from '../../../scripts/free-port.ts';

/** Each costs the start of a portal; TELLTALE_TEST_KILLS asks for more. */
const KILLS = Number(process.env.TELLTALE_TEST_KILLS ?? 8);
/** Starting a process takes seconds where others use the machine too. */
vi.setConfig({ testTimeout: 120_000 + 20_000 * KILLS });
const MOST_MESSAGES = 900;
/** Messages on their way at a time, each with ten values: more than 1,000 messages a second get through. */
const IN_FLIGHT = 50;
const LABELS = Array.from({ length: 10 }, (_, index) => `sensor${index}`);
/** Acknowledged messages until the end comes; no two rounds alike, and the same in each run. */
const endAfter = (round: number) => 50 + ((round * 7919) % MOST_MESSAGES);

interface World {
  data: string;
  mqttPort: number;
  /** Times of the messages that were acknowledged; the values follow from the time. */
  acknowledged: number[];
  nextMs: number;
}

const sampleAt = (timeMs: number, item: number) => (timeMs % 100_000) + item / 10;

/** Publishes as fast as the window allows until the portal ends; a message is written down once its PUBACK is here. */
async function publishUntilTheEnd(device: MqttClient, world: World, target: number, end: () => void): Promise<void> {
  let count = 0;
  let isOver = false;
  device.on('error', () => undefined);
  device.on('close', () => {
    isOver = true;
  });
  const lane = async () => {
    while (!isOver) {
      const timeMs = world.nextMs++;
      const values = Object.fromEntries(LABELS.map((label, item) => [label, sampleAt(timeMs, item)]));
      try {
        await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts: timeMs, values }), { qos: 1 });
      } catch {
        return;
      }
      if (isOver) return;
      world.acknowledged.push(timeMs);
      if (++count === target) end();
    }
  };
  await Promise.race([
    Promise.all(Array.from({ length: IN_FLIGHT }, lane)),
    new Promise<void>((resolve) => device.once('close', () => resolve())),
  ]);
}

function start(world: World) {
  return startPortalProcess(world.data, { TELLTALE_MQTT_PORT: String(world.mqttPort) });
}

async function run(world: World, token: string, child: ChildProcess, signal: NodeJS.Signals, target: number) {
  const options = { username: token, reconnectPeriod: 0, connectTimeout: 5_000 };
  const device = await connectAsync(`mqtt://127.0.0.1:${world.mqttPort}`, options);
  await publishUntilTheEnd(device, world, target, () => {
    child.kill(signal);
  });
  device.end(true);
}

/** What the portal answers for the whole time, as [times in ms, one column for each label]. */
async function readBack(admin: PortalClient, assetId: number, world: World): Promise<[number[], number[][]]> {
  const items = await admin.get<{ dataItemId: number; label: string }[]>(`/api/ef/assets/${assetId}/dataitems`);
  const ids = LABELS.map((label) => items.body.find((item) => item.label === label)?.dataItemId);
  const query = new URLSearchParams({
    columnar: 'true',
    threshold: '-1',
    dataItems: ids.map((id) => `${assetId}-${id}`).join(','),
    startTime: new Date(0).toISOString(),
    endTime: new Date(world.nextMs).toISOString(),
  });
  const { status, body } = await admin.get<number[][]>(`/api/historicaldata?${query}`);
  expect(status).toBe(200);
  const [seconds = [], ...columns] = body;
  return [seconds.map((second) => Math.round(second * 1_000)), columns];
}

async function anAsset(admin: PortalClient) {
  const definition = await admin.post<{ assetDefinitionId: number }>('/api/ef/assetdefinitions', {
    assetDefinitionName: 'Pump',
  });
  const { assetDefinitionId } = definition.body;
  const asset = await admin.post<{ assetId: number; accessToken: string }>('/api/assets', {
    serialNumber: 'P1',
    assetDefinitionId,
  });
  return asset.body;
}

function expectNothingLost(world: World, times: number[], columns: number[][]): void {
  const places = new Map(times.map((timeMs, index) => [timeMs, index]));
  expect(places.size).toBe(times.length);
  const lost = world.acknowledged.filter((timeMs) => !places.has(timeMs));
  expect(lost).toEqual([]);
  const wrong = world.acknowledged.filter((timeMs) =>
    columns.some((column, item) => column[places.get(timeMs) ?? -1] !== sampleAt(timeMs, item)),
  );
  expect(wrong).toEqual([]);
}

describe('an acknowledged message', () => {
  let folder: { path: string; remove: () => Promise<void> };
  let world: World;
  beforeEach(async () => {
    folder = await temporaryFolder();
    const nextMs = Date.now() - 3_600_000;
    world = { data: join(folder.path, 'data'), mqttPort: await freePort(), acknowledged: [], nextMs };
  });
  afterEach(() => folder.remove());

  it(`outlives ${KILLS} kills under load, once`, async () => {
    let portal = await start(world);
    const admin = await logIn(portal.url, 'admin', TEST_PASSWORD);
    const { assetId, accessToken } = await anAsset(admin);
    for (let round = 0; round < KILLS; round++) {
      await run(world, accessToken, portal.child, 'SIGKILL', endAfter(round));
      await portal.exited;
      portal = await start(world);
    }
    const [times, columns] = await readBack(admin.at(portal.url), assetId, world);
    expect(world.acknowledged.length).toBeGreaterThan(KILLS * 50);
    expectNothingLost(world, times, columns);
    await portal.kill('SIGTERM');
  });

  it('outlives an orderly stop under load', async () => {
    let portal = await start(world);
    const admin = await logIn(portal.url, 'admin', TEST_PASSWORD);
    const { assetId, accessToken } = await anAsset(admin);
    await run(world, accessToken, portal.child, 'SIGTERM', 500);
    expect(await portal.exited).toMatchObject({ code: 0 });
    portal = await start(world);
    const [times, columns] = await readBack(admin.at(portal.url), assetId, world);
    expectNothingLost(world, times, columns);
    await portal.kill('SIGTERM');
  });
});
