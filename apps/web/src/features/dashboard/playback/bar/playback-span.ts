import type { EpochMs } from '@telltale/contract';

/** A stretch of time. */
export interface PlaybackSpan {
  readonly startMs: EpochMs;
  readonly endMs: EpochMs;
}

/** What stretch of the past the playback bar spans (spec 1 §3: startDate, endDate). */
export interface BarSpan extends PlaybackSpan {
  /** It ends now: while the dashboard is live it moves along, and playing goes on into the present. */
  readonly isUpToNow: boolean;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Measured back from the end date (spec 1 §2). */
export const QUICK_RANGES: readonly { readonly label: string; readonly spanMs: number }[] = [
  { label: '1H', spanMs: HOUR_MS },
  { label: '6H', spanMs: 6 * HOUR_MS },
  { label: '24H', spanMs: DAY_MS },
  { label: '3D', spanMs: 3 * DAY_MS },
  { label: '7D', spanMs: 7 * DAY_MS },
];

const DEFAULT_SPAN_MS = 6 * HOUR_MS;

/** The span that the bar opens with: the last hours, or the shortest quick range up to now that holds the moment. */
export function openingSpan(nowMs: EpochMs, atMs: EpochMs | undefined): BarSpan {
  if (atMs === undefined) return spanUpTo(nowMs, DEFAULT_SPAN_MS);
  const quick = QUICK_RANGES.find(({ spanMs }) => atMs > nowMs - spanMs);
  return quick === undefined ? spanAround(atMs, DEFAULT_SPAN_MS, nowMs) : spanUpTo(nowMs, quick.spanMs);
}

/** The last part of time. */
export function spanUpTo(nowMs: EpochMs, lengthMs: number): BarSpan {
  return { startMs: nowMs - lengthMs, endMs: nowMs, isUpToNow: true };
}

/** A part of the past with the moment in its middle, or as near to it as the present allows. */
export function spanAround(atMs: EpochMs, lengthMs: number, nowMs: EpochMs): BarSpan {
  const endMs = atMs + lengthMs / 2;
  return endMs >= nowMs ? spanUpTo(nowMs, lengthMs) : { startMs: endMs - lengthMs, endMs, isUpToNow: false };
}

/** Where playing a stretch ends. */
export function playsTo({ endMs, isUpToNow }: BarSpan): EpochMs {
  return isUpToNow ? Number.POSITIVE_INFINITY : endMs;
}

/** The quick range that a span is, as its label; `Custom` for others. */
export function quickLabel({ startMs, endMs }: PlaybackSpan): string {
  return QUICK_RANGES.find(({ spanMs }) => spanMs === endMs - startMs)?.label ?? 'Custom';
}

export function clampTo({ startMs, endMs }: PlaybackSpan, timeMs: EpochMs): EpochMs {
  return Math.min(endMs, Math.max(startMs, timeMs));
}

const STEPS_MS = [1_000, 5_000, 10_000, 30_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];
/** A step of the arrow keys is about so many to the span. */
const STEPS_PER_SPAN = 360;

/** How far one press of an arrow key goes: a round length of time. */
export function stepOfSpan({ startMs, endMs }: PlaybackSpan): number {
  const wanted = (endMs - startMs) / STEPS_PER_SPAN;
  return STEPS_MS.findLast((step) => step <= wanted) ?? 1_000;
}

/** The mark before or after a moment, whichever side is asked for; undefined: there is none. */
export function neighbourMark<Mark extends { readonly timeMs: EpochMs }>(
  marks: readonly Mark[],
  atMs: EpochMs,
  side: 'before' | 'after',
): Mark | undefined {
  return side === 'before' ? marks.findLast(({ timeMs }) => timeMs < atMs) : marks.find(({ timeMs }) => timeMs > atMs);
}
