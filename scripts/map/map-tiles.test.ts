import { describe, expect, it } from 'vitest';
import { baseShapes } from '../../apps/web/map-tiles/base-shapes.ts';
import { cutTiles, FINEST_ZOOM } from '../../apps/web/map-tiles/cut-tiles.ts';
import { overTheDateLine } from '../../apps/web/map-tiles/date-line.ts';
import { labelPoints } from '../../apps/web/map-tiles/label-points.ts';
import { mapFiles } from '../../apps/web/map-tiles/map-tiles.ts';

type FeatureCollection = Parameters<typeof overTheDateLine>[0];
type Position = [longitude: number, latitude: number];

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

const square = (west: number, size: number): Position[][] => [
  [
    [west, 0],
    [west + size, 0],
    [west + size, size],
    [west, size],
    [west, 0],
  ],
];

it('a name stands in the middle of the largest part of a shape', () => {
  const { features } = labelPoints({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { name: 'Two islands' },
        geometry: { type: 'MultiPolygon', coordinates: [square(0, 2), square(10, 4)] },
      },
      { type: 'Feature', properties: { name: 'Nothing' }, geometry: { type: 'MultiPolygon', coordinates: [] } },
    ],
  });
  expect(features.map(({ geometry, properties }) => [properties, geometry.coordinates])).toEqual([
    [{ name: 'Two islands', area: 16 }, [12, 2]],
  ]);
});

describe('the tiles of the offline map', () => {
  it('are there for every place, under names that tell their content, and in an index', async () => {
    const tiles = cutTiles(await baseShapes());
    expect(tiles).toHaveLength(1 + 4 + 16 + 64 + 256);
    expect(Math.max(...tiles.map(({ bytes }) => bytes.length))).toBeLessThan(60_000);
    const bytesAt = (z: number, x: number, y: number) =>
      tiles.find((tile) => tile.z === z && tile.x === x && tile.y === y)?.bytes ?? new Uint8Array();
    // Texas, with the states around it; and the Pacific.
    for (const layer of ['countries', 'states', 'state-names', 'Texas']) {
      expect(Buffer.from(bytesAt(FINEST_ZOOM, 3, 6)).includes(layer)).toBe(true);
    }
    expect(bytesAt(FINEST_ZOOM, 2, 8).length).toBeLessThan(20);

    const files = mapFiles(tiles);
    const { tiles: addresses, maxzoom } = JSON.parse(String(files.get('map/base.json')));
    expect(maxzoom).toBe(FINEST_ZOOM);
    const path = String(addresses[0]).replace('{z}', '4').replace('{x}', '3').replace('{y}', '6').slice(1);
    expect(path).toMatch(/^assets\/map\/4-3-6-\w{10}\.pbf$/);
    expect(files.get(path)).toBe(bytesAt(FINEST_ZOOM, 3, 6));
  });
});
