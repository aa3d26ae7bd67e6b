import { clockFields } from '@telltale/domain';
import { momentOf } from '@telltale/domain/time/wall-clock.ts';

/** Earlier periods that are offered at once; any other number of hours can be typed. */
export const COMPARE_CHOICES = [
  { hours: 24, label: 'The day before' },
  { hours: 7 * 24, label: 'A week before' },
] as const;

/** `7 d earlier`, `36 h earlier`: stands behind the name of a series. */
export function earlierLabel(hours: number): string {
  if (hours % 24 === 0) return `${hours / 24} d earlier`;
  if (hours >= 1) return `${Number(hours.toFixed(2))} h earlier`;
  return `${Math.round(hours * 60)} min earlier`;
}

/** The ghost is asked for in steps of this share of the window, so that it isn't asked again at every second. */
const STEP_SHARE = 0.1;
const LEAST_STEP_S = 60;

export interface EarlierWindow {
  /** Milliseconds since 1970. */
  fromMs: number;
  toMs: number;
  /** How far it lies back. */
  shiftS: number;
}

/**
 * The earlier period to ask for: the window moved back, with a step to spare at its end. Whole days are those of the
 * calendar in the zone, as `now-7d` is: eight in the morning is compared with eight in the morning, also when the clocks
 * were changed in between. In a window over such a change its end counts.
 */
export function earlierWindow(range: { from: number; to: number }, hours: number, zone: string): EarlierWindow {
  const stepS = Math.max(LEAST_STEP_S, (range.to - range.from) * STEP_SHARE);
  const from = Math.floor(range.from / stepS) * stepS;
  const to = (Math.floor(range.to / stepS) + 1) * stepS;
  const shiftS = shiftOf(to, hours, zone);
  return { fromMs: Math.round((from - shiftS) * 1000), toMs: Math.round((to - shiftS) * 1000), shiftS };
}

function shiftOf(toS: number, hours: number, zone: string): number {
  if (hours === 0 || hours % 24 !== 0) return hours * 3600;
  const endMs = Math.floor(toS) * 1000;
  const fields = clockFields(endMs, zone);
  return (endMs - momentOf({ ...fields, day: fields.day - hours / 24 }, zone)) / 1000;
}
