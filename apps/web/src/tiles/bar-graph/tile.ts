import { NEW_GRAPH_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { ofManyItems, ofNumbers } from '#tile-kit/tile-of-items.ts';
import { barGraphSettingsSchema } from './settings.ts';

export const barGraphTile = defineTile({
  type: 'BarGraph',
  aliases: ['Bar Chart'],
  label: 'Bar Graph',
  group: null,
  icon: lateIcon('IconChartBar'),
  defaultSize: { w: NEW_GRAPH_TILE.w, h: NEW_GRAPH_TILE.h },
  ofItems: ofNumbers(ofManyItems({ w: 48, h: 30 }, 'plots')),
  settings: barGraphSettingsSchema,
  loadView: async () => (await import('./BarGraphTile.tsx')).BarGraphTile,
  loadEditor: async () => (await import('./BarGraphEditor.tsx')).BarGraphEditor,
});
