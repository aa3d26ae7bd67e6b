import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import type { SeriesFeed } from '#tile-kit/series.ts';
import { ChartCrosshair, type PlotView } from './chart-crosshair.ts';
import { ChartData } from './chart-data.ts';
import { bindKeys, bindPan, bindPinch, bindWheel, type GestureTarget } from './chart-gestures.ts';
import { ChartLegend } from './chart-legend.ts';
import { type ChartMark, drawMarks } from './chart-marks.ts';
import { ChartWindow } from './chart-window-state.ts';
import { DrawScheduler } from './draw-scheduler.ts';
import { DrawnEdge } from './drawn-edge.ts';
import type { ChartLook, ChartPlaces, Ghost, HistoryChart, HistoryChartEvents } from './history-chart.ts';
import { drawGhosts, drawLeftOver, seriesPaths } from './plot-drawing.ts';
import { plotOptions, scaleKey } from './plot-options.ts';
import { rangeBetween, type TimeRange } from './time-range.ts';

const LEAST_PLOT_PX = 20;

/**
 * A history chart drawn by uPlot. uPlot has the axes, the crosshair and the canvas; the points stay in lines of their
 * own, from which each drawing takes what its pixels can show.
 */
export class TimeChart implements HistoryChart, GestureTarget {
  readonly #places: ChartPlaces;
  readonly #events: HistoryChartEvents;
  readonly #legend: ChartLegend;
  readonly #scheduler: DrawScheduler;
  readonly #window: ChartWindow;
  readonly #data = new ChartData();
  readonly #resizeObserver: ResizeObserver | undefined;
  #look: ChartLook | undefined;
  #plot: uPlot | undefined;
  #crosshair: ChartCrosshair | undefined;
  #gestures = new AbortController();
  #feed: SeriesFeed | undefined;
  #endFeed: (() => void) | undefined;
  #ghost: Ghost | undefined;
  #endGhost: (() => void) | undefined;
  #marks: readonly ChartMark[] = [];
  #isShown: boolean[] = [];
  #isChoosing = false;
  /** What is drawn now. */
  #drawn: TimeRange = { from: 0, to: 1 };
  readonly #edge = new DrawnEdge();
  /** Something else than time and points has changed. */
  #isForced = true;

  constructor(places: ChartPlaces, events: HistoryChartEvents) {
    this.#places = places;
    this.#events = events;
    this.#legend = new ChartLegend(places.legend);
    this.#scheduler = new DrawScheduler(places.plot, () => this.#draw());
    this.#window = new ChartWindow(events, () => this.#scheduler.request());
    this.#forceDrawing();
    if (typeof ResizeObserver === 'function') {
      this.#resizeObserver = new ResizeObserver(() => this.#forceDrawing());
      this.#resizeObserver.observe(places.plot);
    }
  }

  setLook(look: ChartLook): void {
    const before = this.#look?.spec.series.length;
    this.#look = look;
    if (before !== look.spec.series.length) this.#isShown = look.spec.series.map(() => true);
    this.#places.legend.hidden = !look.spec.hasLegend;
    this.#legend.build(look.spec.series, this);
    this.#legend.setShown(this.#isShown);
    this.#dropPlot();
    this.#data.forget();
    this.#forceDrawing();
  }

  setFeed(feed: SeriesFeed, window: () => TimeRange, isLive: boolean): void {
    this.#endFeed?.();
    this.#feed = feed;
    this.#window.follow(window, isLive);
    this.#endFeed = feed.subscribe(() => this.#scheduler.requestWithin(this.#patienceMs()));
    this.#forceDrawing();
  }

  setGhost(ghost: Ghost | undefined): void {
    this.#endGhost?.();
    this.#ghost = ghost;
    this.#endGhost = ghost?.feed.subscribe(() => this.#forceDrawing());
    this.#forceDrawing();
  }

  setMarks(marks: readonly ChartMark[]): void {
    this.#marks = marks;
    this.#forceDrawing();
  }

  setChoosing(isChoosing: boolean): void {
    this.#isChoosing = isChoosing;
  }

  destroy(): void {
    this.#endFeed?.();
    this.#endGhost?.();
    this.#window.close();
    this.#resizeObserver?.disconnect();
    this.#scheduler.close();
    this.#dropPlot();
    this.#places.legend.replaceChildren();
  }

  range(): TimeRange {
    return this.#window.range();
  }

  plotWidth(): number {
    return this.#plot?.over.clientWidth ?? 1;
  }

  momentAt(leftPx: number): number {
    return this.#plot?.posToVal(leftPx, 'x') ?? this.#drawn.from;
  }

  zoomTo(range: TimeRange, isGesture: boolean): void {
    this.#window.zoomTo(range, isGesture);
  }

  zoomOut(): void {
    this.#window.zoomTo(undefined, false);
  }

  moveCursor(byPx: number): void {
    const plot = this.#plot;
    if (plot === undefined) return;
    const width = plot.over.clientWidth;
    const from = plot.cursor.left !== undefined && plot.cursor.left >= 0 ? plot.cursor.left : width;
    plot.setCursor({ left: Math.min(width, Math.max(0, from + byPx)), top: plot.over.clientHeight / 2 });
    this.#showCrosshair(plot, true);
  }

