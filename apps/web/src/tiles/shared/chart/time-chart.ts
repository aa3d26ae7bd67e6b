import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import type { SeriesFeed, SeriesFrame } from '#tile-kit/series.ts';
import { bindKeys, bindPinch, bindWheel, type GestureTarget } from './chart-gestures.ts';
import { ChartLegend } from './chart-legend.ts';
import type { ChartSpec } from './chart-spec.ts';
import { ChartTooltip, type TooltipRow } from './chart-tooltip.ts';
import { DrawScheduler } from './draw-scheduler.ts';
import { lastValue, NO_COLUMNS, nearestRow, plotColumns } from './plot-columns.ts';
import { type ChartColours, plotOptions, scaleKey } from './plot-options.ts';
import { rangeBetween, type TimeRange } from './time-range.ts';
import { decimalsForRange } from './value-decimals.ts';

/** Where the chart may put its parts: the plot, and the row of the legend. */
export interface ChartPlaces {
  plot: HTMLElement;
  legend: HTMLElement;
}

export interface TimeChartEvents {
  /** The user chose a part of time, or (undefined) went back to all of it. */
  onZoom(range: TimeRange | undefined): void;
  /** Drawing failed; the text stands in place of the chart (spec 1 §8). */
  onError(text: string): void;
}

export interface ChartLook {
  spec: ChartSpec;
  colours: ChartColours;
  crosshairKey: string;
}

/** A live window moves on by itself at least this often, so that silence is seen as an empty right edge. */
const SCROLL_MS = 1000;
/** The crosshair shows the nearest point within this many pixels. */
const REACH_PX = 24;
const LEAST_PLOT_PX = 20;

/**
 * One uPlot instance and what belongs to it. New settings rebuild the instance; new points go straight from the feed to
 * it. It draws only when visible, at most once a frame.
 */
export class TimeChart implements GestureTarget {
  readonly #places: ChartPlaces;
  readonly #events: TimeChartEvents;
  readonly #legend: ChartLegend;
  readonly #scheduler: DrawScheduler;
  readonly #resizeObserver: ResizeObserver | undefined;
  #look: ChartLook | undefined;
  #plot: uPlot | undefined;
  #tooltip: ChartTooltip | undefined;
  #gestures = new AbortController();
  #feed: SeriesFeed | undefined;
  #endFeed: (() => void) | undefined;
  #frame: SeriesFrame | undefined;
  #columns = NO_COLUMNS;
  /** What the axis spans; a function, since a live window moves. */
  #window: () => TimeRange = () => ({ from: 0, to: 1 });
  #scrollTimer: ReturnType<typeof setInterval> | undefined;
  #isShown: boolean[] = [];

  constructor(places: ChartPlaces, events: TimeChartEvents) {
    this.#places = places;
    this.#events = events;
    this.#legend = new ChartLegend(places.legend);
    this.#scheduler = new DrawScheduler(places.plot, () => this.#draw());
    if (typeof ResizeObserver === 'function') {
      this.#resizeObserver = new ResizeObserver(() => this.#scheduler.request());
      this.#resizeObserver.observe(places.plot);
    }
  }

  /** Settings, names, palette or zone are new: the instance is built again at the next drawing. */
  setLook(look: ChartLook): void {
    const before = this.#look?.spec.series.length;
    this.#look = look;
    if (before !== look.spec.series.length) this.#isShown = look.spec.series.map(() => true);
    this.#places.legend.hidden = !look.spec.hasLegend;
    this.#legend.build(look.spec.series, this);
    this.#legend.setShown(this.#isShown);
    this.#dropPlot();
    this.#frame = undefined;
    this.#scheduler.request();
  }

  /** Shows another feed. What is drawn stays until the new one has its first points. */
  setFeed(feed: SeriesFeed, window: () => TimeRange, isLive: boolean): void {
    this.#endFeed?.();
    this.#feed = feed;
    this.#window = window;
    this.#frame = undefined;
    this.#endFeed = feed.subscribe(() => this.#scheduler.request());
    clearInterval(this.#scrollTimer);
    if (isLive) this.#scrollTimer = setInterval(() => this.#scheduler.request(), SCROLL_MS);
    this.#scheduler.request();
  }

  destroy(): void {
    this.#endFeed?.();
    clearInterval(this.#scrollTimer);
    this.#resizeObserver?.disconnect();
    this.#scheduler.close();
    this.#dropPlot();
    this.#places.legend.replaceChildren();
  }

  range(): TimeRange {
    return this.#window();
  }

  momentAt(leftPx: number): number {
    return this.#plot?.posToVal(leftPx, 'x') ?? this.#window().from;
  }

  zoomTo(range: TimeRange): void {
    this.#events.onZoom(range);
  }

  zoomOut(): void {
    this.#events.onZoom(undefined);
  }

  moveCursor(byPx: number): void {
    const plot = this.#plot;
    if (plot === undefined) return;
    const width = plot.over.clientWidth;
    const from = plot.cursor.left !== undefined && plot.cursor.left >= 0 ? plot.cursor.left : width;
    plot.setCursor({ left: Math.min(width, Math.max(0, from + byPx)), top: plot.over.clientHeight / 2 });
    this.#showTooltip(plot);
  }

  toggle(series: number): void {
    this.#isShown[series] = !this.#isShown[series];
    this.#applyShown();
  }

  /** Only this one; all of them when it stands alone already. */
  isolate(series: number): void {
    const isAlone = this.#isShown.every((isShown, index) => isShown === (index === series));
    this.#isShown = this.#isShown.map((_, index) => isAlone || index === series);
    this.#applyShown();
  }

  #applyShown(): void {
    this.#legend.setShown(this.#isShown);
    this.#plot?.batch(() => {
      for (const [index, show] of this.#isShown.entries()) this.#plot?.setSeries(index + 1, { show });
    });
  }

