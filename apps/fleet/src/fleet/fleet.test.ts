import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestBroker } from '../device/testing/test-broker.ts';
import { DAY_MS, HOUR_MS } from '../physics/weather.ts';
import { fleetMembers } from '../world/fleet-members.ts';
import type { Roster } from '../world/roster.ts';
import { Fleet } from './fleet.ts';
import { readMemory } from './memory-file.ts';

const start = Date.UTC(2026, 10, 20, 12);
const roster: Roster[] = [
  { serialNumber: 'SS-3001', periodMs: 1_000 },
  { serialNumber: 'TB-2034', periodMs: 5_000, gateway: 'batteries' },
];
const some = (bornMs: number) =>
  fleetMembers(bornMs).filter((member) => roster.some((one) => one.serialNumber === member.serialNumber));

let broker: TestBroker;
let folder: string;
let nowMs: number;
let fleets: Fleet[];

beforeEach(async () => {
  broker = await TestBroker.start();
  folder = mkdtempSync(join(tmpdir(), 'telltale-fleet-'));
  nowMs = start;
  fleets = [];
});
afterEach(async () => {
  for (const fleet of fleets) await fleet.stop();
  await broker.down();
  rmSync(folder, { recursive: true });
});

const memoryPath = () => join(folder, 'memory.json');

function aFleet(): Fleet {
  const fleet = new Fleet({
    membersOf: some,
    roster,
    credentials: { mqttUrl: broker.url, devices: { 'SS-3001': 'own' }, gateways: { batteries: 'shared' } },
    memory: readMemory(memoryPath()),
    memoryPath: memoryPath(),
    now: () => nowMs,
    log: () => undefined,
  });
  fleets.push(fleet);
  return fleet;
}

/** Times at which each device's data arrived, from the first message on, without doubles, in order. */
function timesOf(serial: 'SS-3001' | 'TB-2034'): number[] {
  const times = new Set<number>();
  for (const { topic, payload } of broker.received) {
    if (!topic.endsWith('telemetry')) continue;
    const json = JSON.parse(payload);
    for (const { ts } of serial === 'SS-3001' ? (Array.isArray(json) ? json : []) : (json[serial] ?? [])) times.add(ts);
  }
  return [...times].sort((a, b) => a - b);
}

const sent = () => broker.received.filter((one) => one.topic.endsWith('telemetry')).length;

/** Moves the clock and lets the fleet measure; resolves when the seismometer's measurement came. */
async function live(fleet: Fleet, byMs: number): Promise<void> {
  nowMs += byMs;
  fleet.tick();
  await broker.until(() =>
    broker.received.some(({ user, payload }) => user === 'own' && payload.includes(`"ts":${nowMs},`)),
  );
}

function expectNoHoles(times: readonly number[]): void {
  for (const [i, time] of times.entries()) if (i > 0) expect(time - (times[i - 1] ?? 0)).toBeLessThanOrEqual(10_000);
}

test('sends seven days at ten seconds beside live values, without a hole, and then only what is new', async () => {
  const fleet = aFleet();
  fleet.start();
  await live(fleet, 3_000);
  await fleet.historySent;
  const seismic = timesOf('SS-3001');
  expect(seismic[0]).toBe(start - 7 * DAY_MS + 10_000);
  expect(seismic.at(-1)).toBe(start + 3_000);
  expectNoHoles(seismic);
  await live(fleet, 1_000);
  await fleet.stop();
  expect(readMemory(memoryPath())?.todo).toEqual([]);

  broker.received.length = 0;
  nowMs += 2 * HOUR_MS;
  const again = aFleet();
  again.start();
  await again.historySent;
  await live(again, 1_000);
  const gap = timesOf('SS-3001');
  expect(gap[0]).toBeLessThanOrEqual(start + 10_000);
  expect(gap[0]).toBeGreaterThan(start);
  expect(gap.at(-1)).toBe(nowMs);
  expectNoHoles(gap);
  expect(timesOf('TB-2034').length).toBeGreaterThanOrEqual(719);
});

test('a machine that slept is caught up in steps of ten seconds', async () => {
  const fleet = aFleet();
  fleet.start();
  await fleet.historySent;
  broker.received.length = 0;
  await live(fleet, HOUR_MS);
  const times = timesOf('SS-3001');
  expectNoHoles(times);
  expect(times.length).toBeGreaterThan(350);
  expect(times.length).toBeLessThan(500);
});

test('a fleet that is stopped in the middle of its history goes on with the rest', async () => {
  const fleet = aFleet();
  fleet.start();
  await broker.until(() => sent() > 30);
  await fleet.stop();
  expect(readMemory(memoryPath())?.todo.length).toBeGreaterThan(0);
  const before = sent();
  const rest = aFleet();
  rest.start();
  await rest.historySent;
  expectNoHoles(timesOf('SS-3001'));
  expect(timesOf('SS-3001').length).toBeGreaterThanOrEqual((7 * DAY_MS) / 10_000);
  // The few messages that were on their way at the stop are sent twice, not everything.
  expect(sent()).toBeLessThan(2 * 356 + 2 * 9 + before / 2 + 10);
});

test('a device that the portal gave no token is refused by name', () => {
  expect(
    () =>
      new Fleet({
        membersOf: some,
        roster,
        credentials: { mqttUrl: broker.url, devices: {}, gateways: {} },
        memory: undefined,
        memoryPath: memoryPath(),
        now: () => nowMs,
        log: () => undefined,
      }),
  ).toThrow('The portal gave no token for SS-3001.');
});

test('a command to a device changes what it measures', async () => {
  const fleet = aFleet();
  fleet.start();
  await broker.until(() => sent() > 2);
  broker.publish('v1/gateway/rpc', '{"device":"TB-2034","data":{"id":9,"method":"loading.stop"}}');
  await broker.until(() =>
    broker.received.some(({ topic, payload }) => topic === 'v1/gateway/rpc' && payload.includes('Loading is locked.')),
  );
});
