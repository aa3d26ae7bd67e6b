import { NEW_TILE } from '@telltale/contract';
import { z } from 'zod';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';

/** Stands for every type that the registry does not know. Its bag is kept whole: any settings are valid. */
export const unknownTile = defineTile({
  type: 'TileType',
  aliases: [],
  label: 'No Type Selected',
  group: null,
  icon: lateIcon('IconQuestionMark'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: z.looseObject({}),
  loadView: async () => (await import('./UnknownTile.tsx')).UnknownTile,
  loadEditor: async () => (await import('./UnknownEditor.tsx')).UnknownEditor,
});
