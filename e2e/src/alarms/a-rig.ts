import { setTimeout as delay } from 'node:timers/promises';
import type { systems } from '@telltale/contract';
import type { Portal } from '../testing/portal.ts';

type Trips = readonly (readonly [alarm: string, severity: number])[];

/** What stands on the rig, in the order of its slots, and what each part tells when the power fails. */
const parts: readonly (readonly [part: string, trips: Trips])[] = [
  ['Generator', [['Undervoltage', 8]]],
  [
    'Mud pump',
    [
      ['Discharge pressure low', 10],
      ['Flow low', 6],
      ['Lube oil pressure low', 6],
    ],
  ],
  [
    'Top drive',
    [
      ['Torque lost', 8],
      ['Cooling stopped', 4],
    ],
  ],
  [
    'Shaker',
    [
      ['Stopped', 4],
      ['Pit level high', 6],
    ],
  ],
  [
    'Degasser',
    [
      ['Vacuum lost', 4],
      ['Vessel level high', 6],
    ],
  ],
];
/** Elsewhere, meanwhile. */
const others: typeof parts = [
  [
    'Compressor',
    [
      ['Suction pressure low', 6],
      ['Speed low', 4],
    ],
  ],
  ['Separator', [['Level high', 2]]],
];
const APART_MS = 1_300;

interface Part {
  assetId: number;
  definition: { assetDefinitionId: number };
  trip: (step: number) => Promise<void>;
  trips: number;
}

/** A rig whose power fails, so that one alarm follows another, while other things happen on other equipment. */
export async function aRigThatTrips(portal: Portal, name: string): Promise<void> {
  const rig = await Promise.all(parts.map((part) => aPart(portal, name, part)));
  const rest = await Promise.all(others.map((part) => aPart(portal, 'Field', part)));
  const definition = await portal.call<systems.SystemDefinition>('POST', '/api/ef/systemdefinitions', {
    name: 'Drilling rig',
    slots: parts.map(([part], i) => ({ name: part, ...rig[i]?.definition })),
  });
  await portal.call('POST', '/api/ef/systems', {
    name,
    systemDefinitionId: definition.systemDefinitionId,
    currentSlotAssignments: definition.slots.map(({ slotId }, i) => ({ slotId, assetId: rig[i]?.assetId })),
  });
  for (const part of [...rig.slice(0, 3), ...rest, ...rig.slice(3)]) {
    for (let step = 1; step <= part.trips; step++) {
      await part.trip(step);
      await delay(APART_MS);
    }
  }
}

async function aPart(portal: Portal, place: string, [part, trips]: (typeof parts)[number]): Promise<Part> {
  const { assetId, accessToken } = await portal.anAsset(`${place} ${part}`, part);
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const say = async (step: number) => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ Tripped: step });
    const reply = await fetch(`${portal.url}/api/v1/${accessToken}/telemetry`, { method: 'POST', headers, body });
    if (!reply.ok) throw new Error(`Telemetry: ${reply.status}`);
  };
  await say(0);
  const definitions = trips.map(([alarm, severity], i) => ({
    assetDefinitionId,
    name: alarm,
    severity,
    flee: JSON.stringify({ expression: `_Tripped > ${i}`, variables: [] }),
  }));
  await portal.call('PUT', '/api/ef/alarmdefinitions', definitions);
  return { assetId, definition: { assetDefinitionId }, trip: say, trips: trips.length };
}
