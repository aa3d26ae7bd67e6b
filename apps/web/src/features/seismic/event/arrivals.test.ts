import type { assets } from '@telltale/contract';
import { expect, test } from 'vitest';
import { anAsset } from '#testing/portal-stub.ts';
import { arrivalsAt, pointNear } from './arrivals.ts';

const at = (alias: string, place: { latitude: number; longitude: number } | null): assets.Asset => ({
  ...anAsset({ alias }),
  currentCoordinates: place && { ...place, set: '2026-01-01T00:00:00.000Z' },
});
const TX_EVENT = { time: '2025-01-15T21:17:02.000Z', depth: 3.7, latitude: 31.5893, longitude: -104.5274 };
const originMs = Date.parse(TX_EVENT.time);

test('stations stand by their distance, with when P and S are expected and how far off that may be', () => {
  const near = at('Near', { latitude: 31.67, longitude: -104.52 });
  const far = at('Far', { latitude: 35.94, longitude: -97.62 });
  const [first, second, ...others] = arrivalsAt(TX_EVENT, [far, at('Nowhere', null), near]);
  expect([first?.name, second?.name, others]).toEqual(['Near', 'Far', []]);
  expect(first?.miles).toBeCloseTo(5.59, 1);
  // 9 km along the ground and 3.7 down, at 5.8 and 3.36 km/s.
  expect(first?.p?.seconds).toBeCloseTo(1.68, 1);
  expect(first?.s?.seconds).toBeCloseTo(2.9, 1);
  expect([first?.p?.give, first?.fromMs]).toEqual([1, Math.round(originMs + ((first?.p?.seconds ?? 0) - 20) * 1_000)]);
  expect(second?.p?.give).toBeCloseTo((second?.p?.seconds ?? 0) * 0.03);
  expect((second?.toMs ?? 0) - (second?.s?.timeMs ?? 0)).toBeGreaterThan(60_000);
});

test('nothing is expected in the shadow of the core, and half an hour is looked at', () => {
  const [only] = arrivalsAt(TX_EVENT, [at('Perth', { latitude: -31.9, longitude: 115.9 })]);
  expect([only?.p, only?.s]).toEqual([undefined, undefined]);
  expect((only?.toMs ?? 0) - originMs).toBe(1_800_000);
});

test.each([
  [-5, 0],
  [1.4, 0],
  [1.6, 2],
  [9, 3],
])('the point of a recording nearest to %s s is one that has a value', (moment, expected) => {
  expect(pointNear({ times: [0, 1.5, 3, 6], values: [4, null, 0, -1] }, moment)).toBe(expected);
});

test('a recording without values has no point', () => {
  expect(pointNear({ times: [1], values: [null] }, 1)).toBeUndefined();
  expect(pointNear({ times: [], values: [] }, 1)).toBeUndefined();
});
