import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { ofNumbers, ofOneItem } from '#tile-kit/tile-of-items.ts';
import { gaugeSettingsSchema, migrateGauge } from './settings.ts';

export const gaugeTile = defineTile({
  type: 'Gauge',
  aliases: ['Dial Gauge'],
  label: 'Dial Gauge',
  group: 'Indicators',
  icon: lateIcon('IconGauge'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  ofItems: ofNumbers(ofOneItem({ w: 24, h: 20 })),
  settings: gaugeSettingsSchema,
  migrate: migrateGauge,
  loadView: async () => (await import('./GaugeTile.tsx')).GaugeTile,
  loadEditor: async () => (await import('./GaugeEditor.tsx')).GaugeEditor,
});
