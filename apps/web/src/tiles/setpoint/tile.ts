import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { loadPlainEditor } from '#tiles/shared/editor/load-plain-editor.ts';
import { setpointSettingsSchema } from './settings.ts';

export const setpointTile = defineTile({
  type: 'Setpoint',
  aliases: [],
  label: 'Setpoint',
  group: 'Controls',
  icon: lateIcon('IconTarget'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: setpointSettingsSchema,
  loadView: async () => (await import('./SetpointTile.tsx')).SetpointTile,
  loadEditor: () => loadPlainEditor(async () => (await import('./fields.ts')).setpointFields),
});
