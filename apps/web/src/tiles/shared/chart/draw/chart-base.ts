import type { EpochSeconds } from '@telltale/contract';
import type { SeriesFeed } from '#readings/series.ts';
import type { CrosshairState } from '../crosshair/chart-crosshair.ts';
import { type PointedPoint, pointsAt } from '../crosshair/pointed-points.ts';
import { ChartData } from '../data/chart-data.ts';
import { type AlarmStretch, type ChartAlarms, NO_ALARMS, worstStretches } from '../model/chart-alarms.ts';
import type { ChartMark } from '../model/chart-marks.ts';
import type {
  ChartLook,
  ChartPlaces,
  Ghost,
  HistoryChart,
  HistoryChartEvents,
  ScreenPlace,
} from '../model/history-chart.ts';
import { panBy, type TimeRange, zoomAbout } from '../model/time-range.ts';
import {
  bindKeys,
  bindPan,
  bindPinch,
  bindWheel,
  type GestureTarget,
  type PlotPlace,
  placeIn,
} from './chart-gestures.ts';
import { ChartLegend, type LegendTarget } from './chart-legend.ts';
import { ChartWindow } from './chart-window-state.ts';
import { DrawScheduler } from './draw-scheduler.ts';
import { DrawnEdge } from './drawn-edge.ts';

const LEAST_PLOT_PX = 20;

/**
 * What a history chart is whichever library draws it: its feeds, window, legend and gestures, and when to draw. A library
 * adds the picture.
 */
export abstract class ChartBase implements HistoryChart, GestureTarget, LegendTarget {
  protected readonly places: ChartPlaces;
  protected readonly events: HistoryChartEvents;
  protected readonly legend: ChartLegend;
  protected readonly window: ChartWindow;
  protected readonly data = new ChartData();
  protected marks: readonly ChartMark[] = [];
  protected alarms: ChartAlarms = NO_ALARMS;
  protected stretches: readonly AlarmStretch[] = [];
  protected isShown: boolean[] = [];
  protected isChoosing = false;
  /** What part of time is drawn now. */
  protected drawn: TimeRange = { from: 0, to: 1 };
  readonly #scheduler: DrawScheduler;
  readonly #resizeObserver: ResizeObserver | undefined;
  readonly #edge = new DrawnEdge();
  #size: { width: number; height: number } | undefined;
  #look: ChartLook | undefined;
  #feed: SeriesFeed | undefined;
  #endFeed: (() => void) | undefined;
  #ghost: Ghost | undefined;
  #endGhost: (() => void) | undefined;
  #pointed: EpochSeconds | undefined;
  #over: HTMLElement | undefined;
  #means: readonly (number | null)[] | undefined;
  /** Something else than time and points has changed. */
  #isForced = true;
  /** What is followed has not brought its history yet. */
  #isAwaited = true;

