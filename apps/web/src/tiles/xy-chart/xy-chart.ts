import type { EpochSeconds } from '@telltale/contract';
import type { SeriesFeed, SeriesFrame } from '#readings/series.ts';
import {
  bindKeys,
  bindPan,
  bindPinch,
  bindWheel,
  type GestureTarget,
  type PlotPlace,
  placeIn,
} from '#tiles/shared/chart/draw/chart-gestures.ts';
import { ChartLegend, type LegendFigures, type LegendTarget } from '#tiles/shared/chart/draw/chart-legend.ts';
import { DrawScheduler } from '#tiles/shared/chart/draw/draw-scheduler.ts';
import { type ChartMark, drawMarks } from '#tiles/shared/chart/model/chart-marks.ts';
import { decimalsOfSeries } from '#tiles/shared/chart/model/described.ts';
import type { ChartPlaces, ScreenPlace } from '#tiles/shared/chart/model/history-chart.ts';
import type { TimeRange } from '#tiles/shared/chart/model/time-range.ts';
import { XyCrosshair } from './xy-crosshair.ts';
import { figuresOf, type XyPoints, xyPoints } from './xy-data.ts';
import { LEAST_SIDE_PX, XyOverlay } from './xy-overlay.ts';
import type { NewXyPicture, XyLook, XyPicture } from './xy-picture.ts';
import { shareOf } from './xy-scale.ts';
import { isWithin, type XyScales, XyView } from './xy-view.ts';

/** What the user went to: of a time axis which part of time. */
export interface XyZoom {
  time: TimeRange | undefined;
}

export interface XyEvents {
  /** Undefined: back to all there is. */
  onZoom(zoom: XyZoom | undefined): void;
  onError(text: string): void;
}

interface Built {
  look: XyLook;
  width: number;
  height: number;
  holder: HTMLElement;
  picture: XyPicture;
  overlay: XyOverlay;
  crosshair: XyCrosshair;
}

const LEAST_PLOT_PX = 20;
/** Points move by little: an XY chart is drawn anew twice a second at most. */
const PATIENCE_MS = 500;
/** Gestures come many a second: the tile hears of where they end. */
const SETTLE_MS = 150;

