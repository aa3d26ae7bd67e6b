import { type DataItemSelection, NEW_TILE, type Tile } from '@telltale/contract';
import type { TileDefinition } from '#tile-kit/define-tile.ts';
import { findTile } from '#tiles/registry.ts';
import { newTile } from './new-tile.ts';

/** Data items that somebody picked for new tiles, and which of them are text. */
export interface PickedItems {
  readonly items: readonly DataItemSelection[];
  readonly isText: (item: DataItemSelection) => boolean;
}

/**
 * New tiles of a type for data items that somebody picked: one for each of them or one for all, as the type says. A text
 * gets a tile of its own where the type shows numbers only. None for a type that cannot be made so.
 */
export function tilesOfItems(definition: TileDefinition, { items, isText }: PickedItems, newId: () => string): Tile[] {
  const { ofItems } = definition;
  if (ofItems === undefined || items.length === 0) return [];
  if (ofItems.forText !== undefined && items.some(isText)) {
    const numbers = { items: items.filter((item) => !isText(item)), isText };
    const texts = { items: items.filter(isText), isText };
    return [...tilesOfItems(definition, numbers, newId), ...tilesOfItems(findTile(ofItems.forText), texts, newId)];
  }
  const groups = ofItems.makes === 'each' ? items.map((item) => [item]) : [items];
  return groups.map((group) => {
    const tile = newTile(definition, newId(), ofItems.settingsFor(group));
    return { ...tile, dataGrid: { x: NEW_TILE.x, y: NEW_TILE.y, ...ofItems.size } };
  });
}