  constructor(places: ChartPlaces, events: HistoryChartEvents) {
    this.places = places;
    this.events = events;
    this.legend = new ChartLegend(places.legend);
    this.#scheduler = new DrawScheduler(places.plot, () => this.#draw());
    this.window = new ChartWindow(
      events,
      () => this.#scheduler.request(),
      () => this.#scheduler.requestWithin(this.#patienceMs()),
    );
    if (typeof ResizeObserver !== 'function') return;
    this.#resizeObserver = new ResizeObserver(() => {
      this.#size = undefined;
      this.forceDrawing();
    });
    this.#resizeObserver.observe(places.plot);
  }

  /** Draws lines, axes and marks as they are now; builds what is not there yet. */
  protected abstract drawPicture(look: ChartLook, width: number, height: number): void;
  /** Shows the crosshair where it stands, and the newest values in the legend where it stands nowhere. */
  protected abstract showCrosshair(isOwn: boolean): void;
  /** Takes the picture away. */
  protected abstract drop(): void;
  protected abstract get hasPicture(): boolean;
  abstract plotWidth(): number;
  abstract momentAt(leftPx: number): number;
  abstract moveCursor(byPx: number): void;
  /** Where a value of an axis lies, pixels from the top of the plot. */
  protected abstract topOf(value: number, axis: number): number;

  setLook(look: ChartLook): void {
    const before = this.#look?.spec.series.length;
    this.#look = look;
    if (before !== look.spec.series.length) this.isShown = look.spec.series.map(() => true);
    this.places.legend.hidden = !look.spec.hasLegend;
    this.legend.build(look.spec.series, this, look.spec.legendValues);
    this.legend.setShown(this.isShown);
    this.drop();
    this.data.forget();
    this.forceDrawing();
  }

  setFeed(feed: SeriesFeed, window: () => TimeRange, isLive: boolean): void {
    this.#endFeed?.();
    this.#feed = feed;
    this.#isAwaited = true;
    this.window.follow(window, isLive);
    this.#endFeed = feed.subscribe(() => this.#scheduler.requestWithin(this.#patienceMs()));
    this.forceDrawing();
  }

  setGhost(ghost: Ghost | undefined): void {
    this.#endGhost?.();
    this.#ghost = ghost;
    this.#endGhost = ghost?.feed.subscribe(() => this.forceDrawing());
    this.forceDrawing();
  }

  setMarks(marks: readonly ChartMark[]): void {
    this.marks = marks;
    this.forceDrawing();
  }

  setAlarms(alarms: ChartAlarms): void {
    this.alarms = alarms;
    this.stretches = worstStretches(alarms.spans);
    this.forceDrawing();
  }

  setMeans(means: readonly (number | null)[] | undefined): void {
    this.#means = means;
    this.forceDrawing();
  }

  setChoosing(isChoosing: boolean): void {
    this.isChoosing = isChoosing;
  }

  destroy(): void {
    this.#endFeed?.();
    this.#endGhost?.();
    this.window.close();
    this.#resizeObserver?.disconnect();
    this.#scheduler.close();
    this.drop();
    this.places.legend.replaceChildren();
  }

  zoomAbout(at: PlotPlace | undefined, factor: number, isGesture: boolean): void {
    const range = this.window.range();
    const moment = at === undefined ? (range.from + range.to) / 2 : this.momentAt(at.left);
    this.window.zoomTo(zoomAbout(range, moment, factor), isGesture);
  }

  /** Time goes to the right; the value axes follow what is in sight. */
  panBy(right: number, _down: number, isGesture: boolean): void {
    if (right !== 0) this.window.zoomTo(panBy(this.window.range(), right), isGesture);
  }

  zoomOut(): void {
    this.window.zoomTo(undefined, false);
  }

  addNote(): void {
    this.events.onNote(this.pointedMoment());
  }

  pointedMoment(): EpochSeconds | undefined {
    const { from, to } = this.window.range();
    const moment = this.#pointed;
    return moment !== undefined && moment >= from && moment <= to ? moment : undefined;
  }

  pointsUnder(place: ScreenPlace | undefined): readonly PointedPoint[] {
    if (this.#look === undefined || this.#over === undefined) return [];
    const at = place && placeIn(this.#over, place);
    const { from, to } = this.drawn;
    const moment = at === undefined ? this.pointedMoment() : this.momentAt(at.left);
    if (moment === undefined || moment < from || moment > to) return [];
    const points = pointsAt(this.#look.spec, this.data, this.isShown, moment, (to - from) / this.plotWidth());
    const farOf = ({ value, axis }: PointedPoint) =>
      at && value !== null ? Math.abs(this.topOf(value, axis) - at.top) : 0;
    return points.toSorted((a, b) => farOf(a) - farOf(b));
  }

  /** Remembers where the crosshair of this chart stood last: whoever opens its menu has left the plot. */
  protected pointAt(leftPx: number | undefined, isOwn: boolean): void {
    if (isOwn && leftPx !== undefined && leftPx >= 0) this.#pointed = this.momentAt(leftPx);
  }

  toggle(series: number): void {
    this.isShown[series] = !this.isShown[series];
    this.#applyShown();
  }

  /** Only this one; all of them when it stands alone already. */
  isolate(series: number): void {
    const isAlone = this.isShown.every((isShown, index) => isShown === (index === series));
    this.isShown = this.isShown.map((_, index) => isAlone || index === series);
    this.#applyShown();
  }

  /** A point that is less than half a pixel further on can wait for others; a window's history is waited for. */
  #patienceMs(): number {
    return this.hasPicture && !this.#isAwaited ? this.window.halfPixelMs(this.plotWidth()) : 0;
  }

  #applyShown(): void {
    this.legend.setShown(this.isShown);
    this.forceDrawing();
  }

  /** The end of what is open still. */
  protected get nowS(): EpochSeconds {
    return (this.#feed?.nowMs() ?? 0) / 1000;
  }

  protected forceDrawing(): void {
    this.#isForced = true;
    this.#scheduler.request();
  }

  /** Wheel, fingers and Shift over the plot, keys on the whole chart. */
  protected bindGestures(over: HTMLElement, signal: AbortSignal): void {
    this.#over = over;
    bindWheel(over, this, signal);
    bindPinch(over, this, signal);
    bindPan(over, this, signal);
    bindKeys(this.places.plot, this, signal);
  }

  /** What the user drew over the plot: a part of time to zoom into, or a span to choose. */
  protected take(range: TimeRange | undefined): void {
    if (range === undefined) return;
    if (this.isChoosing) this.events.onSpan(range);
    else this.window.zoomTo(range, false);
  }

  protected crosshairState(look: ChartLook): CrosshairState {
    return {
      spec: look.spec,
      data: this.data,
      isShown: this.isShown,
      marks: this.marks,
      spans: this.alarms.spans,
      nowS: this.nowS,
      range: this.window.range(),
      means: this.#means,
      ghostLabel: this.#ghost?.label ?? '',
      feed: this.#feed,
    };
  }

  /** Measured once for each size: asking at each drawing would lay out the page for each chart, not once for all. */
  #plotSize(): { width: number; height: number } {
    if (this.#size !== undefined) return this.#size;
    const { clientWidth: width, clientHeight: height } = this.places.plot;
    if (this.#resizeObserver !== undefined) this.#size = { width, height };
    return { width, height };
  }

  #draw(): void {
    try {
      this.#update();
    } catch (error) {
      this.drop();
      this.events.onError(error instanceof Error ? error.message : String(error));
    }
  }

  #update(): void {
    const { width, height } = this.#plotSize();
    const look = this.#look;
    if (look === undefined || width < LEAST_PLOT_PX || height < LEAST_PLOT_PX) return;
    const isNew = this.data.take(this.#feed, look.spec);
    this.#isAwaited = this.#feed?.status().state === 'loading';
    // Points that come while time stands still are late ones, or those of another zoom: they can be anywhere.
    if (isNew && !this.window.isLive) this.#isForced = true;
    this.data.takeGhost(this.#ghost?.feed, this.#ghost?.shiftS ?? 0, look.spec);
    const range = this.window.range();
    const { isHeld } = this.window;
    const isSame = !this.#isForced && !isHeld && this.#edge.shows(this.data.lines, range, this.plotWidth());
    if (!this.hasPicture || !isSame) {
      // The bars of a gesture are no picture to stay with.
      this.#isForced = isHeld;
      this.drawn = range;
      this.drawPicture(look, width, height);
      this.#edge.remember(this.data.lines, range, this.plotWidth());
    }
    // While the hand moves the window its eyes are on the lines, and each frame counts.
    if (!isHeld) this.showCrosshair(this.places.plot.matches(':hover'));
  }
}
