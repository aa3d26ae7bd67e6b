import { NEW_GRAPH_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { xyChartSettingsSchema } from './settings.ts';

export const xyChartTile = defineTile({
  type: 'XYChart',
  aliases: [],
  label: 'XY Chart',
  group: 'Graphs',
  icon: lateIcon('IconChartScatter'),
  defaultSize: { w: NEW_GRAPH_TILE.w, h: NEW_GRAPH_TILE.h },
  settings: xyChartSettingsSchema,
  loadView: async () => (await import('./XyChartTile.tsx')).XyChartTile,
  loadEditor: async () => (await import('./XyChartEditor.tsx')).XyChartEditor,
});
