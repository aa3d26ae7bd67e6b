import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { iframeSettingsSchema } from './settings.ts';

export const iframeTile = defineTile({
  type: 'IframeTile',
  aliases: ['Iframe'],
  label: 'Iframe',
  group: 'Misc',
  icon: lateIcon('IconAppWindow'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: iframeSettingsSchema,
  loadView: async () => (await import('./IframeTile.tsx')).IframeTile,
  loadEditor: async () => (await import('./IframeEditor.tsx')).IframeEditor,
});
