import { type DataItemSelection, NEW_TILE, type Tile } from '@telltale/contract';
import type { TileDefinition } from '#tile-kit/define-tile.ts';
import { newTile } from './new-tile.ts';

/**
 * New tiles of a type for data items that somebody picked: one for each of them or one for all, as the type says.
 * None for a type that cannot be made so.
 */
export function tilesOfItems(
  definition: TileDefinition,
  items: readonly DataItemSelection[],
  newId: () => string,
): Tile[] {
  const { ofItems } = definition;
  if (ofItems === undefined || items.length === 0) return [];
  const groups = ofItems.makes === 'each' ? items.map((item) => [item]) : [items];
  return groups.map((group) => {
    const tile = newTile(definition, newId(), ofItems.settingsFor(group));
    return { ...tile, dataGrid: { x: NEW_TILE.x, y: NEW_TILE.y, ...ofItems.size } };
  });
}
