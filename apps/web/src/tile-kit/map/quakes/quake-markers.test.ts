import type { assets, seismic } from '@telltale/contract';
import { expect, test } from 'vitest';
import { assetsByDistance, markerOfQuake, markersOfQuakes, quakeOfMarker } from './quake-markers.ts';

const quake = (id: string, magnitude: number | null) =>
  ({ id, magnitude, latitude: 31, longitude: -103, region: 'West' }) as seismic.SeismicEvent;
const asset = (assetAlias: string, at: readonly [number, number] | null) =>
  ({
    assetAlias,
    currentCoordinates: at === null ? null : { latitude: at[0], longitude: at[1] },
  }) as unknown as assets.Asset;
const nearestTo = (latitude: number, longitude: number, list: readonly assets.Asset[]) =>
  assetsByDistance(list, { latitude, longitude }).map((one) => [one.asset.assetAlias, Math.round(one.miles)]);

test('markers of earthquakes have ids of their own, which lead back to the event', () => {
  const events = [quake('a', 2.4), quake('b', null), quake('c', -0.8)];
  const markers = markersOfQuakes(events);
  expect(markers.map(({ id }) => id)).toEqual([-1, -2, -3]);
  expect(markers.map(({ quake: one }) => one?.magnitude)).toEqual([2.4, null, -0.8]);
  expect(markers[1]).toMatchObject({ name: 'Earthquake', description: 'earthquake, West', alarm: undefined });
  expect(markers.map(({ id }) => quakeOfMarker(events, id)?.id)).toEqual(['a', 'b', 'c']);
  expect(events.map(({ id }) => markerOfQuake(events, id))).toEqual([-1, -2, -3]);
  expect([undefined, 0, 7, -4].map((id) => quakeOfMarker(events, id))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect([null, 'gone'].map((id) => markerOfQuake(events, id))).toEqual([undefined, undefined]);
  expect(markersOfQuakes([])).toEqual([]);
});

// A degree along the equator or a meridian is 69.09 miles.
test.each([
  [
    'over the date line',
    [0, 179.5],
    [
      ['east', 69],
      ['west', 104],
    ],
    [asset('west', [0, 178]), asset('east', [0, -179.5])],
  ],
  [
    'at the north pole, where every longitude is the same',
    [90, 0],
    [
      ['b', 69],
      ['a', 138],
    ],
    [asset('a', [88, 10]), asset('b', [89, -170])],
  ],
  [
    'over the south pole',
    [-89, 0],
    [
      ['across', 138],
      ['north', 207],
    ],
    [asset('north', [-86, 0]), asset('across', [-89, 180])],
  ],
  [
    'in the order of the list when as far away',
    [0, 0],
    [
      ['x', 69],
      ['y', 69],
      ['z', 69],
    ],
    [asset('x', [0, 1]), asset('y', [0, -1]), asset('z', [0, 1])],
  ],
  ['without those that have no position', [0, 0], [['here', 0]], [asset('nowhere', null), asset('here', [0, 0])]],
  ['of no assets', [0, 0], [], []],
] as const)('assets by distance %s', (_how, [latitude, longitude], expected, list) => {
  expect(nearestTo(latitude, longitude, list)).toEqual(expected);
});
