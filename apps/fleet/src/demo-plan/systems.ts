import type { PlannedSystem, PlannedSystemDefinition } from '@telltale/domain/demo/demo-plan.ts';

const WELL_SITE = 'Well site';

export const systemDefinitions: readonly PlannedSystemDefinition[] = [
  {
    name: WELL_SITE,
    description: 'A tank battery and the pump that empties it',
    slots: [
      { name: 'Pump', definition: 'Pump Station', exclusive: true },
      { name: 'Tank', definition: 'Tank Battery', exclusive: true },
    ],
  },
];

export const systems: readonly PlannedSystem[] = [
  { name: 'Stanton A', definition: WELL_SITE, slots: { Pump: 'PS-1103', Tank: 'TB-2011' } },
  { name: 'Pecos 12', definition: WELL_SITE, slots: { Pump: 'PS-1077', Tank: 'TB-2034' } },
];
