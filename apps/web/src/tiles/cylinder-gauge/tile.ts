import { IconCylinder } from '@tabler/icons-react';
import { defineTile } from '#tile-kit/define-tile.ts';
import { cylinderSettingsSchema } from './settings.ts';

export const cylinderGaugeTile = defineTile({
  type: 'CylinderGauge',
  aliases: ['Cylinder Gauge', 'Silo', 'Silo Level'],
  label: 'Cylinder Gauge',
  group: 'Indicators',
  icon: IconCylinder,
  defaultSize: { w: 20, h: 30 },
  settings: cylinderSettingsSchema,
  loadView: async () => (await import('./CylinderTile.tsx')).CylinderTile,
  loadEditor: async () => (await import('./CylinderEditor.tsx')).CylinderEditor,
});
