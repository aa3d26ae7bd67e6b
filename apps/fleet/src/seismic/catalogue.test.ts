import { expect, test } from 'vitest';
import { catalogueText } from './catalogue.ts';
import { serveCatalogue } from './catalogue-server.ts';
import { arrivalAt } from './earthquakes.ts';

const NOW_MS = Date.UTC(2026, 10, 23, 8);

test('the catalogue is the simulated week, newest first, each event marked as simulated and once', () => {
  const lines = catalogueText(NOW_MS).trim().split('\n').slice(1);
  const rows = lines.map((line) => line.split('|'));
  const times = rows.map(([, time]) => Date.parse(`${time}Z`));
  expect(lines.length).toBeGreaterThan(300);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect([Math.max(...times) < NOW_MS - 90_000, Math.min(...times) > NOW_MS - 7 * 86_400_000]).toEqual([true, true]);
  expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length);
  expect(rows.every((row) => row.length === 14 && row[12]?.endsWith('(simulated)'))).toBe(true);
});

test('what it says of an event is what the stations feel', () => {
  const [, first = ''] = catalogueText(NOW_MS).split('\n');
  const [, time, latitude, longitude, depth, , , , , , magnitude] = first.split('|');
  const quake = {
    originMs: Date.parse(`${time}Z`),
    latitude: Number(latitude),
    longitude: Number(longitude),
    depthKm: Number(depth),
    magnitude: Number(magnitude),
  };
  const { pMs, sMs } = arrivalAt(quake, quake.latitude, quake.longitude);
  expect([pMs - quake.originMs, sMs - pMs].every((ms) => ms > 400)).toBe(true);
});

test('it is served on this machine', async () => {
  const server = await serveCatalogue(() => NOW_MS);
  try {
    expect(await (await fetch(server.url)).text()).toBe(catalogueText(NOW_MS));
  } finally {
    await server.close();
  }
});
