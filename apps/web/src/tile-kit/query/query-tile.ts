import { clipboardTile } from '../tile-clipboard.ts';
import type { QueryBlock } from './query-blocks.ts';

/** As it is stored in `properties.type`. */
export const QUERY_TILE = { name: 'SQLite Query', value: 'SqliteQuery' } as const;

/** What a block gives a tile of it. */
export function settingsOfBlock({ title, query, parsing, dataTab }: QueryBlock) {
  return { title, query, parsing, dataTab };
}

/** A block as a tile for the clipboard. */
export const tileOfBlock = (block: QueryBlock, fileId: number): string =>
  clipboardTile(QUERY_TILE, { fileId, ...settingsOfBlock(block) });
