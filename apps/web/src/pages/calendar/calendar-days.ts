import { clockFields, formatDate } from '@telltale/domain/format/time.ts';
import { momentOf } from '@telltale/domain/time/wall-clock.ts';

/** A day of the calendar without a zone: `2026-11-26`. */
export type Day = string;

const DAY_MS = 86_400_000;
const DAYS_OF_WEEK = 7;
const ISO_DAY = /^\d{4}-\d\d-\d\d$/;

/** Reckoned as if every day were one of UTC, all of which are of one length. */
const utcOf = (day: Day) => Date.parse(`${day}T00:00:00Z`);
const dayOfUtc = (timeMs: number): Day => new Date(timeMs).toISOString().slice(0, 10);

/** Whether a text names a day that there is, in a year that can be asked for. */
export function isDay(text: string): boolean {
  const timeMs = ISO_DAY.test(text) ? utcOf(text) : Number.NaN;
  return !Number.isNaN(timeMs) && dayOfUtc(timeMs) === text && text > '1970-02' && text < '2999';
}

/** The day on which a moment lies in a zone. */
export function dayOf(timeMs: number, zone: string): Day {
  return formatDate(timeMs, zone);
}

export function shiftDay(day: Day, days: number): Day {
  return dayOfUtc(utcOf(day) + days * DAY_MS);
}

/** The same day of another month, or the last one where it is shorter. */
export function shiftMonth(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dayOfUtc(Date.UTC(year, month - 1 + months, Math.min(date, last)));
}

/** The days of a week, which begins on Monday. */
export function weekOf(day: Day): Day[] {
  const sinceMonday = (new Date(utcOf(day)).getUTCDay() + 6) % DAYS_OF_WEEK;
  return Array.from({ length: DAYS_OF_WEEK }, (_, index) => shiftDay(day, index - sinceMonday));
}

/** The days of a month. */
function monthOf(day: Day): Day[] {
  const first = `${day.slice(0, 8)}01`;
  const count = Math.round((utcOf(shiftMonth(first, 1)) - utcOf(first)) / DAY_MS);
  return Array.from({ length: count }, (_, index) => shiftDay(first, index));
}

/** The weeks that a month touches. */
export function weeksOf(day: Day): Day[][] {
  const weeks: Day[][] = [];
  for (const one of monthOf(day)) {
    const week = weekOf(one);
    if (weeks.at(-1)?.[0] !== week[0]) weeks.push(week);
  }
  return weeks;
}

const fieldsOf = (day: Day) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return { year, month, day: date };
};
const MIDNIGHT = { hour: 0, minute: 0, second: 0, millisecond: 0 };

/** From the first moment of a day to the last one of another, in a zone. */
export function spanOf(first: Day, last: Day, zone: string): { from: string; to: string } {
  const fromMs = momentOf({ ...fieldsOf(first), ...MIDNIGHT }, zone);
  const toMs = momentOf({ ...fieldsOf(shiftDay(last, 1)), ...MIDNIGHT }, zone) - 1;
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}

/** A moment at the same time of day on another day; of an hour that is skipped there, as much later as the clock jumps. */
export function movedToDay(iso: string, day: Day, zone: string): string {
  const { hour, minute, second, millisecond } = clockFields(Date.parse(iso), zone);
  return new Date(momentOf({ ...fieldsOf(day), hour, minute, second, millisecond }, zone)).toISOString();
}

const words = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options });
const DAY_WORDS = words({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const SHORT_DAY_WORDS = words({ weekday: 'short', day: 'numeric', month: 'short' });
const MONTH_WORDS = words({ month: 'long', year: 'numeric' });
const WEEKDAY_WORDS = words({ weekday: 'long' });

/** `Thursday 26 November 2026`. */
export const dayTitle = (day: Day) => DAY_WORDS.format(utcOf(day)).replace(',', '');
/** `Thu 26 Nov`. */
export const shortDayTitle = (day: Day) => SHORT_DAY_WORDS.format(utcOf(day)).replace(',', '');
/** `November 2026`. */
export const monthTitle = (day: Day) => MONTH_WORDS.format(utcOf(day));
export const weekdayName = (day: Day) => WEEKDAY_WORDS.format(utcOf(day));
