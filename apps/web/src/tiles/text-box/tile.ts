import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { textBoxSettingsSchema } from './settings.ts';

export const textBoxTile = defineTile({
  type: 'TextBox',
  aliases: ['Text/Image', 'Text Box'],
  label: 'Text/Image',
  group: 'Misc',
  icon: lateIcon('IconTextSize'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: textBoxSettingsSchema,
  loadView: async () => (await import('./TextBoxTile.tsx')).TextBoxTile,
  loadEditor: async () => (await import('./TextBoxEditor.tsx')).TextBoxEditor,
});
