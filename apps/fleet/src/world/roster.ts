import { hash01 } from '../physics/noise.ts';
import { DAY_MS, MINUTE_MS } from '../physics/weather.ts';
import { places, type SerialNumber } from './places.ts';

/** How a device of the fleet reaches the portal. */
export interface Roster {
  readonly serialNumber: SerialNumber;
  /** Between two live measurements. */
  readonly periodMs: number;
  /** Name of the gateway that it talks through; without one it has a token of its own. */
  readonly gateway?: string;
  /** Its radio fades twice a day. */
  readonly hasWeakRadio?: boolean;
}

export const PERMIAN_GATEWAY = 'Permian batteries';

const TANK_PERIOD_MS = 5_000;
const FAST_PERIOD_MS = 1_000;

/** Every device: pumps, seismometers and rigs once a second, tanks every five. */
export const roster: readonly Roster[] = (Object.keys(places) as SerialNumber[]).map((serialNumber) => ({
  serialNumber,
  periodMs: serialNumber.startsWith('TB-') ? TANK_PERIOD_MS : FAST_PERIOD_MS,
  ...(serialNumber === 'TB-2011' || serialNumber === 'TB-2034' ? { gateway: PERMIAN_GATEWAY } : {}),
  ...(serialNumber === 'SS-3010' ? { hasWeakRadio: true } : {}),
}));

/** Whether a weak radio has contact: it is lost for 5 to 14 minutes, once in each half of the day. */
export function hasContact(seed: number, timeMs: number): boolean {
  const half = Math.floor(timeMs / (DAY_MS / 2));
  const startMs = (half + 0.1 + 0.7 * hash01(seed, half * 2)) * (DAY_MS / 2);
  const lastsMs = (5 + 9 * hash01(seed, half * 2 + 1)) * MINUTE_MS;
  return timeMs < startMs || timeMs >= startMs + lastsMs;
}
