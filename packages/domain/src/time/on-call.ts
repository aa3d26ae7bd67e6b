import { clockFields } from '../format/time.ts';
import { type DayNumber, dayNumberOf, momentOnDay, weekDayOf } from './week-days.ts';

const DAYS_OF_WEEK = 7;

/** Who is on call week by week: the members take turns, each until the next handover. */
export interface Rota<Id> {
  /** IANA; handovers go by its clock. */
  zone: string;
  /** 1: Monday … 7: Sunday. */
  handoverDay: number;
  /** Minutes after midnight, 0 to 1439. */
  handoverMinute: number;
  /** A day, `2026-11-23`: the first member's week is the one that begins on it, or on the last handover day before it. */
  start: string;
  /** At least one; in the order of their turns. */
  members: readonly Id[];
}

/** Somebody takes over from whoever it would be. No two of a rota share a moment. */
export interface RotaOverride<Id> {
  userId: Id;
  fromMs: number;
  toMs: number;
}

/** One person's stretch on call, within one week. */
export interface Duty<Id> {
  userId: Id;
  fromMs: number;
  toMs: number;
  /** Whose turn it would be; undefined: it is their own. */
  insteadOf: Id | undefined;
}

interface Turn<Id> {
  userId: Id;
  fromMs: number;
  toMs: number;
}

/** Whether a text is a day of the calendar. */
export function isCalendarDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && Number(match[1]) >= 1970;
}

/**
 * Who is on call at a moment, and for which stretch of the week: somebody always is, and only one. Weeks are counted by the
 * calendar, so a change of the clock makes one shorter or longer, and moves nobody's turn.
 * @throws RangeError for an unknown zone, and without members
 */
export function onCallAt<Id>(rota: Rota<Id>, overrides: readonly RotaOverride<Id>[], timeMs: number): Duty<Id> {
  const turn = turnAt(rota, timeMs);
  const over = overrides.find(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < toMs);
  if (over) {
    const fromMs = Math.max(turn.fromMs, over.fromMs);
    const toMs = Math.min(turn.toMs, over.toMs);
    const insteadOf = over.userId === turn.userId ? undefined : turn.userId;
    return { userId: over.userId, fromMs, toMs, insteadOf };
  }
  const ends = overrides.map(({ toMs }) => toMs).filter((endMs) => endMs <= timeMs);
  const begins = overrides.map(({ fromMs }) => fromMs).filter((beginMs) => beginMs > timeMs);
  return {
    userId: turn.userId,
    fromMs: Math.max(turn.fromMs, ...ends),
    toMs: Math.min(turn.toMs, ...begins),
    insteadOf: undefined,
  };
}

/** Everybody's stretches from one moment to another, one after the other, the first and last cut off there. */
export function onCallBetween<Id>(
  rota: Rota<Id>,
  overrides: readonly RotaOverride<Id>[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Duty<Id>[] {
  const duties: Duty<Id>[] = [];
  for (let atMs = fromMs; atMs < toMs; ) {
    const duty = onCallAt(rota, overrides, atMs);
    duties.push({ ...duty, fromMs: atMs, toMs: Math.min(duty.toMs, toMs) });
    atMs = duty.toMs;
  }
  return duties;
}

/** The week in which a moment lies, and so many after it: whose they are without overrides. */
export function turnsFrom<Id>(rota: Rota<Id>, timeMs: number, count: number): Turn<Id>[] {
  const turns: Turn<Id>[] = [];
  for (let atMs = timeMs; turns.length < count; ) {
    const turn = turnAt(rota, atMs);
    turns.push(turn);
    atMs = turn.toMs;
  }
  return turns;
}

function turnAt<Id>({ zone, handoverDay, handoverMinute, start, members }: Rota<Id>, timeMs: number): Turn<Id> {
  const today = dayNumberOf(clockFields(timeMs, zone));
  const first = handoverOnOrBefore(today, handoverDay);
  const days = [first - 2 * DAYS_OF_WEEK, first - DAYS_OF_WEEK, first, first + DAYS_OF_WEEK, first + 2 * DAYS_OF_WEEK];
  const begins = days.map((day) => ({ day, fromMs: momentOnDay(day, handoverMinute, zone) }));
  const index = begins.findLastIndex(({ fromMs }) => fromMs <= timeMs);
  const [begun, next] = [begins[index], begins[index + 1]];
  if (!begun || !next) throw new RangeError('The time is out of range.');
  const [year, month, day] = start.split('-').map(Number);
  const startDay = dayNumberOf({ year: year ?? 0, month: month ?? 0, day: day ?? 0 });
  const week = Math.round((begun.day - handoverOnOrBefore(startDay, handoverDay)) / DAYS_OF_WEEK);
  const member = members[((week % members.length) + members.length) % members.length];
  if (member === undefined) throw new RangeError('A rota has at least one member.');
  return { userId: member, fromMs: begun.fromMs, toMs: next.fromMs };
}

const handoverOnOrBefore = (day: DayNumber, handoverDay: number): DayNumber =>
  day - ((weekDayOf(day) - handoverDay + DAYS_OF_WEEK) % DAYS_OF_WEEK);
