import { NEW_TILE } from '@telltale/contract';
import { defineTile } from '#tile-kit/define-tile.ts';
import { lateIcon } from '#tile-kit/icons/late-icon.tsx';
import { ofNumbers, ofOneItem } from '#tile-kit/tile-of-items.ts';
import { cylinderSettingsSchema } from './settings.ts';

export const cylinderGaugeTile = defineTile({
  type: 'CylinderGauge',
  aliases: ['Cylinder Gauge', 'Silo', 'Silo Level'],
  label: 'Cylinder Gauge',
  group: 'Indicators',
  icon: lateIcon('IconCylinder'),
  defaultSize: { w: NEW_TILE.w, h: NEW_TILE.h },
  ofItems: ofNumbers(ofOneItem({ w: 16, h: 20 })),
  settings: cylinderSettingsSchema,
  loadView: async () => (await import('./CylinderTile.tsx')).CylinderTile,
  loadEditor: async () => (await import('./CylinderEditor.tsx')).CylinderEditor,
});
