import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { aiSettingsSchema } from './settings.ts';

export const aiSettingsTile = defineTile({
  type: 'AISettings',
  aliases: ['AI Settings', 'Analog Inputs'],
  label: 'AI Settings',
  group: null,
  icon: lateIcon('IconAdjustmentsHorizontal'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: aiSettingsSchema,
  loadView: async () => (await import('./AiSettingsTile.tsx')).AiSettingsTile,
  loadEditor: async () => (await import('./AiSettingsEditor.tsx')).AiSettingsEditor,
});
