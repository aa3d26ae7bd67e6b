import type { WindowRange } from './readings.ts';
import type { WindowFunction } from './syntax.ts';

/** What is known of a window's values, and how many milliseconds it has when it is full. */
export interface WindowSpan extends WindowRange {
  readonly fullMs: number;
}

/** Sums over time lie between the least and the greatest value but for rounding. */
const ROUNDING = 1e-9;
const COARSE = 1e-6;
/** Of where a segment is cut its spread is reckoned. */
const RECKONED = 1.1;

const slackOf = ({ least, greatest }: WindowRange) => ROUNDING * (Math.abs(least) + Math.abs(greatest));

/** Between which numbers an answer lies from now on, while no other value comes; undefined: there is no answer yet. */
type Reach = (span: WindowSpan) => readonly [least: number, greatest: number] | undefined;

const ofValues: Reach = (span) => {
  const slack = slackOf(span);
  return [span.least - slack, span.greatest + slack];
};

export const REACHES: Readonly<Record<WindowFunction, Reach>> = {
  avg: ofValues,
  min: ofValues,
  max: ofValues,
  stddev: (span) => {
    const slack = slackOf(span);
    return [-slack, span.greatest - span.least + slack];
  },
  // The newest less one of the others: that is never off by its last digits.
  delta: ({ least, greatest, newestLeast, newestGreatest, ms }) =>
    ms > 0 ? [newestLeast - greatest, newestGreatest - least] : undefined,
  // The longer the window becomes, the less it is.
  rate: ({ least, greatest, newestLeast, newestGreatest, ms }) =>
    ms > 0 ? [((newestLeast - greatest) / ms) * 1_000, ((newestGreatest - least) / ms) * 1_000] : undefined,
  integral: (span) => {
    const { least, greatest, ms, fullMs } = span;
    const slack = (slackOf(span) * fullMs) / 1_000;
    return [
      Math.min(least * ms, least * fullMs) / 1_000 - slack,
      Math.max(greatest * ms, greatest * fullMs) / 1_000 + slack,
    ];
  },
  // No line through values is steeper than that through a step in their middle.
  slope: (span) => {
    const { least, greatest, ms } = span;
    if (ms <= 0) return undefined;
    const steepest = ((1.5 * RECKONED * (greatest - least) + 12 * slackOf(span)) * 1_000) / ms;
    return [-steepest, steepest];
  },
};

type Drift = (value: number, turnsAt: number, span: WindowSpan, nowMs: number) => number;

const EVER = Number.POSITIVE_INFINITY;

/** When an answer can have come to where a comparison turns, at the earliest: while one value holds, a stretch of time has only so much of it. */
export const DRIFTS: Readonly<Partial<Record<WindowFunction, Drift>>> = {
  /** In each of `ms` it moves by the range at most. */
  avg: (value, turnsAt, span, nowMs) => {
    const { least, greatest, ms } = span;
    const apart = Math.abs(value - turnsAt) - slackOf(span);
    return apart > 0 ? nowMs + (ms * apart) / (greatest - least) : -EVER;
  },
  /** The square moves by the square of the range at most. */
  stddev: (value, turnsAt, span, nowMs) => {
    const { least, greatest, ms } = span;
    const square = (greatest - least) ** 2;
    const apart =
      Math.abs(value ** 2 - turnsAt ** 2) - COARSE * square - slackOf(span) * (Math.abs(least) + Math.abs(greatest));
    return apart > 0 && turnsAt >= 0 ? nowMs + (ms * apart) / square : -EVER;
  },
  /** The newest value comes, and another goes once the window is full. */
  integral: (value, turnsAt, span, nowMs) => {
    const { least, greatest, fullMs } = span;
    const perMs = Math.max(greatest - least, Math.abs(least), Math.abs(greatest));
    const apart = Math.abs(value - turnsAt) * 1_000 - slackOf(span) * fullMs;
    return apart > 0 ? nowMs + apart / perMs : -EVER;
  },
};
