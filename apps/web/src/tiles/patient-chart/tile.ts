import { IconClipboardHeart } from '@tabler/icons-react';
import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { loadPlainEditor } from '#tiles/shared/editor/load-plain-editor.ts';
import { patientChartSettingsSchema } from './settings.ts';

export const patientChartTile = defineTile({
  type: 'PatientChart',
  aliases: [],
  label: 'Patient Chart',
  group: null,
  icon: IconClipboardHeart,
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: patientChartSettingsSchema,
  loadView: async () => (await import('./PatientChartTile.tsx')).PatientChartTile,
  loadEditor: () => loadPlainEditor(async () => (await import('./fields.ts')).patientChartFields),
});
