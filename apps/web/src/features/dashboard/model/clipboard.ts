import { type LayoutSize, layoutSizes, type Tile } from '@telltale/contract';
import type { DashboardTab } from '@telltale/domain/dashboard/dashboard-model.ts';
import { readTile } from '@telltale/domain/dashboard/read-config.ts';
import { isRecord, ownValue, readCount, readItems } from '@telltale/domain/dashboard/read-json.ts';
import { TILES_MARK } from '#tile-kit/tile-clipboard.ts';
import { type CopiedTile, copyTiles } from './copied-tile.ts';

/** A longer text is no handful of tiles; parsing it would hold up the page. */
const MAX_TEXT = 5_000_000;

/** Tiles as text for the clipboard, with their size and place at each layout size. */
export function writeTiles(tab: DashboardTab, tileIds: readonly string[]): string {
  return JSON.stringify({ kind: TILES_MARK, tiles: copyTiles(tab, tileIds) });
}

/**
 * Reads tiles from the clipboard, each with a new id; none when the text is something else. The text may come from
 * anywhere, so it is read as a stored dashboard is: what is wrong gets its default, unknown keys are kept.
 */
export function readTiles(text: string, newId: () => string): CopiedTile[] {
  if (text.length > MAX_TEXT || !text.includes(TILES_MARK)) return [];
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return []; // text that only mentions the mark
  }
  if (ownValue(document, 'kind') !== TILES_MARK) return [];
  return readItems(ownValue(document, 'tiles'))
    .map((entry) => ({ stored: ownValue(entry, 'tile'), places: ownValue(entry, 'places') }))
    .flatMap(({ stored, places }): CopiedTile[] => {
      if (!isRecord(stored)) return [];
      const tile: Tile = { ...readTile(stored, new Set(), newId), id: newId() };
      return [{ tile, places: readPlaces(places, tile) }];
    });
}

function readPlaces(value: unknown, { dataGrid }: Tile): CopiedTile['places'] {
  const entries = layoutSizes.flatMap((size): [LayoutSize, { x: number; y: number; w: number; h: number }][] => {
    const place = ownValue(value, size);
    if (!isRecord(place)) return [];
    const number = (key: 'x' | 'y' | 'w' | 'h', least: number) => readCount(ownValue(place, key), dataGrid[key], least);
    return [[size, { x: number('x', 0), y: number('y', 0), w: number('w', 1), h: number('h', 1) }]];
  });
  return Object.fromEntries(entries);
}
