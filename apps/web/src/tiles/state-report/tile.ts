import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { loadPlainEditor } from '#tiles/shared/editor/load-plain-editor.ts';
import { stateReportSettingsSchema } from './settings.ts';

export const stateReportTile = defineTile({
  type: 'StateReport',
  aliases: ['Well-service report'],
  label: 'State Report',
  group: null,
  icon: lateIcon('IconClipboardList'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: stateReportSettingsSchema,
  loadView: async () => (await import('./StateReportTile.tsx')).StateReportTile,
  loadEditor: () => loadPlainEditor(async () => (await import('./fields.ts')).stateReportFields),
});
