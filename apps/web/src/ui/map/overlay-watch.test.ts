import type { Map as MapLibre } from 'maplibre-gl';
import { describe, expect, test } from 'vitest';
import { NO_GEOJSON } from './geojson-shapes.ts';
import { mapStyle } from './map-style.ts';
import { OverlayWatch } from './overlay-watch.ts';

const COLOURS = {
  water: '#000',
  land: '#111',
  border: '#222',
  stateBorder: '#333',
  label: '#444',
  sketch: '#123',
  halo: '#555',
};
const styleWith = (...names: string[]) =>
  mapStyle({
    colours: COLOURS,
    background: undefined,
    overlays: names.map((name) => ({ name, data: `/${name}.json`, width: 1, fillOpacity: 0 })),
  });

/** A map that tells what MapLibre tells, and of each source's data what it is given. */
function watchedMap(...names: string[]) {
  const listeners = new Map<string, (event: object) => void>();
  const sources = new Map<string, { getData(): Promise<unknown>; serialize(): unknown }>();
  const [loading, problems]: [string[][], string[][]] = [[], []];
  let areTilesDrawn = true;
  const map = {
    on: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    getSource: (id: string) => sources.get(id),
    isSourceLoaded: () => areTilesDrawn,
  } as unknown as MapLibre;
  const watch = new OverlayWatch(map, styleWith(...names), {
    onLoading: (overlays) => loading.push([...overlays]),
    onError: (message, overlay = '') => problems.push([overlay, message]),
  });
  const idOf = (name: string) => Object.keys(styleWith(name).sources).at(-1) ?? '';
  return {
    watch,
    loading,
    problems,
    begins: (name: string) => listeners.get('sourcedataloading')?.({ sourceId: idOf(name) }),
    fails: (name: string, message: string) =>
      listeners.get('error')?.({ error: new Error(message), sourceId: idOf(name) }),
    comes(name: string, data: unknown, { isDrawn = true } = {}) {
      areTilesDrawn = isDrawn;
      const source = { getData: async () => data, serialize: (): unknown => ({ type: 'geojson', data }) };
      sources.set(idOf(name), source);
      listeners.get('sourcedata')?.({ sourceId: idOf(name), sourceDataType: 'content' });
      return source;
    },
    draws(isDrawn: boolean) {
      areTilesDrawn = isDrawn;
      listeners.get('render')?.({});
    },
    tell: (type: string, event: object) => listeners.get(type)?.(event),
    idOf,
  };
}

const WELLS = { type: 'Point', coordinates: [-103, 31] };

describe('layers on a map', () => {
  test('are being loaded until what is in sight of them is drawn', () => {
    const map = watchedMap('Wells', 'Leases');
    map.begins('Wells');
    map.begins('Leases');
    map.draws(true);
    expect(map.loading).toEqual([['Wells'], ['Wells', 'Leases']]);
    map.comes('Wells', WELLS, { isDrawn: false });
    map.draws(false);
    expect(map.loading.at(-1)).toEqual(['Wells', 'Leases']);
    map.draws(true);
    expect(map.loading.at(-1)).toEqual(['Leases']);
  });

  test('are no longer being loaded once they failed, or are switched off', () => {
    const map = watchedMap('Wells', 'Leases');
    map.begins('Wells');
    map.begins('Leases');
    map.fails('Wells', 'AJAXError: Not Found (404): /Wells.json');
    expect(map.loading.at(-1)).toEqual(['Leases']);
    expect(map.problems).toEqual([['Wells', 'AJAXError: Not Found (404): /Wells.json']]);
    map.watch.setStyle(styleWith('Wells'));
    expect(map.loading.at(-1)).toEqual([]);
  });

  test('are not being loaded where the map only moves, and other parts of the map never', () => {
    const map = watchedMap('Wells');
    map.tell('sourcedataloading', { sourceId: map.idOf('Wells'), tile: {} });
    map.tell('sourcedataloading', { sourceId: 'base' });
    expect(map.loading).toEqual([]);
  });

  test('that hold nothing to draw are told of', async () => {
    const map = watchedMap('Wells', 'Leases');
    map.comes('Wells', { a: 1 });
    map.comes('Leases', WELLS);
    await expect.poll(() => map.problems).toEqual([['Wells', NO_GEOJSON]]);
  });

  test('stay as they are when another one is switched: MapLibre hears their address of them, not their data', () => {
    const map = watchedMap('Wells', 'Leases');
    const source = map.comes('Wells', WELLS);
    expect(source.serialize()).toEqual(styleWith('Wells').sources[map.idOf('Wells')]);
    map.watch.setStyle(styleWith('Wells'));
    expect(source.serialize()).toEqual(styleWith('Wells').sources[map.idOf('Wells')]);
  });
});
