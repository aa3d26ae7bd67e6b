import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { actionDispatcherSettingsSchema } from './settings.ts';

export const actionDispatcherTile = defineTile({
  type: 'ActionDispatcher',
  aliases: ['Action Dispatcher'],
  label: 'Action Dispatcher',
  group: null,
  icon: lateIcon('IconToggleLeft'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: actionDispatcherSettingsSchema,
  loadView: async () => (await import('./ActionDispatcherTile.tsx')).ActionDispatcherTile,
  loadEditor: async () => (await import('./ActionDispatcherEditor.tsx')).ActionDispatcherEditor,
});
