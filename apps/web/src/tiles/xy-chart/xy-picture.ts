import type { ItemDisplay } from '@telltale/contract';
import type { ChartSpec, SeriesSpec } from '#tiles/shared/chart/model/chart-spec.ts';
import type { ChartColours } from '#tiles/shared/chart/model/history-chart.ts';
import type { XyChartSettings } from './settings.ts';
import type { XyPoints } from './xy-data.ts';
import type { XAxisSpec } from './xy-options.ts';
import { lonelyPoints, type Pen, type PlotSize, placesOf, traceLine, tracePoints } from './xy-places.ts';
import type { PlotPart, XyScales } from './xy-view.ts';

export interface XyLook {
  settings: XyChartSettings;
  /** The series on y; a data item on x is not among them. */
  spec: ChartSpec;
  x: XAxisSpec & { name: string; unit: string; display?: ItemDisplay | undefined };
  colours: ChartColours;
  /** Charts with the same key share one crosshair. */
  crosshairKey: string;
}

/** What a picture shows. */
export interface XyDrawing {
  scales: XyScales;
  points: readonly XyPoints[];
  isShown: readonly boolean[];
}

/** Axes and points as a library draws them; nothing that follows the pointer. */
export interface XyPicture {
  draw(drawing: XyDrawing): void;
  resize(width: number, height: number): void;
  /** Where the plot stands within the chart, CSS pixels; known once it has been laid out. */
  plotPlace(): PlotPart;
  dispose(): void;
}

/** Makes a picture in an element. `onLayout` hears when the plot may stand elsewhere. */
export type NewXyPicture = (element: HTMLElement, look: XyLook, onLayout: () => void) => XyPicture;

export const LINE_PX = 1.5;
export const DASH_PX = [6, 4];

export interface SeriesTraces {
  /** What is stroked. */
  line(pen: Pen): void;
  /** What is filled. */
  dots(pen: Pen): void;
}

/**
 * What is drawn of a series.
 * @param plot in the pixels of the pens
 * @param pixels of the pens for each CSS pixel
 */
export function seriesTraces(
  { settings: { style, pointSize } }: XyLook,
  { x, y }: XyScales,
  { axis }: SeriesSpec,
  points: XyPoints,
  plot: PlotSize,
  pixels: number,
): SeriesTraces {
  const scale = y[axis];
  if (scale === undefined) return { line: () => undefined, dots: () => undefined };
  const places = placesOf(points, x, scale, plot);
  const lonely = style === 'line' ? lonelyPoints(points.x.length, points.breaks) : undefined;
  return {
    line: (pen) => style !== 'scatter' && traceLine(pen, places, points.breaks),
    dots: (pen) => tracePoints(pen, places, plot, pointSize * pixels, lonely),
  };
}
