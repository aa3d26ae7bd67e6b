import { IconMap } from '@tabler/icons-react';
import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { mapSettingsSchema } from './settings.ts';

export const mapTile = defineTile({
  type: 'Map',
  aliases: ['Map tile'],
  label: 'Google Map',
  group: 'Misc',
  icon: IconMap,
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: mapSettingsSchema,
  loadView: async () => (await import('./MapTile.tsx')).MapTile,
  loadEditor: async () => (await import('./MapEditor.tsx')).MapEditor,
});
