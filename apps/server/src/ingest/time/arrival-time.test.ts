import { MAX_AHEAD_MS } from '@telltale/contract';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';
import type { IncomingPoint } from '../incoming.ts';

let portal: Portal;
let clock: TestClock;
let asset: Awaited<ReturnType<Portal['anAsset']>>;
let nowMs = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  clock = new TestClock();
  portal = await startPortal({ clock });
});
afterAll(() => portal.close());
beforeEach(async () => {
  nowMs += 3_600_000;
  clock.stopAt(nowMs);
  asset = await portal.anAsset();
});

const untimed = (values: Record<string, number>, timeMs?: number): IncomingPoint[] =>
  Object.entries(values).map(([label, value]) => ({ label, value, timeMs, quality: 192 }));

const accept = (...points: IncomingPoint[]) => portal.context.pipeline.accept(asset, points);

async function stored(label: string): Promise<[timeMs: number, value: unknown][]> {
  const slot = portal.context.registry.find(asset.assetId)?.slotOf(label);
  if (!slot) return [];
  const { timesMs, values } = await portal.context.historian.readSeries(slot.key, 0, nowMs + 2 * MAX_AHEAD_MS);
  return [...timesMs].map((timeMs, i) => [timeMs - nowMs, values[i]]);
}

it('of 1,000 values without a time that come in one millisecond, each is kept at a time of its own', async () => {
  const device = await connectAsync(`mqtt://127.0.0.1:${portal.mqttPort}`, { username: asset.accessToken });
  const publish = (value: number) =>
    device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ n: value }), { qos: 1 });
  await Promise.all(Array.from({ length: 500 }, (_, i) => publish(i)));
  for (let i = 500; i < 1_000; i++) await publish(i);
  await device.endAsync();
  expect(await stored('n')).toEqual(Array.from({ length: 1_000 }, (_, i) => [i, i]));
});

it('goes on after the last one over a restart, and follows the clock again when that has caught up', async () => {
  for (let i = 0; i < 5; i++) await accept(...untimed({ n: i }));
  await portal.restart();
  await accept(...untimed({ n: 5 }));
  clock.stopAt(nowMs + 100);
  await accept(...untimed({ n: 6 }));
  expect((await stored('n')).map(([timeMs]) => timeMs)).toEqual([0, 1, 2, 3, 4, 5, 100]);
});

it('the values of one message share a time, also with labels never seen before and in other spellings', async () => {
  await accept(...untimed({ a: 1 }));
  await accept(...untimed({ A: 2, b: 3, c: 4 }));
  await accept(...untimed({ b: 5 }), ...untimed({ B: 6, c: 7 }));
  expect(await stored('a')).toEqual([
    [0, 1],
    [1, 2],
  ]);
  expect(await stored('b')).toEqual([
    [1, 3],
    [2, 5],
    [3, 6],
  ]);
  expect(await stored('c')).toEqual([
    [1, 4],
    [3, 7],
  ]);
});

it('takes no time at which the device has measured itself', async () => {
  await accept(...untimed({ n: 1 }, nowMs), ...untimed({ m: 1 }, nowMs + 5_000));
  await accept(...untimed({ n: 2 }));
  await accept(...untimed({ m: 2 }));
  expect([await stored('n'), await stored('m')]).toEqual([
    [
      [0, 1],
      [1, 2],
    ],
    [
      [5_000, 1],
      [5_001, 2],
    ],
  ]);
});

it('sets aside, with the reason, what finds no free time for ten minutes', async () => {
  await accept(...untimed({ n: 1 }, nowMs + MAX_AHEAD_MS));
  await accept(...untimed({ n: 2 }));
  const quarantine = await portal.context.quarantine.list({ assetId: asset.assetId });
  expect(quarantine.map(({ reason, excerpt }) => [reason, excerpt])).toEqual([
    ['more values without a time than a series has milliseconds', '2'],
  ]);
  expect(await stored('n')).toEqual([[MAX_AHEAD_MS, 1]]);
});

it('begins anew when the server’s clock was set back', async () => {
  await accept(...untimed({ n: 1 }));
  clock.stopAt(nowMs - 2 * MAX_AHEAD_MS);
  await accept(...untimed({ n: 2 }));
  await accept(...untimed({ n: 3 }));
  expect(await stored('n')).toEqual([
    [-2 * MAX_AHEAD_MS, 2],
    [-2 * MAX_AHEAD_MS + 1, 3],
    [0, 1],
  ]);
});
