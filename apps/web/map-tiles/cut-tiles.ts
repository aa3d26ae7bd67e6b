import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { FeatureCollection } from 'geojson';

/** The world in one tile at 0, in 256 at 4: a tile is as fine there as what is known of the shapes. */
export const FINEST_ZOOM = 4;
/** Steps along the side of a tile, as MapLibre counts them. */
const EXTENT = 8_192;
/** What a tile has beyond its edges, so that no line ends in sight. */
const BUFFER = EXTENT / 64;
/** Coarser tiles leave out what is less than three eighths of a pixel. */
const TOLERANCE = (0.375 * EXTENT) / 512;

export interface MapTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly bytes: Uint8Array;
}

/** Cuts shapes into vector tiles, each kind a layer of its own. Every place of the world has its tile, though nothing may be in it. */
export function cutTiles(shapes: Readonly<Record<string, FeatureCollection>>): MapTile[] {
  const kinds = Object.entries(shapes).map(([name, collection]) => ({ name, index: indexOf(collection) }));
  return everyPlace().map(([z, x, y]) => {
    const layers = kinds.flatMap(({ name, index }) => {
      const tile = index.getTile(z, x, y);
      return tile === null || tile.features.length === 0 ? [] : [[name, tile] as const];
    });
    const bytes = fromGeojsonVt(Object.fromEntries(layers), { version: 2, extent: EXTENT });
    return { z, x, y, bytes };
  });
}

function indexOf(collection: FeatureCollection): GeoJSONVT {
  return new GeoJSONVT(collection, {
    ...{ maxZoom: FINEST_ZOOM, indexMaxZoom: FINEST_ZOOM, indexMaxPoints: 0 },
    ...{ extent: EXTENT, buffer: BUFFER, tolerance: TOLERANCE },
  });
}

function everyPlace(): [z: number, x: number, y: number][] {
  return Array.from({ length: FINEST_ZOOM + 1 }, (_, z) => z).flatMap((z) => {
    const side = 2 ** z;
    return Array.from({ length: side * side }, (_, n): [number, number, number] => [z, n % side, Math.floor(n / side)]);
  });
}
