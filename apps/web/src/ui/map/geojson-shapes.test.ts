import { expect, test } from 'vitest';
import { NO_GEOJSON, NO_PLACES, whyNothingIsDrawn } from './geojson-shapes.ts';

const feature = (geometry: unknown) => ({ type: 'Feature', properties: {}, geometry });
const collection = (...geometries: unknown[]) => ({ type: 'FeatureCollection', features: geometries.map(feature) });
const point = { type: 'Point', coordinates: [-103, 31] };

test.each([
  ['a collection', collection(point)],
  ['a collection with one shape that has a place among others without', collection(null, { type: 'Point' }, point)],
  ['a collection that holds nothing today', collection()],
  [
    'a feature',
    feature({
      type: 'LineString',
      coordinates: [
        [-103, 31],
        [-102, 31],
      ],
    }),
  ],
  [
    'a shape',
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    },
  ],
  [
    'shapes within shapes',
    { type: 'GeometryCollection', geometries: [{ type: 'GeometryCollection', geometries: [point] }] },
  ],
  [
    'an area across the date line',
    feature({
      type: 'MultiPolygon',
      coordinates: [
        [],
        [
          [
            [179, 0],
            [190, 0],
            [190, 9],
            [179, 0],
          ],
        ],
      ],
    }),
  ],
])('%s is drawn', (_what, data) => {
  expect(whyNothingIsDrawn(data)).toBeUndefined();
});

test.each([
  { a: 1 },
  [1, 2],
  [collection(point)],
  'Wells',
  7,
  true,
  null,
  { type: 'Topology' },
  { type: 'FeatureCollection' },
])('%j is no GeoJSON', (data) => {
  expect(whyNothingIsDrawn(data)).toBe(NO_GEOJSON);
});

test.each([
  ['none', feature(null)],
  ['none in any shape', collection(null, undefined, {}, 'Point')],
  ['metres', collection({ type: 'Point', coordinates: [-11_465_907, 3_632_749] })],
  ['latitude before longitude', collection({ type: 'Point', coordinates: [31, -103] })],
  ['text', collection({ type: 'Point', coordinates: ['-103', '31'] })],
  ['too few numbers', collection({ type: 'Point', coordinates: [-103] })],
  ['those of another shape', collection({ type: 'Polygon', coordinates: [-103, 31] })],
  ['those of an unknown shape', collection({ type: 'Circle', coordinates: [-103, 31] })],
  ['those of no shape', { type: 'GeometryCollection', geometries: [] }],
])('nothing is drawn where the coordinates are %s', (_what, data) => {
  expect(whyNothingIsDrawn(data)).toBe(NO_PLACES);
});
