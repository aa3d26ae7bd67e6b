import { parseTime, resolveTime, type TimeExpression, type TimeUnit } from './time-expression.ts';

/** A range as users write it and as it stands in an address. */
export interface RangeText {
  readonly from: string;
  readonly to: string;
}

/** What a range means now: the last hours up to now, or between two moments (milliseconds since 1970). */
export type ResolvedRange =
  | { readonly kind: 'live'; readonly hours: number }
  | { readonly kind: 'fixed'; readonly fromMs: number; readonly toMs: number };

const HOUR_MS = 3_600_000;
/** Nothing shorter is drawn. */
const LEAST_SPAN_MS = 1_000;
/** Longer ranges are not asked of the history. */
const MOST_SPAN_MS = 10 * 366 * 24 * HOUR_MS;

/** Reads `now-7d to now`, or one expression alone, which reaches up to now. Undefined for anything else. */
export function parseRange(text: string): RangeText | undefined {
  const [from = '', to = 'now', ...rest] = text.trim().split(/\s+to\s+/);
  if (rest.length > 0 || parseTime(from) === undefined || parseTime(to) === undefined) return undefined;
  return { from: from.trim(), to: to.trim() };
}

/** What is wrong with a range, in words; undefined: nothing. */
export function faultOfRange(range: RangeText, nowMs: number, zone: string): string | undefined {
  const from = parseTime(range.from);
  const to = parseTime(range.to);
  const hint = 'write now-6h, now/d or 2026-11-20 14:00';
  if (from === undefined) return `“${range.from}” is no time: ${hint}.`;
  if (to === undefined) return `“${range.to}” is no time: ${hint}.`;
  const span = spanOf(from, to, nowMs, zone);
  if (span === undefined) return 'The times are out of range.';
  if (span < LEAST_SPAN_MS) return 'The range must begin before it ends.';
  return span > MOST_SPAN_MS ? 'The range is longer than ten years.' : undefined;
}

/** What the range means at a moment; undefined where it means nothing. A range that ends now stays at the present. */
export function resolveRange(range: RangeText, nowMs: number, zone: string): ResolvedRange | undefined {
  const from = parseTime(range.from);
  const to = parseTime(range.to);
  if (from === undefined || to === undefined || faultOfRange(range, nowMs, zone) !== undefined) return undefined;
  const fromMs = resolveTime(from, nowMs, zone, 'start');
  if (isNow(to)) return { kind: 'live', hours: (nowMs - fromMs) / HOUR_MS };
  return { kind: 'fixed', fromMs, toMs: resolveTime(to, nowMs, zone, 'end') };
}

/** Whether the range means something else as time goes by, beyond moving along: `now/d`, `now-1M`. */
export function isCalendarRange({ from, to }: RangeText): boolean {
  return [parseTime(from), parseTime(to)].some(
    (edge) =>
      edge?.kind === 'relative' &&
      (edge.roundTo !== undefined || edge.shifts.some(({ unit }) => !CLOCK_UNITS.includes(unit))),
  );
}

const CLOCK_UNITS: readonly TimeUnit[] = ['s', 'm', 'h'];

const UNIT_WORDS: Record<TimeUnit, readonly [string, string]> = {
  s: ['second', 'seconds'],
  m: ['minute', 'minutes'],
  h: ['hour', 'hours'],
  d: ['day', 'days'],
  w: ['week', 'weeks'],
  M: ['month', 'months'],
  y: ['year', 'years'],
};
const CURRENT: Partial<Record<TimeUnit, string>> = { d: 'Today', w: 'This week', M: 'This month', y: 'This year' };

/** A range in words where it has some: `Last 6 hours`, `Today`, `Yesterday`; else as it is written. */
export function rangeLabel({ from, to }: RangeText): string {
  const start = parseTime(from);
  const end = parseTime(to);
  if (start?.kind === 'relative' && end !== undefined) {
    const [shift, ...others] = start.shifts;
    if (isNow(end) && others.length === 0) {
      if (shift === undefined && start.roundTo !== undefined && CURRENT[start.roundTo] !== undefined) {
        return CURRENT[start.roundTo] ?? '';
      }
      if (shift !== undefined && shift.amount < 0 && start.roundTo === undefined)
        return lastOf(-shift.amount, shift.unit);
    }
    if (from.replaceAll(' ', '') === 'now-1d/d' && to.replaceAll(' ', '') === 'now-1d/d') return 'Yesterday';
  }
  return `${from} to ${to}`;
}

function lastOf(amount: number, unit: TimeUnit): string {
  const [one, many] = UNIT_WORDS[unit];
  return amount === 1 ? `Last ${one}` : `Last ${amount} ${many}`;
}

function isNow(expression: TimeExpression): boolean {
  return expression.kind === 'relative' && expression.shifts.length === 0 && expression.roundTo === undefined;
}

function spanOf(from: TimeExpression, to: TimeExpression, nowMs: number, zone: string): number | undefined {
  try {
    return resolveTime(to, nowMs, zone, 'end') - resolveTime(from, nowMs, zone, 'start');
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
