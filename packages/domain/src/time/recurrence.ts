import { clockFields } from '../format/time.ts';
import { momentOf } from './wall-clock.ts';

/** Something that comes again by the calendar: every so many days, weeks or months, at the time of day of the first. */
export interface Recurrence {
  readonly unit: 'day' | 'week' | 'month';
  readonly every: number;
  /** The first of them; by the wall clock of this zone the others follow. */
  readonly startMs: number;
  readonly zone: string;
  readonly end: RecurrenceEnd;
}

export type RecurrenceEnd =
  | { readonly kind: 'never' }
  | { readonly kind: 'after'; readonly count: number }
  /** On this day of the zone at the latest: `2026-11-26`. */
  | { readonly kind: 'until'; readonly day: string };

/**
 * When the occurrence with a number is, the first being 0; undefined when it has ended before. Each is reckoned from the
 * first, so that the 31st of a month is the last day of a shorter one and the 31st again in the next.
 * @throws RangeError for an unknown zone or a time out of range
 */
export function occurrenceOf({ unit, every, startMs, zone, end }: Recurrence, number: number): number | undefined {
  if (end.kind === 'after' && number >= end.count) return undefined;
  const start = clockFields(startMs, zone);
  const steps = every * number;
  const fields =
    unit === 'month'
      ? { ...start, ...monthOn(start.year, start.month + steps, start.day) }
      : { ...start, day: start.day + steps * (unit === 'week' ? 7 : 1) };
  // The first is the moment itself, also where the clock shows its time twice.
  const timeMs = number === 0 ? startMs : momentOf(fields, zone);
  return end.kind === 'until' && dayOf(timeMs, zone) > end.day ? undefined : timeMs;
}

function monthOn(ofYear: number, ofMonth: number, day: number): { year: number; month: number; day: number } {
  const year = ofYear + Math.floor((ofMonth - 1) / 12);
  const month = ((ofMonth - 1) % 12) + 1;
  const last = new Date(Date.UTC(2000, 0, 1));
  last.setUTCFullYear(year, month, 0);
  return { year, month, day: Math.min(day, last.getUTCDate()) };
}

function dayOf(timeMs: number, zone: string): string {
  const { year, month, day } = clockFields(timeMs, zone);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}