  toggle(series: number): void {
    this.#isShown[series] = !this.#isShown[series];
    this.#applyShown();
  }

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
    this.#forceDrawing();
  }

  /** A point that is less than half a pixel further on can wait for others. */
  #patienceMs(): number {
    return this.#plot === undefined ? 0 : this.#window.halfPixelMs(this.plotWidth());
  }

  #forceDrawing(): void {
    this.#isForced = true;
    this.#scheduler.request();
  }

  #dropPlot(): void {
    this.#gestures.abort();
    this.#crosshair?.destroy();
    this.#crosshair = undefined;
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
    const look = this.#look;
    if (look === undefined || width < LEAST_PLOT_PX || height < LEAST_PLOT_PX) return;
    const isNew = this.#data.take(this.#feed, look.spec);
    // Points that come while time stands still are late ones, or those of another zoom: they can be anywhere.
    if (isNew && !this.#window.isLive) this.#isForced = true;
    this.#data.takeGhost(this.#ghost?.feed, this.#ghost?.shiftS ?? 0, look.spec);
    const range = this.#window.range();
    const isHeld = this.#window.isHeld;
    const isSame = !this.#isForced && !isHeld && this.#edge.shows(this.#data.lines, range, this.plotWidth());
    if (this.#plot !== undefined && isSame) {
      this.#showCrosshair(this.#plot, this.#places.plot.matches(':hover'));
      return;
    }
    this.#isForced = isHeld;
    this.#drawn = range;
    this.#plot ??= this.#build(look, width, height);
    const plot = this.#plot;
    if (plot.width !== width || plot.height !== height) plot.setSize({ width, height });
    const { from: min, to: max } = this.#drawn;
    plot.batch(() => {
      // uPlot gets the ends of its axis only: it would look at each point at each drawing.
      const none = look.spec.series.map(() => [null, null]);
      plot.setData([[min, max], ...none], false);
      plot.setScale('x', { min, max });
    });
    this.#edge.remember(this.#data.lines, range, plot.over.clientWidth);
    // While the hand moves the window its eyes are on the lines, and each frame counts.
    if (!isHeld) this.#showCrosshair(plot, this.#places.plot.matches(':hover'));
  }

  #build(look: ChartLook, width: number, height: number): uPlot {
    const { spec } = look;
    const options = plotOptions({
      ...look,
      width,
      height,
      extremes: (axis) => this.#data.extremes(spec, axis, this.#isShown, this.#drawn),
      paths: (plot, index) => seriesPaths(plot, this.#data.lines[index], spec, index, this.#drawn, this.#window.isHeld),
      onDoubleClick: () => this.zoomOut(),
      onPress: (event) => event.shiftKey,
      hooks: {
        drawAxes: [
          (plot) => drawGhosts(plot, this.#data.ghosts, spec, this.#isShown, this.#drawn, this.#window.isHeld),
        ],
        drawSeries: [(plot, index) => drawLeftOver(plot, spec, index - 1)],
        draw: [(plot) => this.#drawMarks(plot)],
        setSelect: [(plot) => this.#select(plot)],
        setCursor: [(plot) => !this.#window.isHeld && this.#showCrosshair(plot, plot.cursor.event != null)],
      },
    });
    const plot = new uPlot(options, [[this.#drawn.from, this.#drawn.to]], this.#places.plot);
    for (const [index, show] of this.#isShown.entries()) if (!show) plot.setSeries(index + 1, { show });
    this.#crosshair = new ChartCrosshair(plot.over, this.#legend);
    this.#gestures = new AbortController();
    const { signal } = this.#gestures;
    bindWheel(plot.over, this, signal);
    bindPinch(plot.over, this, signal);
    bindPan(plot.over, this, signal);
    bindKeys(this.#places.plot, this, signal);
    plot.over.addEventListener('mouseleave', () => this.#crosshair?.leave(), { signal });
    return plot;
  }

  #drawMarks(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const toX = (time: number) => plot.valToPos(time, 'x', true);
    drawMarks(this.#marks, { ctx, bbox, pixelRatio: uPlot.pxRatio, toX });
  }

  #select(plot: uPlot): void {
    const { left, width } = plot.select;
    if (width <= 0) return;
    const range = rangeBetween(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'));
    if (this.#isChoosing) {
      if (range !== undefined) this.#events.onSpan(range);
      return;
    }
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    if (range !== undefined) this.zoomTo(range, false);
  }

  #showCrosshair(plot: uPlot, isOwn: boolean): void {
    const look = this.#look;
    if (look === undefined) return;
    const { left = -1, top = -1 } = plot.cursor;
    const view: PlotView = {
      width: plot.over.clientWidth,
      height: plot.over.clientHeight,
      window: this.#drawn,
      toTop: (value, axis) => plot.valToPos(value, scaleKey(axis)),
      axisRange: (axis) => {
        const { min = 0, max = 1 } = plot.scales[scaleKey(axis)] ?? {};
        return [min, max];
      },
    };
    const state = {
      spec: look.spec,
      data: this.#data,
      isShown: this.#isShown,
      marks: this.#marks,
      ghostLabel: this.#ghost?.label ?? '',
      feed: this.#feed,
    };
    this.#crosshair?.show(state, view, left >= 0 ? { left, top } : undefined, isOwn);
  }
}
