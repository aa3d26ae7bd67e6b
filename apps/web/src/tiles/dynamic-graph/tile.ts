import { NEW_GRAPH_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { migrateFlot } from '#tiles/shared/chart/model/flot-settings.ts';
import { dynamicGraphSettingsSchema } from './settings.ts';

export const dynamicGraphTile = defineTile({
  type: 'DynamicGraph',
  aliases: [],
  label: 'Dynamic Graph',
  group: null,
  icon: lateIcon('IconChartAreaLine'),
  defaultSize: { w: NEW_GRAPH_TILE.w, h: NEW_GRAPH_TILE.h },
  settings: dynamicGraphSettingsSchema,
  migrate: migrateFlot,
  loadView: async () => (await import('./DynamicGraphTile.tsx')).DynamicGraphTile,
  loadEditor: async () => (await import('./DynamicGraphEditor.tsx')).DynamicGraphEditor,
});
