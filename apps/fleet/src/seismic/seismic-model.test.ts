import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../physics/weather.ts';
import { regions } from '../world/regions.ts';
import { arrivalAt, compassPoint, earthquakesBetween, MIN_MAGNITUDE } from './earthquakes.ts';
import { culturalLevel, microseism, shaking } from './ground-motion.ts';
import { SeismicModel } from './seismic-model.ts';

const start = Date.UTC(2026, 10, 16);
const station = { seed: 31, latitude: 31.25, longitude: -103.29, region: regions.delaware, culturalUmS: 0.5 };

test('the catalogue is the same however it is asked for', () => {
  const whole = earthquakesBetween(regions.delaware, start, start + 2 * DAY_MS);
  const parts = [];
  for (let t = start; t < start + 2 * DAY_MS; t += 17 * 60_000) {
    parts.push(...earthquakesBetween(regions.delaware, t, Math.min(t + 17 * 60_000, start + 2 * DAY_MS)));
  }
  expect(parts).toEqual(whole);
});

test('small earthquakes are ten times as many as those a magnitude larger, at the rate of the region', () => {
  const quakes = earthquakesBetween(regions.delaware, start, start + 300 * DAY_MS);
  expect(quakes.length / (300 * 24)).toBeCloseTo(regions.delaware.perHour, 1);
  const over = (magnitude: number) => quakes.filter((quake) => quake.magnitude >= magnitude).length;
  expect(over(MIN_MAGNITUDE)).toBe(quakes.length);
  expect(over(MIN_MAGNITUDE + 1) / quakes.length).toBeCloseTo(0.1, 1);
  expect(Math.max(...quakes.map((quake) => quake.magnitude))).toBeLessThanOrEqual(regions.delaware.maxMagnitude);
});

test('S comes after P by about an eighth of a second per kilometre, and farther is weaker', () => {
  const quake = { originMs: start, magnitude: 2, latitude: 31.5, longitude: -103.29, depthKm: 6 };
  const near = arrivalAt(quake, 31.4, -103.29);
  const far = arrivalAt(quake, 31.1, -103.29);
  expect(near.epicentreKm).toBeCloseTo(11.1, 0);
  expect((near.sMs - near.pMs) / 1000 / Math.hypot(11.12, 6)).toBeCloseTo(0.1223, 2);
  expect(far.peak).toBeLessThan(near.peak);
  expect(compassPoint(near.bearing)).toBe('N');
});

test('nothing shakes before P; S is stronger than P; the coda dies away', () => {
  const arrival = arrivalAt(
    { originMs: start, magnitude: 2.5, latitude: 31.5, longitude: -103.29, depthKm: 6 },
    31.25,
    -103.29,
  );
  const largest = (fromMs: number, toMs: number) => {
    let peak = 0;
    for (let t = fromMs; t < toMs; t += 1000) peak = Math.max(peak, Math.abs(shaking(3, 'North', t, arrival)));
    return peak;
  };
  expect(largest(arrival.pMs - 60_000, arrival.pMs)).toBe(0);
  expect(largest(arrival.sMs, arrival.sMs + 5_000)).toBeGreaterThan(largest(arrival.pMs, arrival.sMs - 100));
  expect(largest(arrival.sMs + 90_000, arrival.sMs + 95_000)).toBeLessThan(0.01 * arrival.peak);
});

test('people make more noise on a Wednesday noon than at night or on Sunday', () => {
  const mean = (fromMs: number) => {
    let sum = 0;
    for (let i = 0; i < 120; i++) sum += culturalLevel(station, fromMs + i * 60_000);
    return sum / 120;
  };
  const wednesdayNoon = mean(Date.UTC(2026, 10, 18, 19));
  expect(wednesdayNoon).toBeGreaterThan(3 * mean(Date.UTC(2026, 10, 18, 9)));
  expect(wednesdayNoon).toBeGreaterThan(1.5 * mean(Date.UTC(2026, 10, 22, 19)));
});

test('microseism swings around zero with a period of a few seconds', () => {
  let crossings = 0;
  let last = microseism(1, start);
  for (let t = start; t < start + 600_000; t += 100) {
    const now = microseism(1, t);
    if (Math.sign(now) !== Math.sign(last)) crossings += 1;
    last = now;
  }
  const periodS = 600 / (crossings / 2);
  expect(periodS).toBeGreaterThan(4);
  expect(periodS).toBeLessThan(10);
});

test('an earthquake triggers the detector, is reported once with its magnitude, and leaves the noise level alone', () => {
  const quake = earthquakesBetween(regions.delaware, start, start + 7 * DAY_MS).find(
    (one) => one.magnitude > 2 && one.magnitude < 2.6,
  );
  if (!quake) throw new Error('a week of the Delaware basin has an earthquake of magnitude 2');
  const model = new SeismicModel(station);
  const state = model.start(quake.originMs - HOUR_MS);
  let ratio = 0;
  while (state.timeMs < quake.originMs + 3 * 60_000) {
    model.advance(state, state.timeMs + 1000);
    if (state.timeMs > quake.originMs) ratio = Math.max(ratio, model.read(state)['STA/LTA'] as number);
  }
  expect(ratio).toBeGreaterThan(4);
  expect(state.lastMagnitude).toBeCloseTo(quake.magnitude, 0);
  expect(state.lastEvent).toContain(new Date(quake.originMs).toISOString().slice(11, 19));
  expect(state.noiseRms).toBeLessThan(3);
});

test('history in steps of 10 s sees the peak of an earthquake that falls between two of them', () => {
  const quake = earthquakesBetween(regions.delaware, start, start + 7 * DAY_MS).find((one) => one.magnitude > 2.2);
  if (!quake) throw new Error('a week of the Delaware basin has an earthquake of magnitude 2.2');
  const peakAt = (stepS: number) => {
    const model = new SeismicModel(station);
    const state = model.start(Math.floor(quake.originMs / 10_000) * 10_000 - HOUR_MS);
    while (state.timeMs < quake.originMs + 3 * 60_000) model.advance(state, state.timeMs + stepS * 1000);
    return state.peak;
  };
  expect(peakAt(10)).toBeCloseTo(peakAt(1), 6);
});

test('the ratio hovers around one in quiet times', () => {
  const model = new SeismicModel({ ...station, region: { ...regions.delaware, perHour: 0 } });
  const state = model.start(start);
  let above = 0;
  let sum = 0;
  for (let i = 0; i < 7_200; i++) {
    model.advance(state, state.timeMs + 1000);
    const ratio = model.read(state)['STA/LTA'] as number;
    sum += ratio;
    if (ratio > 4) above += 1;
  }
  expect(sum / 7_200).toBeGreaterThan(0.7);
  expect(sum / 7_200).toBeLessThan(1.4);
  expect(above).toBe(0);
});
