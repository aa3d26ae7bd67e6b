import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { commandFormSettingsSchema } from './settings.ts';

export const commandFormTile = defineTile({
  type: 'CommandForm',
  aliases: [],
  label: 'Command Form',
  group: 'Controls',
  icon: lateIcon('IconForms'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: commandFormSettingsSchema,
  loadView: async () => (await import('./CommandFormTile.tsx')).CommandFormTile,
  loadEditor: async () => (await import('./CommandFormEditor.tsx')).CommandFormEditor,
});
