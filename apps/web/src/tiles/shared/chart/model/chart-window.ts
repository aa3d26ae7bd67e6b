import type { SeriesTimeWindow } from '#readings/series.ts';
import type { ChartSettings } from './chart-settings.ts';
import type { TimeRange } from './time-range.ts';

const HOUR_MS = 3_600_000;
/** 0 hours would be an empty picture. */
const LEAST_HOURS = 1 / 60;
/** A window that grows is asked for in steps, so that the feed stays the same for long stretches. */
const GROWTH = 1.5;

/** Whether the window starts at the opening of the chart and grows, instead of having a fixed length. */
export function isGrowing({ timeType }: Pick<ChartSettings, 'timeType'>): boolean {
  return timeType.toLowerCase() === 'live';
}

/** Hours of history to ask for: what is shown now, and for a growing window some more to come. */
export function hoursToAsk(settings: ChartSettings, openedMs: number, nowMs: number): number {
  if (!isGrowing(settings)) return Math.max(LEAST_HOURS, settings.fixedStart);
  const hours = settings.liveStart + Math.max(0, nowMs - openedMs) / HOUR_MS;
  const steps = Math.ceil(Math.log(Math.max(hours, LEAST_HOURS) / LEAST_HOURS) / Math.log(GROWTH));
  return LEAST_HOURS * GROWTH ** Math.max(1, steps);
}

/** What the time axis spans while live. */
export function liveRange(settings: ChartSettings, openedMs: number, nowMs: number, newest: number): TimeRange {
  // A device's clock may be ahead of ours: what it sent is shown.
  const to = Math.max(nowMs / 1000, newest);
  if (!isGrowing(settings)) return { from: to - Math.max(LEAST_HOURS, settings.fixedStart) * 3600, to };
  // In the past, before the chart was opened, it shows the same stretch before the moment.
  const from = (Math.min(openedMs, nowMs) - settings.liveStart * HOUR_MS) / 1000;
  return { from: Math.min(from, to - LEAST_HOURS * 3600), to };
}

/** The window to ask the feed for. */
export function windowOf(zoom: TimeRange | undefined, hours: number): SeriesTimeWindow {
  if (zoom === undefined) return { kind: 'live', hours };
  return { kind: 'fixed', fromMs: Math.floor(zoom.from * 1000), toMs: Math.ceil(zoom.to * 1000) };
}
