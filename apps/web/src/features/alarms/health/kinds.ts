import type { alarmHealth } from '@telltale/contract';
import type { ShownKind } from './health-address.ts';

export const kindWords: Readonly<Record<ShownKind, string>> = {
  all: 'All',
  chattering: 'Chattering',
  stale: 'Stale',
  unanswered: 'Never acted on',
  together: 'Always acted on together',
};

/** How bad an alarm is of a kind. */
const weights: Readonly<Record<ShownKind, (alarm: alarmHealth.AlarmHealth) => number>> = {
  all: ({ alarms }) => alarms,
  chattering: ({ chattering }) => chattering,
  stale: ({ stale }) => stale,
  unanswered: ({ alarms }) => alarms,
  together: ({ together }) => together[0]?.times ?? 0,
};

/** The alarms of a kind, the worst first. */
export function inOrder(alarms: readonly alarmHealth.AlarmHealth[], kind: ShownKind): alarmHealth.AlarmHealth[] {
  const weight = weights[kind];
  return alarms
    .filter(({ kinds }) => kind === 'all' || kinds.includes(kind))
    .sort((a, b) => weight(b) - weight(a) || b.alarms - a.alarms);
}
