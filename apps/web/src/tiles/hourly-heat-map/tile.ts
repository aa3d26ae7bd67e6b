import { NEW_GRAPH_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { loadPlainEditor } from '#tiles/shared/editor/load-plain-editor.ts';
import { hourlySettingsSchema } from '#tiles/shared/hourly/hourly-settings.ts';

export const hourlyHeatMapTile = defineTile({
  type: 'HourlyHeatMap',
  aliases: ['HeatMap'],
  label: 'Hourly Heat Map',
  group: null,
  icon: lateIcon('IconGridDots'),
  defaultSize: { w: NEW_GRAPH_TILE.w, h: NEW_GRAPH_TILE.h },
  settings: hourlySettingsSchema,
  loadView: async () => (await import('./HourlyHeatMapTile.tsx')).HourlyHeatMapTile,
  loadEditor: () => loadPlainEditor(async () => (await import('#tiles/shared/hourly/hourly-fields.ts')).hourlyFields),
});
