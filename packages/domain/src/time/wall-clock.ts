import { type ClockFields, clockFields } from '../format/time.ts';

export type { ClockFields };

const DAY_MS = 86_400_000;

/** What the wall clock shows, counted as if it were UTC. Fields beyond their range carry over (month 13, day 0). */
function asUtc({ year, month, day, hour, minute, second, millisecond }: ClockFields): number {
  const date = new Date(Date.UTC(2000, 0, 1, hour, minute, second, millisecond));
  // Date.UTC would take the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day + Math.floor((date.getTime() - Date.UTC(2000, 0, 1)) / DAY_MS));
  return date.getTime();
}

/** How far the wall clock of a zone is ahead of UTC at a moment, milliseconds. */
function offsetAt(timeMs: number, zone: string): number {
  return asUtc(clockFields(timeMs, zone)) - timeMs;
}

/**
 * The moment at which a wall clock in the zone shows these fields. Of a time that comes twice (summer time ends) the
 * first; a time that is skipped (it begins) becomes the one as much later as the clock jumps.
 * @throws RangeError for an unknown zone or a time out of range
 */
export function momentOf(fields: ClockFields, zone: string): number {
  const wall = asUtc(fields);
  return momentsAround(wall, zone)[0] ?? wall - offsetAt(wall - DAY_MS, zone);
}

/**
 * All moments at which a wall clock in the zone shows these fields, in their order: none where summer time skips them, two where its
 * end makes them come twice.
 * @throws RangeError for an unknown zone or a time out of range
 */
export function momentsOf(fields: ClockFields, zone: string): number[] {
  return momentsAround(asUtc(fields), zone);
}

function momentsAround(wall: number, zone: string): number[] {
  const offsets = new Set([offsetAt(wall - DAY_MS, zone), offsetAt(wall + DAY_MS, zone)]);
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((timeMs) => timeMs + offsetAt(timeMs, zone) === wall)
    .sort((a, b) => a - b);
}
