import type { FeatureCollection, Position } from 'geojson';
import { expect, it } from 'vitest';
import { overTheDateLine } from './date-line.ts';

const ringOf = (ring: Position[]) => {
  const shapes: FeatureCollection = {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates: [[ring]] } }],
  };
  const { geometry } = overTheDateLine(shapes).features[0] ?? {};
  return geometry?.type === 'MultiPolygon' ? geometry.coordinates[0]?.[0] : undefined;
};

it.each<[string, Position[], Position[]]>([
  [
    'elsewhere stays as it is',
    [
      [10, 1],
      [20, 1],
      [20, 5],
      [10, 1],
    ],
    [
      [10, 1],
      [20, 1],
      [20, 5],
      [10, 1],
    ],
  ],
  [
    'goes on to the east',
    [
      [178, 60],
      [-170, 60],
      [-170, 70],
      [178, 60],
    ],
    [
      [178, 60],
      [190, 60],
      [190, 70],
      [178, 60],
    ],
  ],
  [
    'goes on to the west',
    [
      [-179, -16],
      [179, -16],
      [179, -17],
      [-179, -16],
    ],
    [
      [-179, -16],
      [-181, -16],
      [-181, -17],
      [-179, -16],
    ],
  ],
  [
    'around a pole is closed over it',
    [
      [-179, -80],
      [0, -70],
      [179, -80],
      [-179, -80],
    ],
    [
      [-179, -80],
      [0, -70],
      [179, -80],
      [181, -80],
      [181, -90],
      [-179, -90],
      [-179, -80],
    ],
  ],
  ['without a point has none', [], []],
])('a shape %s', (_what, ring, expected) => expect(ringOf(ring)).toEqual(expected));
