import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { loadPlainEditor } from '#tiles/shared/editor/load-plain-editor.ts';
import { commandButtonSettingsSchema } from './settings.ts';

export const commandButtonTile = defineTile({
  type: 'CommandButton',
  aliases: ['Button'],
  label: 'Command Button',
  group: 'Controls',
  icon: lateIcon('IconHandClick'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: commandButtonSettingsSchema,
  loadView: async () => (await import('./CommandButtonTile.tsx')).CommandButtonTile,
  loadEditor: () => loadPlainEditor(async () => (await import('./fields.ts')).commandButtonFields),
});
