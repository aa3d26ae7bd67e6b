import type { SeriesFeed } from '#tile-kit/series.ts';
import classes from '../chart.module.css';
import { ChartCrosshair } from '../chart-crosshair.ts';
import { ChartData } from '../chart-data.ts';
import { bindKeys, bindPan, bindPinch, bindWheel, type GestureTarget } from '../chart-gestures.ts';
import { ChartLegend } from '../chart-legend.ts';
import { type ChartMark, drawMarks } from '../chart-marks.ts';
import { ChartWindow } from '../chart-window-state.ts';
import { DrawScheduler } from '../draw-scheduler.ts';
import type { ChartLook, ChartPlaces, Ghost, HistoryChart, HistoryChartEvents } from '../history-chart.ts';
import type { TimeRange } from '../time-range.ts';
import { AmOverlay } from './am-overlay.ts';
import { AmPicture } from './am-picture.ts';

const LEAST_PLOT_PX = 20;

/**
 * A history chart drawn by amCharts 5: the same settings, data, legend, tooltip and gestures as with uPlot. amCharts
 * draws axes and lines; what follows the pointer lies over it.
 */
export class AmChart implements HistoryChart, GestureTarget {
  readonly #places: ChartPlaces;
  readonly #events: HistoryChartEvents;
  readonly #legend: ChartLegend;
  readonly #scheduler: DrawScheduler;
  readonly #window: ChartWindow;
  readonly #data = new ChartData();
  readonly #holder = document.createElement('div');
  readonly #resizeObserver: ResizeObserver | undefined;
  #look: ChartLook | undefined;
  #picture: AmPicture | undefined;
  #overlay: AmOverlay | undefined;
  #crosshair: ChartCrosshair | undefined;
  #gestures = new AbortController();
  #feed: SeriesFeed | undefined;
  #endFeed: (() => void) | undefined;
  #ghost: Ghost | undefined;
  #endGhost: (() => void) | undefined;
  #marks: readonly ChartMark[] = [];
  #isShown: boolean[] = [];
  #isChoosing = false;
  #drawn: TimeRange = { from: 0, to: 1 };

  constructor(places: ChartPlaces, events: HistoryChartEvents) {
    this.#places = places;
    this.#events = events;
    this.#legend = new ChartLegend(places.legend);
    this.#holder.className = classes.amHolder ?? '';
    places.plot.append(this.#holder);
    this.#scheduler = new DrawScheduler(places.plot, () => this.#draw());
    this.#window = new ChartWindow(events, () => this.#scheduler.request());
    if (typeof ResizeObserver === 'function') {
      this.#resizeObserver = new ResizeObserver(() => {
        this.#picture?.resize();
        this.#scheduler.request();
      });
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
    this.#drop();
    this.#data.forget();
    this.#scheduler.request();
  }

  setFeed(feed: SeriesFeed, window: () => TimeRange, isLive: boolean): void {
    this.#endFeed?.();
    this.#feed = feed;
    this.#window.follow(window, isLive);
    this.#endFeed = feed.subscribe(() => this.#scheduler.requestWithin(this.#window.halfPixelMs(this.plotWidth())));
    this.#scheduler.request();
  }

  setGhost(ghost: Ghost | undefined): void {
    this.#endGhost?.();
    this.#ghost = ghost;
    this.#endGhost = ghost?.feed.subscribe(() => this.#scheduler.request());
    this.#scheduler.request();
  }

  setMarks(marks: readonly ChartMark[]): void {
    this.#marks = marks;
    this.#scheduler.request();
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
    this.#drop();
    this.#holder.remove();
    this.#places.legend.replaceChildren();
  }

  range(): TimeRange {
    return this.#window.range();
  }

  plotWidth(): number {
    return this.#overlay?.width ?? 1;
  }

  momentAt(leftPx: number): number {
    const { from, to } = this.#drawn;
    return from + (leftPx / this.plotWidth()) * (to - from);
  }

  zoomTo(range: TimeRange, isGesture: boolean): void {
    this.#window.zoomTo(range, isGesture);
  }

  zoomOut(): void {
    this.#window.zoomTo(undefined, false);
  }

  moveCursor(byPx: number): void {
    this.#overlay?.moveCursor(byPx);
  }

