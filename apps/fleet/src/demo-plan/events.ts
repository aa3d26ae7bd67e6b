import type { PlannedEvent, PlannedEventDefinition } from '@telltale/domain/demo/demo-plan.ts';
import { SNUBBING_UNITS } from './definitions.ts';

const ANNOTATION = 0;
const MAINTENANCE = 1;

/** Parts of a snubbing unit's pump (spec 1 §2 'Maintenance grid'), with the part numbers that the demonstration keeps. */
export const VALVE_PARTS: Readonly<Record<string, readonly string[]>> = {
  'Cap Top': ['CT-2201'],
  'D Ring Top': ['DR-118', 'DR-118V'],
  'Crush Cap Top': ['CC-40'],
  'Spring Top': ['SP-77', 'SP-77H'],
  'Valve Top': ['VT-4410', 'VT-4410C'],
  'Seat Top': ['ST-4412'],
  'Soft Packing': ['PK-3S'],
  'Hard Packing': ['PK-3H'],
  'Stuffing Box': ['SB-9'],
  Plunger: ['PL-275', 'PL-300'],
  'Spring Keeper': ['SK-5'],
  'Spring Bottom': ['SP-77', 'SP-77H'],
  'Valve Bottom': ['VT-4410', 'VT-4410C'],
  'Seat Bottom': ['ST-4412'],
  'Crush Cap Bottom': ['CC-40'],
  'D Ring Bottom': ['DR-118', 'DR-118V'],
  'Cap Bottom': ['CB-2202'],
};
const PODS = [1, 2, 3, 4, 5];
const PUMP_PODS = [1, 2, 3];
const WITH_PODS = [
  ...['PS-1042', 'PS-1077', 'PS-1103', 'PS-1210', 'PS-1355'].map((serialNumber) => ({ serialNumber, pods: PUMP_PODS })),
  ...['SU-4104', 'SU-4211', 'SU-4307'].map((serialNumber) => ({ serialNumber, pods: PODS })),
];

function note(definition: string): PlannedEventDefinition {
  return { definition, name: 'Note', category: ANNOTATION, options: [] };
}

function maintenance(definition: string, name: string, options: readonly string[]): PlannedEventDefinition {
  return { definition, name, category: MAINTENANCE, options };
}

export const eventDefinitions: readonly PlannedEventDefinition[] = [
  // The fifth character is the pod's number, the part begins with the ninth (spec 1 §3 'Event definition').
  ...PODS.flatMap((pod) =>
    Object.entries(VALVE_PARTS).map(([part, options]) => maintenance(SNUBBING_UNITS, `Pod ${pod} - ${part}`, options)),
  ),
  note(SNUBBING_UNITS),
  ...PUMP_PODS.flatMap((pod) =>
    Object.entries(VALVE_PARTS).map(([part, options]) => maintenance('Pump Station', `Pod ${pod} - ${part}`, options)),
  ),
  maintenance('Pump Station', 'Suction strainer cleaned', ['STR-8-40M', 'STR-8-60M']),
  maintenance('Pump Station', 'Mechanical seal replaced', ['MS-2.125-SIC', 'MS-2.125-TC']),
  maintenance('Pump Station', 'Drive-end bearing replaced', ['7314-BECBM', '6314-C3']),
  note('Pump Station'),
  maintenance('Tank Battery', 'Thief hatch serviced', ['TH-8-GASKET']),
  maintenance('Tank Battery', 'Level gauge calibrated', []),
  note('Tank Battery'),
  maintenance('Seismic Station', 'Battery replaced', ['AGM-12-100']),
  maintenance('Seismic Station', 'Sensor levelled', []),
  note('Seismic Station'),
];

/** What crews say of valves that they took out. */
const FOUND = ['Washed out on one side.', 'Scored by sand.', 'Pitted by cavitation.', 'Routine.', '', ''];

