import { type ClockFields, clockFields } from '../format/time.ts';
import { momentOf } from './wall-clock.ts';

/** Seconds, minutes, hours, days, weeks (from Monday), months, years. */
export type TimeUnit = 's' | 'm' | 'h' | 'd' | 'w' | 'M' | 'y';

/** A moment as users write it: on the way from now, or on the calendar. */
export type TimeExpression =
  | {
      readonly kind: 'relative';
      /** Added to now one after another. */
      readonly shifts: readonly { readonly amount: number; readonly unit: TimeUnit }[];
      /** Rounded to the start of the unit, or as the end of a range to its end. */
      readonly roundTo: TimeUnit | undefined;
    }
  /** A wall clock's reading in the zone where it is read; a day alone means all of it. */
  | { readonly kind: 'clock'; readonly fields: ClockFields; readonly isDay: boolean }
  /** Milliseconds since 1970. */
  | { readonly kind: 'moment'; readonly timeMs: number };

/** Which end of a range an expression stands for: the end of a rounded one is the last millisecond of its unit. */
export type RangeEdge = 'start' | 'end';

const RELATIVE = /^now((?:\s*[+-]\s*\d{1,7}\s*[smhdwMy])*)\s*(?:\/\s*([smhdwMy]))?$/;
const SHIFT = /([+-])\s*(\d{1,7})\s*([smhdwMy])/g;
const CLOCK = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?)?$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/;
const EPOCH_MS = /^\d{12,15}$/;
/** The last time that a date can be. */
const END_OF_TIME_MS = 8.64e15;

/**
 * Reads `now`, `now-6h`, `now-1d/d`, `2026-11-20`, `2026-11-20 14:03`, an ISO 8601 instant, or milliseconds since 1970.
 * Undefined for anything else.
 */
export function parseTime(text: string): TimeExpression | undefined {
  const trimmed = text.trim();
  const relative = RELATIVE.exec(trimmed);
  if (relative) {
    const shifts = [...(relative[1] ?? '').matchAll(SHIFT)].map(([, sign, amount, unit]) => ({
      amount: Number(`${sign}${amount}`),
      unit: unit as TimeUnit,
    }));
    return { kind: 'relative', shifts, roundTo: relative[2] as TimeUnit | undefined };
  }
  if (EPOCH_MS.test(trimmed)) return momentExpression(Number(trimmed));
  // The runtime reads the 30th of February as the 2nd of March.
  if (INSTANT.test(trimmed)) return parseClock(trimmed.slice(0, 10)) && momentExpression(Date.parse(trimmed));
  return parseClock(trimmed);
}

function momentExpression(timeMs: number): TimeExpression | undefined {
  return Math.abs(timeMs) <= END_OF_TIME_MS ? { kind: 'moment', timeMs } : undefined;
}

function parseClock(text: string): TimeExpression | undefined {
  const match = CLOCK.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const millisecond = Number((match[7] ?? '').padEnd(3, '0'));
  const fields = { year, month, day, hour, minute, second, millisecond };
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  const isDate = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isDate || hour > 23 || minute > 59 || second > 59) return undefined;
  return { kind: 'clock', fields, isDay: match[4] === undefined };
}

/**
 * The moment that an expression means, milliseconds since 1970. Days and what is longer go by the calendar of the zone,
 * hours and what is shorter by the clock, so a day over the change of summer time has 23 or 25 hours.
 * @throws RangeError for an unknown zone, or where the moment is out of range
 */
export function resolveTime(
  expression: TimeExpression,
  nowMs: number,
  zone: string,
  edge: RangeEdge = 'start',
): number {
  switch (expression.kind) {
    case 'moment':
      return expression.timeMs;
    case 'clock': {
      const { fields, isDay } = expression;
      if (!isDay || edge === 'start') return momentOf(fields, zone);
      return momentOf({ ...fields, day: fields.day + 1 }, zone) - 1;
    }
    case 'relative': {
      let timeMs = nowMs;
      for (const { amount, unit } of expression.shifts) timeMs = shifted(timeMs, amount, unit, zone);
      const { roundTo } = expression;
      if (roundTo === undefined) return timeMs;
      const startMs = startOf(timeMs, roundTo, zone);
      if (edge === 'start') return startMs;
      const nextMs = shifted(startMs, 1, roundTo, zone);
      // Where the clock skips midnight, the unit begins later in its day than the next one does.
      return (roundTo in CLOCK_MS ? nextMs : startOf(nextMs, roundTo, zone)) - 1;
    }
  }
}

const CLOCK_MS = { s: 1_000, m: 60_000, h: 3_600_000 } as const;

function shifted(timeMs: number, amount: number, unit: TimeUnit, zone: string): number {
  if (unit === 's' || unit === 'm' || unit === 'h') return inRange(timeMs + amount * CLOCK_MS[unit]);
  const fields = clockFields(inRange(timeMs), zone);
  if (unit === 'd' || unit === 'w') {
    return inRange(momentOf({ ...fields, day: fields.day + amount * (unit === 'w' ? 7 : 1) }, zone));
  }
  const months = fields.year * 12 + (fields.month - 1) + amount * (unit === 'y' ? 12 : 1);
  const year = Math.floor(months / 12);
  const month = (months % 12) + 1;
  // The 31st of a month that has 30 days is its last.
  return inRange(momentOf({ ...fields, year, month, day: Math.min(fields.day, daysIn(year, month)) }, zone));
}

function inRange(timeMs: number): number {
  if (!(Math.abs(timeMs) <= END_OF_TIME_MS)) throw new RangeError('The time is out of range.');
  return timeMs;
}

function daysIn(year: number, month: number): number {
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month, 0);
  return date.getUTCDate();
}

function startOf(timeMs: number, unit: TimeUnit, zone: string): number {
  const fields = { ...clockFields(timeMs, zone), millisecond: 0 };
  if (unit === 's') return timeMs - (((timeMs % 1000) + 1000) % 1000);
  // Within an hour that comes twice the clock alone would lead back to the first.
  if (unit === 'm') return startOf(timeMs, 's', zone) - fields.second * 1000;
  if (unit === 'h') return startOf(timeMs, 'm', zone) - fields.minute * 60_000;
  const day = { ...fields, hour: 0, minute: 0, second: 0 };
  switch (unit) {
    case 'd':
      return momentOf(day, zone);
    case 'w':
      return momentOf({ ...day, day: day.day - daysSinceMonday(day) }, zone);
    case 'M':
      return momentOf({ ...day, day: 1 }, zone);
    case 'y':
      return momentOf({ ...day, month: 1, day: 1 }, zone);
  }
}

function daysSinceMonday({ year, month, day }: ClockFields): number {
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  return (date.getUTCDay() + 6) % 7;
}
