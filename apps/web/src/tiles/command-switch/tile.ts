import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { loadPlainEditor } from '#tiles/shared/editor/load-plain-editor.ts';
import { commandSwitchSettingsSchema } from './settings.ts';

export const commandSwitchTile = defineTile({
  type: 'CommandSwitch',
  aliases: ['Switch'],
  label: 'Command Switch',
  group: 'Controls',
  icon: lateIcon('IconToggleRight'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: commandSwitchSettingsSchema,
  loadView: async () => (await import('./CommandSwitchTile.tsx')).CommandSwitchTile,
  loadEditor: () => loadPlainEditor(async () => (await import('./fields.ts')).commandSwitchFields),
});
