import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestBroker } from '../device/testing/test-broker.ts';
import { findKind, kindNames, simulatedMembers } from './simulated-kinds.ts';
import { Simulation } from './simulation.ts';

const start = Date.UTC(2026, 10, 20, 12);
let broker: TestBroker;
let simulation: Simulation | undefined;
let nowMs: number;

beforeEach(async () => {
  broker = await TestBroker.start();
  nowMs = start;
});
afterEach(async () => {
  await simulation?.stop();
  await broker.down();
});

function simulate(count: number): Simulation {
  const kind = findKind('Pump Station');
  if (!kind) throw new Error('pump stations can be simulated');
  simulation = new Simulation({
    url: broker.url,
    token: 'gateway',
    definition: 'Pump Station',
    members: simulatedMembers(kind, count, start),
    periodMs: 1_000,
    now: () => nowMs,
    retryMs: { first: 10, longest: 50 },
  });
  simulation.start();
  return simulation;
}

const telemetry = () => broker.received.filter((message) => message.topic === 'v1/gateway/telemetry');
/** Pairs of serial number and time that came, without doubles. */
const measurements = () =>
  new Set(
    telemetry().flatMap(({ payload }) =>
      Object.entries(JSON.parse(payload) as Record<string, { ts: number }[]>).flatMap(([serial, samples]) =>
        samples.map(({ ts }) => `${serial} ${ts}`),
      ),
    ),
  );

test('announces each device with its definition and sends for all of them over one connection', async () => {
  const running = simulate(300);
  nowMs += 2_000;
  running.tick();
  await broker.until(() => measurements().size === 600);
  const announced = broker.received.filter((message) => message.topic === 'v1/gateway/connect');
  expect(JSON.parse(announced[0]?.payload ?? '')).toEqual({ device: 'SIM-PS-0001', type: 'Pump Station' });
  expect(announced).toHaveLength(300);
  expect(broker.connections).toBe(1);
});

test('survives a restart of the broker and sends what it measured meanwhile', async () => {
  const running = simulate(2);
  nowMs += 1_000;
  running.tick();
  await broker.until(() => measurements().size === 2);
  await broker.down();
  nowMs += 5_000;
  running.tick();
  await broker.up();
  await broker.until(() => measurements().size === 12);
});

test('a machine that slept goes on at now instead of making up hours', async () => {
  const running = simulate(1);
  nowMs += 6 * 3_600_000;
  running.tick();
  await broker.until(() => measurements().size === 1);
  expect([...measurements()]).toEqual([`SIM-PS-0001 ${nowMs}`]);
});

test.each(kindNames)('devices of the kind %s differ from each other and give finite readings', (name) => {
  const kind = findKind(name.toUpperCase());
  if (!kind) throw new Error(`${name} can be simulated`);
  const [one, other] = simulatedMembers(kind, 2, start).map((member) => {
    const state = member.model.start(start);
    for (let t = start + 1_000; t <= start + 60_000; t += 1_000) member.model.advance(state, t);
    return member.model.read(state);
  });
  expect(one).not.toEqual(other);
  for (const value of Object.values({ ...one })) {
    if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
  }
});

test('an unknown kind is none', () => {
  expect(findKind('Submarine')).toBeUndefined();
});
