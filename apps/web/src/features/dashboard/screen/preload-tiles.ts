import { readConfig } from '@telltale/domain/dashboard/read-config.ts';
import { preloadViews } from '#tile-kit/frame/TileContent.tsx';
import { definitionOf } from './tile-definition.ts';

/** Loads what the tiles of a stored dashboard are drawn with, while the rest of its page still comes. */
export function preloadTiles(config: string): Promise<void> {
  const { tabs } = readConfig(config).model;
  return preloadViews(tabs.flatMap(({ tiles }) => tiles.map(({ properties }) => definitionOf(properties))));
}
