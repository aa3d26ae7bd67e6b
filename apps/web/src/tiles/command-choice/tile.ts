import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { loadPlainEditor } from '#tiles/shared/editor/load-plain-editor.ts';
import { commandChoiceSettingsSchema } from './settings.ts';

export const commandChoiceTile = defineTile({
  type: 'CommandChoice',
  aliases: ['Drop-down'],
  label: 'Command Drop-down',
  group: 'Controls',
  icon: lateIcon('IconSelect'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: commandChoiceSettingsSchema,
  loadView: async () => (await import('./CommandChoiceTile.tsx')).CommandChoiceTile,
  loadEditor: () => loadPlainEditor(async () => (await import('./fields.ts')).commandChoiceFields),
});
