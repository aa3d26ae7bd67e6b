import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { migrateRequest } from '#tiles/shared/request/request-settings.ts';
import { pieChartSettingsSchema } from './settings.ts';

export const pieChartTile = defineTile({
  type: 'PieChart',
  aliases: ['Pie'],
  label: 'Pie Chart',
  group: null,
  icon: lateIcon('IconChartPie'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  settings: pieChartSettingsSchema,
  migrate: (bag) => {
    const moved = migrateRequest(bag);
    // The described portal knows rows from an address only.
    return typeof bag.url === 'string' && bag.url !== '' && moved.source === undefined
      ? { ...moved, source: 'request' }
      : moved;
  },
  loadView: async () => (await import('./PieChartTile.tsx')).PieChartTile,
  loadEditor: async () => (await import('./PieChartEditor.tsx')).PieChartEditor,
});
