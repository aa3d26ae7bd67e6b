import type { ClockFields } from '../format/time.ts';
import { momentOf } from './wall-clock.ts';

const DAY_MS = 86_400_000;
const DAYS_OF_WEEK = 7;
const MINUTES_OF_HOUR = 60;

/** A day of the calendar, counted from 1970-01-01. */
export type DayNumber = number;

export const dayNumberOf = ({ year, month, day }: Pick<ClockFields, 'year' | 'month' | 'day'>): DayNumber =>
  Math.round(Date.UTC(year, month - 1, day) / DAY_MS);

/** 1: Monday … 7: Sunday. */
export const weekDayOf = (day: DayNumber): number => ((((day + 3) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK) + 1;

/** When the clock of a zone shows so many minutes after midnight of a day; 1440 is midnight of the next. */
export function momentOnDay(day: DayNumber, minute: number, zone: string): number {
  const date = new Date(day * DAY_MS);
  return momentOf(
    {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: Math.floor(minute / MINUTES_OF_HOUR),
      minute: minute % MINUTES_OF_HOUR,
      second: 0,
      millisecond: 0,
    },
    zone,
  );
}
