import type { Tile } from '@telltale/contract';
import type { TileDefinition } from '#tile-kit/define-tile.ts';
import { findTile, isTileName } from '#tiles/registry.ts';

/** The tile type of stored properties: by the type's value, else by its name; the placeholder for what is neither. */
export function definitionOf({ type }: Tile['properties']): TileDefinition {
  return findTile(isTileName(type.value) ? type.value : type.name);
}
