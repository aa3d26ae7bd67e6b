import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { QUERY_TILE } from '#tile-kit/query/query-tile.ts';
import { sqliteQuerySettingsSchema } from './settings.ts';

export const sqliteQueryTile = defineTile({
  type: QUERY_TILE.value,
  aliases: [],
  label: QUERY_TILE.name,
  group: 'Misc',
  icon: lateIcon('IconDatabase'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: sqliteQuerySettingsSchema,
  loadView: async () => (await import('./SqliteQueryTile.tsx')).SqliteQueryTile,
  loadEditor: async () => (await import('./SqliteQueryEditor.tsx')).SqliteQueryEditor,
});