/** Every part of every pump was done some time in the last week, so that some are new, some due soon and some overdue. */
const worn: readonly PlannedEvent[] = WITH_PODS.flatMap(({ serialNumber, pods }, pump) =>
  pods.flatMap((pod) =>
    Object.entries(VALVE_PARTS).map(([part, options], place) => ({
      serialNumber,
      name: `Pod ${pod} - ${part}`,
      daysAgo: 0.4 + ((pump * 23 + pod * 17 + place * 29) % 62) / 10,
      cause: FOUND[(pump + pod + place) % FOUND.length] ?? '',
      meta: { details: { selection: options[(pump + pod) % options.length] ?? '' } },
      status: 3,
    })),
  ),
);

/** That of the injection pump clogs every other day. */
const strainers: readonly PlannedEvent[] = [
  strainer('PS-1077', 2.4, 'Strainer was two thirds full of scale.\nSwapped the basket; old one goes to the wash bay.'),
  strainer('PS-1077', 4.2, 'Routine, before it trips again.'),
  strainer('PS-1042', 1.1, 'Hardly anything in it.'),
  strainer('PS-1210', 2.6, ''),
  strainer('PS-1355', 4.9, 'Weed from the impoundment.'),
  strainer('PS-1103', 3.4, ''),
];

function strainer(serialNumber: string, daysAgo: number, cause: string): PlannedEvent {
  const meta = { details: { selection: 'STR-8-40M' } };
  return { serialNumber, name: 'Suction strainer cleaned', daysAgo, cause, meta, status: 3 };
}

const by = (selection: string, hours: number) => ({ 'Run Hours': hours, details: { selection } });

export const events: readonly PlannedEvent[] = [
  ...worn,
  ...strainers,
  {
    serialNumber: 'PS-1042',
    name: 'Drive-end bearing replaced',
    daysAgo: -6,
    cause: 'Bearing temperature and shock trend rise since last month.',
    meta: by('7314-BECBM', 0),
    status: 1,
  },
  {
    serialNumber: 'PS-1042',
    name: 'Note',
    daysAgo: 1.6,
    cause: 'Greased the drive-end bearing; temperature fell by 4 °F for an hour.',
    meta: {},
    status: 3,
  },
  {
    serialNumber: 'PS-1210',
    name: 'Mechanical seal replaced',
    daysAgo: 21,
    cause: 'Weeping seal found on rounds.',
    meta: by('MS-2.125-SIC', 9_480),
    status: 3,
  },
  {
    serialNumber: 'TB-2034',
    name: 'Thief hatch serviced',
    daysAgo: 9,
    cause: 'New gasket, holds 12 oz.',
    meta: { details: { selection: 'TH-8-GASKET' } },
    status: 3,
  },
  {
    serialNumber: 'TB-2011',
    name: 'Level gauge calibrated',
    daysAgo: 33,
    cause: 'Within 0.02 ft of the hand gauge.',
    meta: {},
    status: 3,
  },
  {
    serialNumber: 'SS-3002',
    name: 'Battery replaced',
    daysAgo: 48,
    cause: 'Third winter.',
    meta: { details: { selection: 'AGM-12-100' } },
    status: 3,
  },
  {
    serialNumber: 'SU-4104',
    name: 'Pod 4 - Soft Packing',
    daysAgo: -1.3,
    cause: 'Drips at the gland; change it when the string is out.',
    meta: { details: { selection: 'PK-3S' } },
    status: 1,
  },
  {
    serialNumber: 'SU-4104',
    name: 'Pod 1 - Valve Top',
    daysAgo: 0.08,
    cause: 'Pod is opened, new valve and seat are on the floor.',
    meta: { details: { selection: 'VT-4410C' } },
    status: 2,
  },
  {
    serialNumber: 'SU-4211',
    name: 'Pod 3 - Plunger',
    daysAgo: -2.6,
    cause: 'Scored; chrome plunger ordered.',
    meta: { details: { selection: 'PL-300' } },
    status: 1,
  },
  {
    serialNumber: 'SU-4307',
    name: 'Note',
    daysAgo: 1.2,
    cause: 'Stripper rubber changed between two joints.',
    meta: {},
    status: 3,
  },
];
