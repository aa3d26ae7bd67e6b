import type { EpochSeconds } from '@telltale/contract';

/** What part of time a chart shows, in seconds since 1970. */
export interface TimeRange {
  from: EpochSeconds;
  to: EpochSeconds;
}

/** Nothing shorter is asked for or shown: points carry milliseconds. */
export const LEAST_SPAN_S = 0.05;
/** Zooming out ends here: the history call has a cost limit, and labels run out of years. */
export const MOST_SPAN_S = 10 * 366 * 86_400;

/** The range grown or shrunk about a moment, which keeps its place on the screen. Factors above 1 zoom out. */
export function zoomAbout({ from, to }: TimeRange, moment: EpochSeconds, factor: number): TimeRange {
  const span = Math.min(MOST_SPAN_S, Math.max(LEAST_SPAN_S, (to - from) * factor));
  const share = to === from ? 0.5 : Math.min(1, Math.max(0, (moment - from) / (to - from)));
  const start = moment - share * span;
  return { from: start, to: start + span };
}

/** The range moved by a share of its length. */
export function panBy({ from, to }: TimeRange, share: number): TimeRange {
  const shift = (to - from) * share;
  return { from: from + shift, to: to + shift };
}

/** Two ends in either order as a range; undefined where it is too short to be meant. */
export function rangeBetween(first: EpochSeconds, second: EpochSeconds): TimeRange | undefined {
  const from = Math.min(first, second);
  const to = Math.max(first, second);
  return Number.isFinite(from) && Number.isFinite(to) && to - from >= LEAST_SPAN_S ? { from, to } : undefined;
}
