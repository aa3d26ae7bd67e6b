import { NEW_GRAPH_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { migrateFlot } from '#tiles/shared/chart/model/flot-settings.ts';
import { editorChartSettingsSchema } from './settings.ts';

export const editorChartTile = defineTile({
  type: 'EditorChart',
  aliases: [],
  label: 'Editor Chart',
  group: null,
  icon: lateIcon('IconChartDots2'),
  defaultSize: { w: NEW_GRAPH_TILE.w, h: NEW_GRAPH_TILE.h },
  settings: editorChartSettingsSchema,
  migrate: migrateFlot,
  loadView: async () => (await import('./EditorChartTile.tsx')).EditorChartTile,
  loadEditor: async () => (await import('./EditorChartEditor.tsx')).EditorChartEditor,
});
