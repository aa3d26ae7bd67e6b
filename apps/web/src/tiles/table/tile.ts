import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { loadPlainEditor } from '#tiles/shared/editor/load-plain-editor.ts';
import { tableSettingsSchema } from './settings.ts';

export const tableTile = defineTile({
  type: 'Table',
  aliases: ['Basic Table'],
  label: 'Basic Table',
  group: 'Misc',
  icon: lateIcon('IconTableOptions'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: tableSettingsSchema,
  loadView: async () => (await import('./TableTile.tsx')).TableTile,
  loadEditor: () => loadPlainEditor(async () => (await import('./fields.ts')).tableFields),
});
