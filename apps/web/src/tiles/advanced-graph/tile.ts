import { NEW_GRAPH_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { ofManyItems } from '#tile-kit/tile-of-items.ts';
import { migrateFlot } from '#tiles/shared/chart/model/flot-settings.ts';
import { advancedGraphSettingsSchema } from './settings.ts';

export const advancedGraphTile = defineTile({
  type: 'AdvancedGraph',
  aliases: ['Advanced Graph'],
  label: 'Advanced Graph',
  group: 'Graphs',
  icon: lateIcon('IconChartDots3'),
  defaultSize: { w: NEW_GRAPH_TILE.w, h: NEW_GRAPH_TILE.h },
  ofItems: ofManyItems({ w: 48, h: 30 }, 'series'),
  settings: advancedGraphSettingsSchema,
  migrate: migrateFlot,
  loadView: async () => (await import('./AdvancedGraphTile.tsx')).AdvancedGraphTile,
  loadEditor: async () => (await import('./AdvancedGraphEditor.tsx')).AdvancedGraphEditor,
});
