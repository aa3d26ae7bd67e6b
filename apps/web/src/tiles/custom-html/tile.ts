import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { customHtmlSettingsSchema } from './settings.ts';

export const customHtmlTile = defineTile({
  type: 'CustomHTML',
  aliases: ['Custom HTML'],
  label: 'Custom HTML',
  group: null,
  icon: lateIcon('IconHtml'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: customHtmlSettingsSchema,
  loadView: async () => (await import('./CustomHtmlTile.tsx')).CustomHtmlTile,
  loadEditor: async () => (await import('./CustomHtmlEditor.tsx')).CustomHtmlEditor,
});
