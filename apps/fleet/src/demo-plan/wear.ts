import { VALVE_PARTS } from './events.ts';

/** How much a counter moves on until something has to be done again. */
interface Wear {
  readonly counterPath: string;
  readonly interval: number;
}

export const STRAINER = 'Suction strainer cleaned';
export const STRAINER_WEAR: Wear = { counterPath: 'Run Hours', interval: 60 };
const SOFT_OF_RIG: Wear = { counterPath: 'Pump Hours', interval: 65 };
const PLUNGER_OF_RIG: Wear = { counterPath: 'Stroke Counts', interval: 420_000 };

/** By the hours that a pump runs. The demonstration lives a week at first: its parts are worn within days. */
export const PUMP_WEAR = schedule([1, 2, 3], wearOfPump, { [STRAINER]: STRAINER_WEAR });

/** A rig pumps half of the day. What stands here not is due by the default, every 300 pump hours. */
export const RIG_WEAR = schedule([1, 2, 3, 4, 5], wearOfRig, {});

function wearOfPump(part: string): Wear {
  return { counterPath: 'Run Hours', interval: isSoft(part) ? 110 : 400 };
}

export function wearOfRig(part: string): Wear | undefined {
  if (part === 'Plunger') return PLUNGER_OF_RIG;
  return isSoft(part) ? SOFT_OF_RIG : undefined;
}

function isSoft(part: string): boolean {
  return /Valve|Seat|Plunger|Packing/.test(part);
}

function schedule(
  pods: readonly number[],
  ofPart: (part: string) => Wear | undefined,
  others: Readonly<Record<string, Wear>>,
): string {
  const entries = pods.flatMap((pod) =>
    Object.keys(VALVE_PARTS).map((part) => [`Pod ${pod} - ${part}`, ofPart(part)] as const),
  );
  const ofParts = Object.fromEntries(entries.filter(([, wear]) => wear !== undefined));
  return JSON.stringify({ ...ofParts, ...others });
}
