import { clockFields, formatDateTime } from './time.ts';

const DAY_MS = 86_400_000;
/** Outside of these years a clock may show an era, or more digits. */
const FIRST_MS = Date.UTC(1900, 0, 2);
const LAST_MS = Date.UTC(2199, 11, 30);

/**
 * Writes times as `formatDateTime` does, many of one zone: on a day (UTC) on which its clock is as far ahead at the end as
 * at the beginning it is asked twice, and not for each time. No zone puts its clock there and back within a day.
 */
export function dateTimesIn(zone: string): (timeMs: number) => string {
  const ahead = new Map<number, number | undefined>();
  const aheadOn = (day: number) => {
    if (!ahead.has(day)) {
      const first = aheadAt(day * DAY_MS, zone);
      ahead.set(day, first === aheadAt((day + 1) * DAY_MS, zone) ? first : undefined);
    }
    return ahead.get(day);
  };
  return (timeMs) => {
    const aheadMs = timeMs > FIRST_MS && timeMs < LAST_MS ? aheadOn(Math.floor(timeMs / DAY_MS)) : undefined;
    if (aheadMs === undefined) return formatDateTime(timeMs, zone);
    return new Date(timeMs + aheadMs).toISOString().slice(0, 19).replace('T', ' ');
  };
}

function aheadAt(timeMs: number, zone: string): number {
  const { year, month, day, hour, minute, second } = clockFields(timeMs, zone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - timeMs;
}
