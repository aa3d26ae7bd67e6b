import type { PlannedRepeat } from '@telltale/domain/demo/demo-plan.ts';
import { STRAINER, STRAINER_WEAR, wearOfRig } from './wear.ts';

/** On the clock of the crews, before their day begins. */
const OF_CREWS = { zone: 'America/Chicago', hour: 7 };

/** What comes again whenever a counter has moved on far enough. */
export const repeats: readonly PlannedRepeat[] = [
  ...['PS-1042', 'PS-1077', 'PS-1210', 'PS-1355'].map((serialNumber) => ({
    serialNumber,
    name: STRAINER,
    counter: STRAINER_WEAR.counterPath,
    every: STRAINER_WEAR.interval,
    ...OF_CREWS,
  })),
  ofRig('SU-4104', 2, 'Soft Packing'),
  ofRig('SU-4307', 1, 'Plunger'),
];

function ofRig(serialNumber: string, pod: number, part: string): PlannedRepeat {
  const wear = wearOfRig(part);
  if (!wear) throw new Error(`Nothing is said of how ${part} wears.`);
  const { counterPath: counter, interval: every } = wear;
  return { serialNumber, name: `Pod ${pod} - ${part}`, counter, every, ...OF_CREWS };
}
