import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { baseShapes } from './base-shapes.ts';
import { cutTiles, FINEST_ZOOM, type MapTile } from './cut-tiles.ts';

/** Tells where the tiles are, as TileJSON does. */
const INDEX = 'map/base.json';
const FOLDER = 'assets/map';

/**
 * Cuts the offline map into vector tiles, so that a browser takes only those in sight, already as MapLibre's worker wants them: the whole
 * world as shapes is megabytes that the page would have to read first.
 */
export function mapTiles(): Plugin {
  return {
    name: 'telltale:map-tiles',
    async generateBundle() {
      for (const [fileName, source] of mapFiles(cutTiles(await baseShapes()))) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
    configureServer(server) {
      let files: Promise<Map<string, string | Uint8Array>> | undefined;
      server.middlewares.use((request, response, next) => {
        const path = request.url?.slice(1) ?? '';
        if (path !== INDEX && !path.startsWith(`${FOLDER}/`)) return next();
        files ??= baseShapes().then((shapes) => mapFiles(cutTiles(shapes)));
        files.then(
          (made) => {
            const type = path === INDEX ? 'application/json' : 'application/x-protobuf';
            response.setHeader('Content-Type', type).end(made.get(path));
          },
          (error) => next(error),
        );
      });
    },
  };
}

/** The files of the map by their paths. What is in the tiles is in their names, so that they may be kept for ever. */
export function mapFiles(tiles: readonly MapTile[]): Map<string, string | Uint8Array> {
  const hash = createHash('sha256');
  for (const { bytes } of tiles) hash.update(bytes);
  const version = hash.digest('hex').slice(0, 10);
  const path = (z: number | string, x: number | string, y: number | string) =>
    `${FOLDER}/${z}-${x}-${y}-${version}.pbf`;
  const index = { tilejson: '3.0.0', tiles: [`/${path('{z}', '{x}', '{y}')}`], minzoom: 0, maxzoom: FINEST_ZOOM };
  return new Map<string, string | Uint8Array>([
    [INDEX, JSON.stringify(index)],
    ...tiles.map(({ z, x, y, bytes }) => [path(z, x, y), bytes] as const),
  ]);
}
