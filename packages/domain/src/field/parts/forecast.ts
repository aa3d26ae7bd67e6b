import type { EpochMs } from '@telltale/contract';

export interface ForecastInput {
  readonly nowMs: EpochMs;
  /** How much the counter has to move on until the part is due; 0 or less: it is due. */
  readonly remaining: number;
  /** How far the counter moved on in each of the last days, the latest first; a day is 24 hours back from now. */
  readonly days: readonly number[];
}

/** When a part falls due, if its counter goes on as it lately did. */
export type Forecast =
  /** Nothing is known of the counter's pace: there is not a day of it. */
  | { readonly kind: 'unknown' }
  /** The counter has stood still for as long as is looked back. */
  | { readonly kind: 'still' }
  | { readonly kind: 'overdue' }
  | {
      readonly kind: 'due';
      readonly dueMs: EpochMs;
      /** The band that it falls into in nine of ten cases; null: it may be that it never falls due at that pace. */
      readonly earliestMs: EpochMs;
      readonly latestMs: EpochMs | null;
    };

/** What a counter does in a day, as far as it is known. */
export interface CounterPace {
  /** A day, over the last seven days and the last thirty; null: nothing is known. */
  readonly perDay7: number | null;
  readonly perDay30: number | null;
  /** What a forecast reckons with: the mean of the two. */
  readonly perDay: number | null;
}

export const DAYS_LOOKED_BACK = 30;
const WEEK = 7;
const DAY_MS = 86_400_000;
/** Beyond this nobody plans. */
const MOST_DAYS = 3_650;
/**
 * Half the width of the band in standard deviations. A normal distribution has nine of ten within 1.65; days of work are
 * few and of two kinds, on and off, so that the deviation itself is known badly.
 */
const REACH = 2.4;
/** What is allowed for however regular the last days were, as shares of the pace. */
interface Least {
  /** For how one day differs from another. */
  readonly ofDay: number;
  /** For the pace becoming another. */
  readonly ofPace: number;
}
/** Machines run at what they can and then stop: a steady one is late more often than early. */
const AHEAD: Least = { ofDay: 0.05, ofPace: 0.03 };
const BEHIND: Least = { ofDay: 0.2, ofPace: 0.2 };
/** Of a counter that has been seen for less than a week. */
const NEW: Least = { ofDay: 0.5, ofPace: 0 };
/** Work comes in shifts and weeks: days that resemble their neighbours add up to more than independent ones. */
const BLOCKS = [1, 3, 7] as const;

export function paceOf(days: readonly number[]): CounterPace {
  const perDay30 = meanOf(days.slice(0, DAYS_LOOKED_BACK));
  const perDay7 = meanOf(days.slice(0, WEEK));
  return { perDay7, perDay30, perDay: perDay7 === null || perDay30 === null ? null : (perDay7 + perDay30) / 2 };
}

/** In how many days a part falls due at a pace; infinity: never. */
export function daysUntilDue(remaining: number, { perDay }: CounterPace): number {
  if (remaining <= 0) return 0;
  return perDay === null || perDay <= 0 ? Number.POSITIVE_INFINITY : Math.min(MOST_DAYS, remaining / perDay);
}

export function forecastOf({ nowMs, remaining, days }: ForecastInput): Forecast {
  if (remaining <= 0) return { kind: 'overdue' };
  const pace = paceOf(days);
  const { perDay7, perDay30, perDay } = pace;
  if (perDay === null || perDay7 === null || perDay30 === null) return { kind: 'unknown' };
  if (perDay <= 0) return { kind: 'still' };
  const known = days.slice(0, DAYS_LOOKED_BACK);
  const spread = spreadOf(known);
  // How well the pace itself is known: by how many days it was seen, and how far the two rates are apart.
  const drift = Math.hypot(spread / Math.sqrt(Math.max(1, known.length / 2)), (perDay7 - perDay30) / 2);
  const isNew = known.length < WEEK;
  const swing = (inDays: number, least: Least) => {
    const ofDays = Math.max(spread, perDay * (isNew ? NEW.ofDay : least.ofDay));
    return REACH * Math.hypot(ofDays * Math.sqrt(inDays), Math.hypot(drift, perDay * least.ofPace) * inDays);
  };
  const dueMs = nowMs + daysUntilDue(remaining, pace) * DAY_MS;
  const earliest = reaches((inDays) => perDay * inDays + swing(inDays, AHEAD), remaining);
  const latest = reaches((inDays) => perDay * inDays - swing(inDays, BEHIND), remaining);
  return {
    kind: 'due',
    dueMs,
    earliestMs: nowMs + (earliest ?? 0) * DAY_MS,
    latestMs: latest === undefined ? null : nowMs + latest * DAY_MS,
  };
}

/** How far a day is off the pace, in the way that days add up. */
function spreadOf(days: readonly number[]): number {
  const spreads = BLOCKS.map((length) => {
    const sums: number[] = [];
    for (let first = 0; first + length <= days.length; first++) {
      sums.push(days.slice(first, first + length).reduce((sum, day) => sum + day, 0));
    }
    return sums.length < 2 * length ? 0 : deviationOf(sums) / Math.sqrt(length);
  });
  return Math.max(...spreads);
}

function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values) ?? 0;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(squares / Math.max(1, values.length - 1));
}

/** After how many days a course has come to a value for good; undefined: not within what anybody plans. */
function reaches(course: (inDays: number) => number, value: number): number | undefined {
  if (course(MOST_DAYS) < value) return undefined;
  let [before, after] = [0, MOST_DAYS];
  for (let step = 0; step < 50; step++) {
    const middle = (before + after) / 2;
    if (course(middle) < value) before = middle;
    else after = middle;
  }
  return after;
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
