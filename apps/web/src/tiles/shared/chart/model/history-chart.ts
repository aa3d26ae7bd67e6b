import type { EpochSeconds } from '@telltale/contract';
import type { SeriesFeed } from '#readings/series.ts';
import type { PointedPoint } from '../crosshair/pointed-points.ts';
import type { ChartAlarms } from './chart-alarms.ts';
import type { ChartMark } from './chart-marks.ts';
import type { ChartSpec } from './chart-spec.ts';
import type { TimeRange } from './time-range.ts';

/** Where a chart may put its parts: the plot, and the row of the legend. */
export interface ChartPlaces {
  plot: HTMLElement;
  legend: HTMLElement;
}

export interface HistoryChartEvents {
  /** The user chose a part of time, or (undefined) went back to all of it. */
  onZoom(range: TimeRange | undefined): void;
  /** A span was drawn while spans are chosen instead of zoomed into. */
  onSpan(range: TimeRange): void;
  /** Somebody wants to write a note at a moment of the chart; undefined: at none in particular. */
  onNote(moment: EpochSeconds | undefined): void;
  /** Drawing failed; the text stands in place of the chart (spec 1 §8). */
  onError(text: string): void;
}

/** Colours of everything but the series. */
export interface ChartColours {
  text: string;
  grid: string;
  background: string;
}

export interface ChartLook {
  spec: ChartSpec;
  colours: ChartColours;
  /** Charts with the same key share one crosshair. */
  crosshairKey: string;
}

/** An earlier period drawn behind the lines: its points are moved on by `shiftS` seconds. */
export interface Ghost {
  feed: SeriesFeed;
  shiftS: number;
  /** `7 d earlier`, behind the names of the series. */
  label: string;
}

/** A place of the screen, as events tell it. */
export interface ScreenPlace {
  clientX: number;
  clientY: number;
}

/**
 * What draws a history chart, whichever library it is: new settings rebuild it, new points go straight from the feed to
 * it. It draws only when visible.
 */
export interface HistoryChart {
  /** Settings, names, palette or zone are new: all is built again at the next drawing. */
  setLook(look: ChartLook): void;
  /** Shows another feed. What is drawn stays until the new one has its first points. */
  setFeed(feed: SeriesFeed, window: () => TimeRange, isLive: boolean): void;
  setGhost(ghost: Ghost | undefined): void;
  setMarks(marks: readonly ChartMark[]): void;
  setAlarms(alarms: ChartAlarms): void;
  /** The mean of each series in sight, as the portal reckons it; undefined: that of the points that were loaded. */
  setMeans(means: readonly (number | null)[] | undefined): void;
  /** The moment that was pointed at last, if it is in sight. */
  pointedMoment(): EpochSeconds | undefined;
  /** The points that the crosshair shows at a place of the screen, the nearest first; without one, where it stood last. */
  pointsUnder(place: ScreenPlace | undefined): readonly PointedPoint[];
  /** While on, dragging chooses a span of time instead of zooming into it. */
  setChoosing(isChoosing: boolean): void;
  destroy(): void;
}
