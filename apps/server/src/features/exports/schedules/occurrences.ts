import type { EpochMs, exportSchedules } from '@telltale/contract';
import { clockFields, momentOf } from '@telltale/domain';

const DAYS_OF_WEEK = 7;

/** The moment of a rhythm some days after the day of another moment; undefined when that is not its weekday. */
function onDay({ every, weekday, time, zone }: exportSchedules.ExportRhythm, ofMs: EpochMs, days: number) {
  const { year, month, day } = clockFields(ofMs, zone);
  // Sunday is 0 here and 7 there.
  const isoDay = new Date(Date.UTC(year, month - 1, day + days)).getUTCDay() || DAYS_OF_WEEK;
  if (every === 'week' && isoDay !== weekday) return undefined;
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return momentOf({ year, month, day: day + days, hour, minute, second: 0, millisecond: 0 }, zone);
}

/** When a rhythm comes next after a moment: once a day or week, whatever the clocks of the zone do. */
export function occurrenceAfter(rhythm: exportSchedules.ExportRhythm, timeMs: EpochMs): EpochMs {
  for (let days = 0; days <= DAYS_OF_WEEK + 1; days++) {
    const found = onDay(rhythm, timeMs, days);
    if (found !== undefined && found > timeMs) return found;
  }
  throw new RangeError('A week has every weekday.');
}

/** When it came before a moment. */
export function occurrenceBefore(rhythm: exportSchedules.ExportRhythm, timeMs: EpochMs): EpochMs {
  for (let days = 0; days >= -DAYS_OF_WEEK - 1; days--) {
    const found = onDay(rhythm, timeMs, days);
    if (found !== undefined && found < timeMs) return found;
  }
  throw new RangeError('A week has every weekday.');
}

/** The first of some newest occurrences up to now, when older ones were missed: nobody waits for a year of days. */
export function firstKept(rhythm: exportSchedules.ExportRhythm, dueMs: EpochMs, nowMs: EpochMs, most: number): EpochMs {
  let keptMs = occurrenceBefore(rhythm, nowMs + 1);
  for (let n = 1; n < most && keptMs > dueMs; n++) keptMs = occurrenceBefore(rhythm, keptMs);
  return Math.max(dueMs, keptMs);
}
