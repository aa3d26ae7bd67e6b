import type { alarms } from '@telltale/contract';
import { TEST_ASSET_ID } from '#tile-kit/testing/tile-world.tsx';

/** An open alarm of the test asset; what differs is given. */
export function anAlarm(differences: Partial<Record<keyof alarms.Alarm, unknown>> = {}): alarms.Alarm {
  return {
    alarmDefinitionId: 3,
    assetId: TEST_ASSET_ID,
    name: 'High pressure',
    reason: 'Valve shut',
    cause: '_pressure > 9 (9.5)',
    raised: '2026-11-20T12:00:00.000Z',
    lastRaised: '2026-11-20T12:30:00.000Z',
    severity: 5,
    count: 2,
    alarmStatus: 1,
    active: true,
    shelved: null,
    ...differences,
  } as alarms.Alarm;
}