  #dropPlot(): void {
    this.#gestures.abort();
    this.#plot?.destroy();
    this.#plot = undefined;
  }

  #draw(): void {
    try {
      this.#update();
    } catch (error) {
      this.#dropPlot();
      this.#events.onError(error instanceof Error ? error.message : String(error));
    }
  }

  #update(): void {
    const { clientWidth: width, clientHeight: height } = this.#places.plot;
    if (this.#look === undefined || width < LEAST_PLOT_PX || height < LEAST_PLOT_PX) return;
    const isNew = this.#plot === undefined;
    this.#plot ??= this.#build(this.#look, width, height);
    const plot = this.#plot;
    if (plot.width !== width || plot.height !== height) plot.setSize({ width, height });

    const frame = this.#feed?.frame();
    const isKept = this.#feed?.status().state === 'loading' && frame?.times.length === 0;
    const isChanged = frame !== undefined && frame !== this.#frame && !isKept;
    if (isChanged) {
      this.#frame = frame;
      this.#columns = plotColumns(frame, this.#look.spec.series);
    }
    const { from: min, to: max } = this.#window();
    plot.batch(() => {
      if (isChanged || isNew) plot.setData(this.#columns.data, false);
      plot.setScale('x', { min, max });
    });
    const { left = -1, top = -1 } = plot.cursor;
    // uPlot looks for the rows under the crosshair again when the scale changes, but not when the data does.
    if (isChanged && left >= 0) plot.setCursor({ left, top });
    else this.#showLegend(plot);
  }

  #build(look: ChartLook, width: number, height: number): uPlot {
    const options = plotOptions({
      ...look,
      width,
      height,
      columns: () => this.#columns,
      rowAt: (plot, series, row, moment) => this.#rowAt(plot, series, row, moment),
      onDoubleClick: () => this.zoomOut(),
      hooks: {
        setSelect: [(plot) => this.#select(plot)],
        setCursor: [
          (plot) => {
            this.#showLegend(plot);
            // Only the chart under the pointer shows the box; the others of the tab show the line.
            if (plot.cursor.event) this.#showTooltip(plot);
            else this.#tooltip?.hide();
          },
        ],
      },
    });
    const plot = new uPlot(options, this.#columns.data, this.#places.plot);
    for (const [index, show] of this.#isShown.entries()) if (!show) plot.setSeries(index + 1, { show });
    this.#tooltip = new ChartTooltip(plot.over);
    this.#gestures = new AbortController();
    const { signal } = this.#gestures;
    bindWheel(plot.over, this, signal);
    bindPinch(plot.over, this, signal);
    bindKeys(this.#places.plot, this, signal);
    plot.over.addEventListener('mouseleave', () => this.#tooltip?.hide(), { signal });
    return plot;
  }

  #select(plot: uPlot): void {
    const { left, width } = plot.select;
    if (width <= 0) return;
    const range = rangeBetween(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'));
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    if (range !== undefined) this.#events.onZoom(range);
  }

  #rowAt(plot: uPlot, series: number, row: number, moment: number): number | null {
    const column = plot.data[series];
    if (series === 0 || column === undefined) return row;
    const reach = Math.abs(plot.posToVal(REACH_PX, 'x') - plot.posToVal(0, 'x'));
    // A step says that its value still holds.
    const isStep = this.#look?.spec.series[series - 1]?.line === 'step';
    return nearestRow(plot.data[0], column, row, moment, isStep ? Number.POSITIVE_INFINITY : reach);
  }

  #decimals(plot: uPlot): number[] {
    return (this.#look?.spec.series ?? []).map(({ axis }) => {
      const scale = plot.scales[scaleKey(axis)];
      return decimalsForRange(Math.abs((scale?.max ?? 0) - (scale?.min ?? 0)));
    });
  }

  #showLegend(plot: uPlot): void {
    const hasCursor = (plot.cursor.left ?? -1) >= 0;
    const values = this.#isShown.map((_, index) => {
      const column = plot.data[index + 1];
      const row = hasCursor ? plot.cursor.idxs?.[index + 1] : undefined;
      return hasCursor ? (row == null ? null : (column?.[row] ?? null)) : lastValue(column);
    });
    this.#legend.show(values, this.#decimals(plot));
  }

  #showTooltip(plot: uPlot): void {
    const { left = -1, top = -1, idxs } = plot.cursor;
    if (left < 0 || this.#look === undefined) {
      this.#tooltip?.hide();
      return;
    }
    const decimals = this.#decimals(plot);
    const rows = this.#look.spec.series.flatMap(({ label, unit, colour, axis }, index): TooltipRow[] => {
      const row = idxs?.[index + 1];
      const value = row == null ? null : plot.data[index + 1]?.[row];
      if (value == null || this.#isShown[index] === false) return [];
      const topPx = plot.valToPos(value, scaleKey(axis));
      return [{ label, unit, colour, value, decimals: decimals[index] ?? 2, topPx }];
    });
    const nearest = plot.cursor.idx == null ? undefined : plot.data[0][plot.cursor.idx];
    const timeMs = (nearest ?? plot.posToVal(left, 'x')) * 1000;
    this.#tooltip?.show(timeMs, this.#look.spec.zone, rows, { left, top }, plot.rect);
  }
}
