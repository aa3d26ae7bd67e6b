import { IconToggleLeft } from '@tabler/icons-react';
import { defineTile } from '#tile-kit/define-tile.ts';
import { actionDispatcherSettingsSchema } from './settings.ts';

export const actionDispatcherTile = defineTile({
  type: 'ActionDispatcher',
  aliases: ['Action Dispatcher'],
  label: 'Action Dispatcher',
  group: null,
  icon: IconToggleLeft,
  defaultSize: { w: 16, h: 6 },
  settings: actionDispatcherSettingsSchema,
  loadView: async () => (await import('./ActionDispatcherTile.tsx')).ActionDispatcherTile,
  loadEditor: async () => (await import('./ActionDispatcherEditor.tsx')).ActionDispatcherEditor,
});