/** Values over values, or over time: points, view, gestures, legend and crosshair. A library adds axes and the picture. */
export class XyChart implements GestureTarget, LegendTarget {
  readonly #places: ChartPlaces;
  readonly #events: XyEvents;
  readonly #newPicture: NewXyPicture;
  readonly #legend: ChartLegend;
  readonly #scheduler: DrawScheduler;
  readonly #resizeObserver: ResizeObserver | undefined;
  readonly #view = new XyView();
  #look: XyLook | undefined;
  #built: Built | undefined;
  #feed: SeriesFeed | undefined;
  #endFeed: (() => void) | undefined;
  #frame: SeriesFrame | undefined;
  #points: XyPoints[] = [];
  #isShown: boolean[] = [];
  #marks: readonly ChartMark[] = [];
  /** What the legend tells while the crosshair stands nowhere: reckoned once for each drawing. */
  #figures: readonly LegendFigures[] = [];
  #settleTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(places: ChartPlaces, events: XyEvents, newPicture: NewXyPicture) {
    this.#places = places;
    this.#events = events;
    this.#newPicture = newPicture;
    this.#legend = new ChartLegend(places.legend);
    this.#scheduler = new DrawScheduler(places.plot, () => this.#draw());
    if (typeof ResizeObserver !== 'function') return;
    this.#resizeObserver = new ResizeObserver(() => this.#scheduler.request());
    this.#resizeObserver.observe(places.plot);
  }

  setLook(look: XyLook): void {
    const before = this.#look;
    if (before?.spec.series.length !== look.spec.series.length) this.#isShown = look.spec.series.map(() => true);
    if (before !== undefined && axesKey(before) !== axesKey(look)) this.zoomOut();
    this.#look = look;
    this.#places.legend.hidden = !look.spec.hasLegend;
    this.#legend.build(look.spec.series, this, look.spec.legendValues);
    this.#legend.setShown(this.#isShown);
    this.#drop();
    this.#frame = undefined;
    this.#scheduler.request();
  }

  setFeed(feed: SeriesFeed): void {
    this.#endFeed?.();
    this.#feed = feed;
    this.#endFeed = feed.subscribe(() => {
      if (this.#frame === undefined) this.#scheduler.request();
      else this.#scheduler.requestWithin(PATIENCE_MS);
    });
    this.#scheduler.request();
  }

  setMarks(marks: readonly ChartMark[]): void {
    this.#marks = marks;
    this.#scheduler.request();
  }

  destroy(): void {
    this.#endFeed?.();
    clearTimeout(this.#settleTimer);
    this.#resizeObserver?.disconnect();
    this.#scheduler.close();
    this.#drop();
    this.#places.legend.replaceChildren();
  }

  zoomAbout(at: PlotPlace | undefined, factor: number, isGesture: boolean): void {
    if (this.#built === undefined) return;
    this.#view.zoomAbout(at, factor, this.#built.overlay.size);
    this.#viewChanged(isGesture);
  }

  panBy(right: number, down: number, isGesture: boolean): void {
    this.#view.panBy(right, down);
    this.#viewChanged(isGesture);
  }

  zoomOut(): void {
    this.#view.reset();
    this.#viewChanged(false);
  }

  moveCursor(byPx: number): void {
    this.#built?.crosshair.walk(byPx);
  }

  /** The point at a place of the screen, which a finger has no crosshair for; without a place, where the crosshair stands. */
  pointsUnder(place: ScreenPlace | undefined): readonly { series: number; time: EpochSeconds }[] {
    if (this.#built === undefined) return [];
    const { overlay, crosshair } = this.#built;
    return crosshair.pointsAt(place && placeIn(overlay.element, place));
  }

  toggle(series: number): void {
    this.#show(this.#isShown.map((isShown, index) => isShown !== (index === series)));
  }

  isolate(series: number): void {
    const isAlone = this.#isShown.every((isShown, index) => isShown === (index === series));
    this.#show(this.#isShown.map((_, index) => isAlone || index === series));
  }

  #show(isShown: boolean[]): void {
    this.#isShown = isShown;
    this.#legend.setShown(isShown);
    this.#scheduler.request();
  }

  /** Draws at once, and tells of it where the gesture ends. */
  #viewChanged(isGesture: boolean): void {
    clearTimeout(this.#settleTimer);
    const tell = () => {
      const x = this.#view.chosen('x');
      const time = this.#look?.x.isTime === true && x !== undefined ? { from: x[0], to: x[1] } : undefined;
      this.#events.onZoom(this.#view.isZoomed ? { time } : undefined);
    };
    if (isGesture) this.#settleTimer = setTimeout(tell, SETTLE_MS);
    else tell();
    this.#scheduler.request();
  }

  #drop(): void {
    const built = this.#built;
    this.#built = undefined;
    built?.crosshair.destroy();
    built?.overlay.destroy();
    built?.picture.dispose();
    built?.holder.remove();
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
    const { clientWidth: width, clientHeight: height } = this.#places.plot;
    const look = this.#look;
    if (look === undefined || width < LEAST_PLOT_PX || height < LEAST_PLOT_PX) return;
    const frame = this.#feed?.frame();
    const isKept = this.#feed?.status().state === 'loading' && frame?.times.length === 0;
    if (frame !== undefined && frame !== this.#frame && !isKept) {
      this.#frame = frame;
      this.#points = xyPoints(frame, look.spec.series, look.settings);
    }
    this.#view.take({ spec: look.spec, x: look.x, points: this.#points, isShown: this.#isShown });
    this.#built ??= this.#build(look, width, height);
    const built = this.#built;
    if (built.width !== width || built.height !== height) built.picture.resize(width, height);
    Object.assign(built, { width, height });
    built.picture.draw({ scales: this.#view.scales(), points: this.#points, isShown: this.#isShown });
    built.overlay.place(built.picture.plotPlace());
    this.#showOver(built);
  }

  #build(look: XyLook, width: number, height: number): Built {
    const holder = document.createElement('div');
    holder.style.cssText = 'position: absolute; inset: 0;';
    this.#places.plot.append(holder);
    const picture = this.#newPicture(holder, look, () => this.#followLayout());
    const overlay = new XyOverlay(this.#places.plot, {
      onPointer: (at) => this.#built?.crosshair.point(at),
      onSelect: (part) => {
        this.#view.zoomInto(part, overlay.size, LEAST_SIDE_PX);
        this.#viewChanged(false);
      },
      onDoubleClick: () => this.zoomOut(),
    });
    const crosshair = new XyCrosshair(overlay, look.crosshairKey);
    crosshair.onChange = () => this.#tellLegend();
    bindWheel(overlay.element, this, overlay.signal);
    bindPinch(overlay.element, this, overlay.signal);
    bindPan(overlay.element, this, overlay.signal);
    bindKeys(this.#places.plot, this, overlay.signal);
    return { look, width, height, holder, picture, overlay, crosshair };
  }

  /** The library laid out its plot anew: what lies over it follows. */
  #followLayout(): void {
    const built = this.#built;
    if (built?.overlay.place(built.picture.plotPlace())) this.#showOver(built);
  }

  #showOver({ look, overlay, crosshair }: Built): void {
    const scales = this.#view.scales();
    this.#reckon(look, scales);
    const times = this.#frame?.times ?? [];
    // In the past what comes after the moment has not happened yet.
    const nowS = (this.#feed?.nowMs() ?? 0) / 1000;
    const marks = look.x.isTime ? this.#marks.filter(({ time }) => time <= nowS) : [];
    const canvas = overlay.clearedCanvas();
    if (canvas !== null) {
      const { width, height } = canvas.canvas;
      const bbox = { left: 0, top: 0, width, height };
      const toX = (time: number) => shareOf(scales.x, time) * width;
      drawMarks(marks, { ctx: canvas, bbox, pixelRatio: devicePixelRatio, toX });
    }
    const spanS = (times.at(-1) ?? 0) - (times[0] ?? 0);
    crosshair.take({ look, scales, points: this.#points, isShown: this.#isShown, marks, spanS });
  }

  #reckon({ spec }: XyLook, { x, y }: XyScales): void {
    this.#figures = this.#points.map((points, index) => {
      const scale = y[spec.series[index]?.axis ?? 0];
      const isSeen = (at: number, value: number) =>
        isWithin(at, [x.min, x.max]) && (scale === undefined || isWithin(value, [scale.min, scale.max]));
      return figuresOf(points, isSeen);
    });
  }

  #tellLegend(): void {
    if (this.#built === undefined) return;
    const { look, crosshair } = this.#built;
    const { y } = this.#view.scales();
    const { pointed } = crosshair;
    const figures = this.#figures.map((known, index) =>
      pointed === undefined ? known : { ...known, last: pointed[index] ?? null, times: timesOfEnds(known) },
    );
    const decimals = look.spec.series.map((one) => {
      const { min, max } = y[one.axis] ?? { min: 0, max: 1 };
      return decimalsOfSeries(one, max - min);
    });
    this.#legend.show(figures, decimals);
  }
}

const timesOfEnds = ({ times: { last: _, ...ends } = {} }: LegendFigures) => ends;

/** What an axis is of: a zoom into another one would mean nothing. */
function axesKey({ x, spec, settings }: XyLook): string {
  return JSON.stringify([x.isTime, settings.x.slotPath, settings.x.dataItem, spec.axes.length]);
}
