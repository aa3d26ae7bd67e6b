import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { labelsWithRoom } from './label-room.ts';
import { boundsOf, DEFAULT_BOUNDS } from './map-bounds.ts';
import { mapConfigSchema, overlayListSchema, tileAddresses } from './map-config.ts';
import { mapStyle, overlayOf } from './map-style.ts';
import { CLUSTER_ABOVE, isCluster, type MapMarker, MarkerClusters } from './marker-clusters.ts';

const WORLD = [-180, -90, 180, 90] as const;

function aMarker(id: number, differences: Partial<MapMarker> = {}): MapMarker {
  return {
    id,
    latitude: 31 + (id % 20) / 100,
    longitude: -103 + Math.floor(id / 20) / 100,
    name: `Pump ${id}`,
    description: 'connected',
    icon: undefined,
    alarm: undefined,
    isConnected: true,
    ...differences,
  };
}

describe('the opening view', () => {
  test('is the default without assets', () => {
    expect(boundsOf([])).toEqual(DEFAULT_BOUNDS);
  });

  test('is two degrees wider than the assets', () => {
    const places = [
      { latitude: 30, longitude: -100 },
      { latitude: 32, longitude: -95 },
    ];
    expect(boundsOf(places)).toEqual([-102, 28, -93, 34]);
  });

  test('leaves out positions that are none', () => {
    const odd = [Number.NaN, 91, -91, Number.POSITIVE_INFINITY].map((latitude) => ({ latitude, longitude: 0 }));
    expect(boundsOf([...odd, { latitude: 0, longitude: 181 }])).toEqual(DEFAULT_BOUNDS);
    expect(boundsOf([...odd, { latitude: 10, longitude: 20 }])).toEqual([18, 8, 22, 12]);
  });

  test('holds every position that a map can show', () => {
    const place = fc.record({
      latitude: fc.double({ min: -85, max: 85, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(place, { minLength: 1 }), (places) => {
        const [west, south, east, north] = boundsOf(places);
        return places.every(
          ({ latitude, longitude }) => west <= longitude && longitude <= east && south <= latitude && latitude <= north,
        );
      }),
    );
  });
});

describe('markers', () => {
  test('stand each for themselves up to the limit', () => {
    const markers = Array.from({ length: CLUSTER_ABOVE }, (_, id) => aMarker(id));
    expect(new MarkerClusters(markers).within(WORLD, 3)).toEqual(markers);
  });

  test('above the limit become clusters that count all of them, with the worst alarm and who is disconnected', () => {
    const markers = Array.from({ length: CLUSTER_ABOVE + 100 }, (_, id) =>
      aMarker(id, {
        isConnected: id % 3 !== 0,
        alarm: id % 50 === 0 ? { severity: id === 100 ? 10 : 5, color: id === 100 ? '#d93025' : '#e0a020' } : undefined,
      }),
    );
    const shown = new MarkerClusters(markers).within(WORLD, 3);
    const clusters = shown.filter(isCluster);
    const count = clusters.reduce((sum, cluster) => sum + cluster.count, 0) + shown.length - clusters.length;
    expect(count).toBe(markers.length);
    expect(clusters).toHaveLength(1);
    expect(clusters[0]).toMatchObject({ disconnected: 100, alarm: { severity: 10, color: '#d93025' } });
  });

  test('fall apart when one goes into a cluster', () => {
    const markers = Array.from({ length: 400 }, (_, id) => aMarker(id));
    const clusters = new MarkerClusters(markers);
    const [cluster] = clusters.within(WORLD, 3).filter(isCluster);
    const zoom = clusters.zoomInto(cluster?.clusterId ?? -1);
    expect(clusters.within(WORLD, zoom).length).toBeGreaterThan(1);
  });
});

describe('backgrounds', () => {
  const colours = {
    water: '#000',
    land: '#111',
    border: '#222',
    stateBorder: '#333',
    label: '#444',
    sketch: '#123456',
    halo: '#555',
  };

  test('get their token, and lie over the offline map', () => {
    const { styles } = mapConfigSchema.parse({
      styles: { Street: { tiles: ['https://tiles.example/{z}/{x}/{y}?key={token}'], token: 'a b' } },
    });
    const background = styles.Street;
    if (background === undefined) throw new Error('The style is missing.');
    expect(tileAddresses(background)).toEqual(['https://tiles.example/{z}/{x}/{y}?key=a%20b']);
    const named = { ...background, attribution: '<img src=x onerror=P()>' };
    const { layers, sources } = mapStyle({ colours, background: named, overlays: [] });
    // MapLibre would write it as markup (E6).
    expect(sources.background).not.toHaveProperty('attribution');
    const ids = layers.map(({ id }) => id);
    expect(ids.indexOf('background')).toBeGreaterThan(ids.indexOf('land'));
  });

  test('leave the layers that are on as they are when another one is switched off', () => {
    const layer = (name: string) => ({ name, data: `/${name}.json`, width: 1, fillOpacity: 0 });
    const style = (...names: string[]) => mapStyle({ colours, background: undefined, overlays: names.map(layer) });
    const [both, one] = [style('Wells', 'Leases').sources, style('Leases').sources];
    const kept = Object.entries(both).filter(([, source]) => 'data' in source && source.data === '/Leases.json');
    expect(kept).toHaveLength(1);
    const [id, source] = kept[0] ?? [''];
    // MapLibre loads again what has another source than before.
    expect(one[id]).toEqual(source);
    expect(overlayOf({ sourceId: id })).toBe('Leases');
    expect(Object.keys(one).flatMap((sourceId) => overlayOf({ sourceId }) ?? [])).toEqual(['Leases']);
  });

  test('and layers of geosources.json have names of their own', () => {
    const layer = { name: 'Wells', data: '/wells.json' };
    expect(overlayListSchema.safeParse([layer, { ...layer, name: 'Leases' }]).success).toBe(true);
    expect(overlayListSchema.safeParse([layer, layer]).success).toBe(false);
  });

  test.each([
    { Street: { tiles: ['javascript:alert(1)'] } },
    { Street: { tiles: [] } },
    { Elsewhere: { tiles: ['https://tiles.example/{z}'] } },
  ])('of map.json that are written wrongly are refused: %o', (styles) => {
    expect(mapConfigSchema.safeParse({ styles }).success).toBe(false);
  });

  test('may name the one that maps open with, which must be among them', () => {
    const styles = { 'Sat/Street': { tiles: ['https://tiles.example/{z}'] } };
    expect(mapConfigSchema.parse({ styles }).start).toBe('Offline');
    expect(mapConfigSchema.parse({ styles, start: 'Sat/Street' }).start).toBe('Sat/Street');
    expect(mapConfigSchema.parse({ styles, start: 'Offline' }).start).toBe('Offline');
    const { error } = mapConfigSchema.safeParse({ styles, start: 'Street' });
    expect(error?.issues).toMatchObject([{ path: ['start'], message: 'must be Offline or a style that styles has' }]);
  });
});

describe('names', () => {
  test('are written where none that is written covers them, whatever their boxes', () => {
    const box = fc.record({
      left: fc.integer({ min: -500, max: 500 }),
      top: fc.integer({ min: -300, max: 300 }),
      width: fc.integer({ min: 1, max: 140 }),
      height: fc.integer({ min: 1, max: 20 }),
    });
    fc.assert(
      fc.property(fc.array(box, { maxLength: 60 }), (boxes) => {
        const kept: typeof boxes = [];
        const expected = boxes.map((one) => {
          const isFree = kept.every(
            (other) =>
              other.left >= one.left + one.width ||
              one.left >= other.left + other.width ||
              other.top >= one.top + one.height ||
              one.top >= other.top + other.height,
          );
          if (isFree) kept.push(one);
          return isFree;
        });
        expect(labelsWithRoom(boxes)).toEqual(expected);
      }),
    );
  });

  test('are not written under a marker, nor under the bubble', () => {
    const label = (left: number) => ({ left, top: 0, width: 40, height: 12 });
    const marker = { left: 130, top: 6, width: 14, height: 14 };
    const bubble = { left: 300, top: -200, width: 280, height: 210 };
    const boxes = [label(0), label(100), label(200), label(400), label(600)];
    expect(labelsWithRoom(boxes, [marker, bubble])).toEqual([true, false, true, false, true]);
  });
});
