import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { loadPlainEditor } from '#tiles/shared/editor/load-plain-editor.ts';
import { patientChartSettingsSchema } from './settings.ts';

export const patientChartTile = defineTile({
  type: 'PatientChart',
  aliases: [],
  label: 'Patient Chart',
  group: null,
  icon: lateIcon('IconClipboardHeart'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: patientChartSettingsSchema,
  loadView: async () => (await import('./PatientChartTile.tsx')).PatientChartTile,
  loadEditor: () => loadPlainEditor(async () => (await import('./fields.ts')).patientChartFields),
});
