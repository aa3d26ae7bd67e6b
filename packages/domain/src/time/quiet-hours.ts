import { clockFields } from '../format/time.ts';
import { dayNumberOf, momentOnDay, weekDayOf } from './week-days.ts';

const DAY_MINUTES = 1_440;
const WEEK_MINUTES = 7 * DAY_MINUTES;
/** More than any chain of stretches that leaves some of the week has. */
const MOST_LINKS = 500;

/** Some hours of some days of the week; past midnight where the end is the earlier one. */
export interface QuietSpan {
  /** On which it begins; 1: Monday … 7: Sunday. */
  days: readonly number[];
  /** Minutes after midnight on the wall clock, 0 to 1439. */
  fromMinute: number;
  /** 1 to 1440, which is midnight at the end of the day. */
  toMinute: number;
}

export interface QuietHours {
  /** IANA. */
  zone: string;
  spans: readonly QuietSpan[];
}

/** What is wrong with spans, in words; undefined: nothing. */
export function faultOfQuietSpans(spans: readonly QuietSpan[]): string | undefined {
  if (spans.some(({ fromMinute, toMinute }) => fromMinute === toMinute)) {
    return 'A span that ends when it begins has no length.';
  }
  const quiet = new Set<number>();
  for (const { days, fromMinute, toMinute } of spans) {
    for (const day of days) {
      const begin = (day - 1) * DAY_MINUTES + fromMinute;
      for (let minute = 0; minute < lengthOf(fromMinute, toMinute); minute++)
        quiet.add((begin + minute) % WEEK_MINUTES);
    }
  }
  return quiet.size < WEEK_MINUTES ? undefined : 'Some of the week must be left in which alerts come.';
}

const lengthOf = (from: number, to: number) => (to > from ? to - from : to + DAY_MINUTES - from);

/**
 * Until when it is quiet at a moment, over spans that follow on each other or overlap; undefined: it is not quiet. A span is
 * one stretch of time, from where the clock first shows its beginning until it first shows its end: it is as much shorter or
 * longer as the clock jumps meanwhile. A beginning or end that the clock skips comes as much later; what thereby ends
 * before it begins is not quiet on that day.
 * @throws RangeError for an unknown zone
 */
export function quietUntil({ zone, spans }: QuietHours, timeMs: number): number | undefined {
  let untilMs = timeMs;
  for (let link = 0; link < MOST_LINKS; link++) {
    const next = endOfStretch({ zone, spans }, untilMs);
    if (next === undefined) break;
    untilMs = next;
  }
  return untilMs > timeMs ? untilMs : undefined;
}

/** The latest end of the stretches in which a moment lies. */
function endOfStretch({ zone, spans }: QuietHours, timeMs: number): number | undefined {
  if (spans.length === 0) return undefined;
  const today = dayNumberOf(clockFields(timeMs, zone));
  let end: number | undefined;
  // Two days ago: a zone that changed sides of the date line skipped a whole day.
  for (const day of [today - 2, today - 1, today]) {
    for (const { days, fromMinute, toMinute } of spans) {
      if (!days.includes(weekDayOf(day))) continue;
      if (momentOnDay(day, fromMinute, zone) > timeMs) continue;
      const toMs = momentOnDay(toMinute > fromMinute ? day : day + 1, toMinute, zone);
      if (toMs > timeMs && (end === undefined || toMs > end)) end = toMs;
    }
  }
  return end;
}