  toggle(series: number): void {
    this.#isShown[series] = !this.#isShown[series];
    this.#legend.setShown(this.#isShown);
    this.#scheduler.request();
  }

  isolate(series: number): void {
    const isAlone = this.#isShown.every((isShown, index) => isShown === (index === series));
    this.#isShown = this.#isShown.map((_, index) => isAlone || index === series);
    this.#legend.setShown(this.#isShown);
    this.#scheduler.request();
  }

  #drop(): void {
    this.#gestures.abort();
    this.#crosshair?.destroy();
    this.#overlay?.destroy();
    this.#picture?.dispose();
    this.#picture = undefined;
    this.#overlay = undefined;
    this.#crosshair = undefined;
  }

  #draw(): void {
    try {
      this.#update();
    } catch (error) {
      this.#drop();
      this.#events.onError(error instanceof Error ? error.message : String(error));
    }
  }

  #update(): void {
    const look = this.#look;
    const { clientWidth, clientHeight } = this.#places.plot;
    if (look === undefined || clientWidth < LEAST_PLOT_PX || clientHeight < LEAST_PLOT_PX) return;
    this.#data.take(this.#feed, look.spec);
    this.#data.takeGhost(this.#ghost?.feed, this.#ghost?.shiftS ?? 0, look.spec);
    this.#drawn = this.#window.range();
    this.#picture ??= this.#build(look);
    this.#picture.draw({
      window: this.#drawn,
      lines: this.#data.lines,
      ghosts: this.#data.ghosts,
      isShown: this.#isShown,
      extremes: (axis) => this.#data.extremes(look.spec, axis, this.#isShown, this.#drawn),
    });
  }

  #build(look: ChartLook): AmPicture {
    const picture = new AmPicture(this.#holder, look);
    const overlay = new AmOverlay(this.#places.plot, look.crosshairKey, {
      onCursor: (at, isOwn) => this.#showCrosshair(at, isOwn),
      onSelect: (range) => this.#select(range),
      onDoubleClick: () => this.zoomOut(),
      momentAt: (left) => this.momentAt(left),
      leftOf: (moment) => ((moment - this.#drawn.from) / (this.#drawn.to - this.#drawn.from)) * this.plotWidth(),
    });
    this.#overlay = overlay;
    this.#crosshair = new ChartCrosshair(overlay.element, this.#legend);
    this.#gestures = new AbortController();
    const { signal } = this.#gestures;
    bindWheel(overlay.element, this, signal);
    bindPinch(overlay.element, this, signal);
    bindPan(overlay.element, this, signal);
    bindKeys(this.#places.plot, this, signal);
    picture.onFrame(() => this.#followFrame());
    return picture;
  }

  /** amCharts lays its plot out after the fact: the overlay follows. */
  #followFrame(): void {
    const overlay = this.#overlay;
    if (overlay === undefined || this.#picture === undefined) return;
    overlay.place(this.#picture.plotPlace());
    const { width, height } = overlay;
    const { from, to } = this.#drawn;
    const toX = (time: number) => ((time - from) / (to - from)) * width * devicePixelRatio;
    const canvas = overlay.clearedCanvas();
    const bbox = { left: 0, top: 0, width: width * devicePixelRatio, height: height * devicePixelRatio };
    if (canvas !== null) drawMarks(this.#marks, { ctx: canvas, bbox, pixelRatio: devicePixelRatio, toX });
    this.#showCrosshair(overlay.cursor, overlay.isHovered);
  }

  #select(range: TimeRange): void {
    if (this.#isChoosing) this.#events.onSpan(range);
    else this.zoomTo(range, false);
  }

  #showCrosshair(at: { left: number; top: number } | undefined, isOwn: boolean): void {
    const [look, picture, overlay] = [this.#look, this.#picture, this.#overlay];
    if (look === undefined || picture === undefined || overlay === undefined) return;
    const view = {
      width: Math.max(1, overlay.width),
      height: overlay.height,
      window: this.#drawn,
      toTop: (value: number, axis: number) => picture.toTop(value, axis),
      axisRange: (axis: number) => picture.axisRange(axis),
    };
    const state = {
      spec: look.spec,
      data: this.#data,
      isShown: this.#isShown,
      marks: this.#marks,
      ghostLabel: this.#ghost?.label ?? '',
      feed: this.#feed,
    };
    this.#crosshair?.show(state, view, at, isOwn);
  }
}
