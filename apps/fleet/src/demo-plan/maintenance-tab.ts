import type { TabDesign } from './dashboard-builder.ts';

/** The maintenance grid of pods, over the whole width. */
export function maintenanceTab(id: string): TabDesign {
  return {
    id,
    name: 'Maintenance',
    tiles: { parts: { type: { name: 'Rendering', value: 'Rendering' }, settings: { title: 'Valves and packing' } } },
    rows: {
      lg: [[64, 'parts 96']],
      sm: [[64, 'parts 96']],
      xxs: [[60, 'parts 6']],
    },
  };
}
