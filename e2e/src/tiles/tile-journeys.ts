import { chartTypes } from './chart-types.ts';
import { controlTiles } from './control-tiles.ts';
import { indicatorTiles } from './indicator-tiles.ts';
import { miscTiles } from './misc-tiles.ts';
import { queryTile } from './query-tile.ts';
import { renderingTile } from './rendering-tile.ts';
import { reportTile } from './report-tile.ts';
import { serviceTiles } from './service-tiles.ts';
import type { TileJourney } from './tile-journey.ts';
import { valueTiles } from './value-tiles.ts';

const nobody = { serialNumber: '', neighbour: { assetId: 0, serialNumber: '', page: '' }, site: '' };
const nothing = { serialNumber: '', sendValue: () => Promise.resolve() };

/** Every tile that a journey adds, sets up, saves and sees again. */
export const tileJourneys: readonly Pick<TileJourney, 'type' | 'name' | 'isInMenu'>[] = [
  ...chartTypes,
  ...indicatorTiles,
  ...controlTiles,
  ...miscTiles(nobody),
  ...valueTiles,
  ...serviceTiles(nothing),
  queryTile(''),
  renderingTile,
  reportTile,
];
