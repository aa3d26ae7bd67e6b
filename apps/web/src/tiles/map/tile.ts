import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { mapSettingsSchema } from './settings.ts';

export const mapTile = defineTile({
  type: 'Map',
  aliases: ['Map tile'],
  label: 'Google Map',
  group: 'Misc',
  icon: lateIcon('IconMap'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: mapSettingsSchema,
  loadView: async () => (await import('./MapTile.tsx')).MapTile,
  loadEditor: async () => (await import('./MapEditor.tsx')).MapEditor,
});
