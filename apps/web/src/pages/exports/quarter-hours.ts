import { clockFields } from '@telltale/domain/format/time.ts';
import { momentOf, momentsOf } from '@telltale/domain/time/wall-clock.ts';

const QUARTER_MS = 15 * 60_000;

/** A moment as the pickers of an export hold it: a day, and a quarter of an hour of a clock with twelve hours. */
export interface QuarterTime {
  /** `2026-11-20`. */
  date: string;
  /** 1 to 12. */
  hour: number;
  minute: 0 | 15 | 30 | 45;
  half: 'AM' | 'PM';
}

export const MINUTES = [0, 15, 30, 45] as const;
export const HOURS = [12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const;

const two = (value: number) => String(value).padStart(2, '0');

/** The quarter of an hour at or before a moment, or at or after it. */
export function quarterAt(timeMs: number, zone: string, rounding: 'down' | 'up'): QuarterTime {
  const { year, month, day } = clockFields(timeMs, zone);
  const midnightMs = momentOf({ year, month, day, hour: 0, minute: 0, second: 0, millisecond: 0 }, zone);
  const quarters = (timeMs - midnightMs) / QUARTER_MS;
  const rounded = midnightMs + (rounding === 'down' ? Math.floor(quarters) : Math.ceil(quarters)) * QUARTER_MS;
  const fields = clockFields(rounded, zone);
  return {
    date: `${fields.year}-${two(fields.month)}-${two(fields.day)}`,
    hour: fields.hour % 12 === 0 ? 12 : fields.hour % 12,
    minute: MINUTES.findLast((minute) => minute <= fields.minute) ?? 0,
    half: fields.hour < 12 ? 'AM' : 'PM',
  };
}

/**
 * The moment that a quarter of an hour means in the zone. Where summer time ends it comes twice: what begins then begins at the
 * first, and what ends then at the last, so that nothing is left out.
 */
export function momentOfQuarter(time: QuarterTime, zone: string, which: 'first' | 'last' = 'first'): number {
  const { date, hour, minute, half } = time;
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const ofDay = (hour % 12) + (half === 'PM' ? 12 : 0);
  const fields = { year, month, day, hour: ofDay, minute, second: 0, millisecond: 0 };
  const last = which === 'last' ? momentsOf(fields, zone).at(-1) : undefined;
  return last ?? momentOf(fields, zone);
}
