import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { migrateRequest } from '#tiles/shared/request/request-settings.ts';
import { customTableSettingsSchema } from './settings.ts';

export const customTableTile = defineTile({
  type: 'CustomTable',
  aliases: ['Custom Table'],
  label: 'Custom Table',
  group: 'Misc',
  icon: lateIcon('IconTable'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: customTableSettingsSchema,
  migrate: migrateRequest,
  loadView: async () => (await import('./CustomTableTile.tsx')).CustomTableTile,
  loadEditor: async () => (await import('./CustomTableEditor.tsx')).CustomTableEditor,
});
