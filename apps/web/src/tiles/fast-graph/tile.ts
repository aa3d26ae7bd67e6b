import { NEW_GRAPH_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { ofManyItems } from '#tile-kit/tile-of-items.ts';
import { migrateFlot } from '#tiles/shared/chart/model/flot-settings.ts';
import { fastGraphSettingsSchema } from './settings.ts';

export const fastGraphTile = defineTile({
  type: 'FastGraph',
  aliases: ['Basic Graph'],
  label: 'Basic Graph',
  group: null,
  icon: lateIcon('IconChartLine'),
  defaultSize: { w: NEW_GRAPH_TILE.w, h: NEW_GRAPH_TILE.h },
  ofItems: ofManyItems({ w: 48, h: 30 }, 'series'),
  settings: fastGraphSettingsSchema,
  migrate: migrateFlot,
  loadView: async () => (await import('./FastGraphTile.tsx')).FastGraphTile,
  loadEditor: async () => (await import('./FastGraphEditor.tsx')).FastGraphEditor,
});
