import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { loadPlainEditor } from '#tiles/shared/editor/load-plain-editor.ts';
import { commandSliderSettingsSchema } from './settings.ts';

export const commandSliderTile = defineTile({
  type: 'CommandSlider',
  aliases: ['Slider'],
  label: 'Command Slider',
  group: 'Controls',
  icon: lateIcon('IconAdjustmentsHorizontal'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: commandSliderSettingsSchema,
  loadView: async () => (await import('./CommandSliderTile.tsx')).CommandSliderTile,
  loadEditor: () => loadPlainEditor(async () => (await import('./fields.ts')).commandSliderFields),
});
