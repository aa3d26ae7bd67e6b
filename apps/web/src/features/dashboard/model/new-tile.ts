import { NEW_TILE, type Tile } from '@telltale/contract';
import type { TileDefinition } from '#tile-kit/define-tile.ts';
import { defaultTileSettings } from '#tile-kit/tile-settings.ts';

/** A tile of a type with the settings given, the others at their defaults, at 0,0 (spec 3 §10). */
export function newTile(definition: TileDefinition, id: string, settings: Record<string, unknown> = {}): Tile {
  return {
    id,
    properties: {
      ...(defaultTileSettings(definition) as Record<string, unknown>),
      ...settings,
      type: { name: definition.label, value: definition.type, default: true },
      overflow: 'hidden',
    },
    dataGrid: { x: NEW_TILE.x, y: NEW_TILE.y, ...definition.defaultSize },
  };
}
