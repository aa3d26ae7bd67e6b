import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import type { SeriesFeed, SeriesFrame } from '#tile-kit/series.ts';
import { ChartLegend } from '#tiles/shared/chart/chart-legend.ts';
import { type ChartMark, drawMarks, MARK_REACH_PX, marksNear } from '#tiles/shared/chart/chart-marks.ts';
import type { ChartSpec } from '#tiles/shared/chart/chart-spec.ts';
import { ChartTooltip } from '#tiles/shared/chart/chart-tooltip.ts';
import { DrawScheduler } from '#tiles/shared/chart/draw-scheduler.ts';
import type { ChartColours, ChartPlaces } from '#tiles/shared/chart/history-chart.ts';
import { scaleKey } from '#tiles/shared/chart/plot-options.ts';
import { decimalsForRange } from '#tiles/shared/chart/value-decimals.ts';
import type { XyChartSettings } from './settings.ts';
import { extremesOf, figuresOf, nearestOf, type XyPoints, xyPoints } from './xy-data.ts';
import { type XAxisSpec, xyOptions } from './xy-options.ts';

export interface XyLook {
  settings: XyChartSettings;
  /** The series on y; a data item on x is not among them. */
  spec: ChartSpec;
  x: XAxisSpec & { unit: string };
  colours: ChartColours;
}

export interface XyEvents {
  onZoom(isZoomed: boolean): void;
  onError(text: string): void;
}

type Zoom = ReadonlyMap<'x' | number, [number, number]>;

const LEAST_PLOT_PX = 20;
const POINT_PX = 3;
const LINE_PX = 1.5;
const REACH_PX = 24;
/** Points move by little: an XY chart is drawn anew twice a second at most. */
const PATIENCE_MS = 500;

/** One uPlot instance that draws values over values. */
export class XyPlot {
  readonly #places: ChartPlaces;
  readonly #events: XyEvents;
  readonly #legend: ChartLegend;
  readonly #scheduler: DrawScheduler;
  readonly #resizeObserver: ResizeObserver | undefined;
  #look: XyLook | undefined;
  #plot: uPlot | undefined;
  #tooltip: ChartTooltip | undefined;
  #feed: SeriesFeed | undefined;
  #endFeed: (() => void) | undefined;
  #frame: SeriesFrame | undefined;
  #points: XyPoints[] = [];
  #isShown: boolean[] = [];
  #marks: readonly ChartMark[] = [];
  #zoom: Zoom | undefined;

  constructor(places: ChartPlaces, events: XyEvents) {
    this.#places = places;
    this.#events = events;
    this.#legend = new ChartLegend(places.legend);
    this.#scheduler = new DrawScheduler(places.plot, () => this.#draw());
    if (typeof ResizeObserver !== 'function') return;
    this.#resizeObserver = new ResizeObserver(() => this.#scheduler.request());
    this.#resizeObserver.observe(places.plot);
  }

  setLook(look: XyLook): void {
    if (this.#look?.spec.series.length !== look.spec.series.length) this.#isShown = look.spec.series.map(() => true);
    this.#look = look;
    this.#places.legend.hidden = !look.spec.hasLegend;
    this.#legend.build(look.spec.series, this, look.spec.legendValues);
    this.#legend.setShown(this.#isShown);
    this.#dropPlot();
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

  zoomOut(): void {
    this.#zoom = undefined;
    this.#events.onZoom(false);
    this.#scheduler.request();
  }

  destroy(): void {
    this.#endFeed?.();
    this.#resizeObserver?.disconnect();
    this.#scheduler.close();
    this.#dropPlot();
    this.#places.legend.replaceChildren();
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

  #dropPlot(): void {
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
    const frame = this.#feed?.frame();
    const isKept = this.#feed?.status().state === 'loading' && frame?.times.length === 0;
    if (frame !== undefined && frame !== this.#frame && !isKept) {
      this.#frame = frame;
      this.#points = xyPoints(frame, look.spec.series, look.settings);
    }
    this.#plot ??= this.#build(look, width, height);
    const plot = this.#plot;
    if (plot.width !== width || plot.height !== height) plot.setSize({ width, height });
    const [min, max] = this.#xRange(look);
    plot.batch(() => {
      plot.setData([[min, max], ...look.spec.series.map(() => [null, null])], false);
      plot.setScale('x', { min, max });
    });
    this.#legend.show(
      this.#points.map(({ y }) => figuresOf(y)),
      look.spec.series.map(({ axis }) => this.#decimals(plot, scaleKey(axis))),
    );
  }

  #xRange({ x }: XyLook): [number, number] {
    const zoomed = this.#zoom?.get('x');
    if (zoomed !== undefined) return zoomed;
    const found = this.#extremes('x');
    if (x.isTime && found !== null && found[0] < found[1]) return found;
    const [low, high] = found ?? (x.isLog ? [1, 10] : [0, 1]);
    return low < high ? [low, high] : [low - 0.5, high + 0.5];
  }

  #extremes(axis: 'x' | number): [number, number] | null {
    const look = this.#look;
    if (look === undefined) return null;
    const lists = this.#points.flatMap((points, index) => {
      if (this.#isShown[index] === false) return [];
      if (axis === 'x') return [points.x];
      return look.spec.series[index]?.axis === axis ? [points.y] : [];
    });
    return extremesOf(lists, axis === 'x' ? look.x.isLog : look.spec.axes[axis]?.isLog === true);
  }

  #decimals(plot: uPlot, scale: string): number {
    const { min = 0, max = 1 } = plot.scales[scale] ?? {};
    return decimalsForRange(Math.abs(max - min));
  }

  #build(look: XyLook, width: number, height: number): uPlot {
    const options = xyOptions({
      ...look,
      width,
      height,
      extremes: (axis) => this.#extremes(axis),
      zoom: (axis) => this.#zoom?.get(axis),
      onDoubleClick: () => this.zoomOut(),
      hooks: {
        draw: [(plot) => this.#drawMarks(plot, look), (plot) => this.#drawPoints(plot, look)],
        setSelect: [(plot) => this.#select(plot, look)],
        setCursor: [(plot) => this.#showTooltip(plot, look)],
      },
    });
    const plot = new uPlot(options, [this.#xRange(look)], this.#places.plot);
    this.#tooltip = new ChartTooltip(plot.over);
    plot.over.addEventListener('mouseleave', () => this.#tooltip?.hide());
    return plot;
  }

  /** Alarms and events stand on a time axis; over values there is no place for them. */
  #drawMarks(plot: uPlot, { x }: XyLook): void {
    if (!x.isTime) return;
    const { ctx, bbox } = plot;
    const toX = (time: number) => plot.valToPos(time, 'x', true);
    drawMarks(this.#marks, { ctx, bbox, pixelRatio: uPlot.pxRatio, toX });
  }

  #drawPoints(plot: uPlot, { spec, settings }: XyLook): void {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.lineWidth = LINE_PX * uPlot.pxRatio;
    const size = POINT_PX * uPlot.pxRatio;
    for (const [index, { x, y, breaks }] of this.#points.entries()) {
      const style = spec.series[index];
      if (style === undefined || this.#isShown[index] === false) continue;
      ctx.beginPath();
      for (let at = 0; at < x.length; at++) {
        const left = plot.valToPos(x[at] as number, 'x', true);
        const top = plot.valToPos(y[at] as number, scaleKey(style.axis), true);
        if (settings.style === 'scatter') ctx.rect(left - size / 2, top - size / 2, size, size);
        else if (at === 0 || breaks.has(at)) ctx.moveTo(left, top);
        else ctx.lineTo(left, top);
      }
      ctx.fillStyle = style.colour;
      ctx.strokeStyle = style.colour;
      ctx.setLineDash(style.line === 'dash' ? [6 * uPlot.pxRatio, 4 * uPlot.pxRatio] : []);
      if (settings.style === 'scatter') ctx.fill();
      else ctx.stroke();
    }
    ctx.restore();
  }

  #select(plot: uPlot, { spec }: XyLook): void {
    const { left, top, width, height } = plot.select;
    if (width <= 0 && height <= 0) return;
    const zoom = new Map<'x' | number, [number, number]>();
    const between = (a: number, b: number): [number, number] => [Math.min(a, b), Math.max(a, b)];
    if (width > 0) zoom.set('x', between(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')));
    if (height > 0 && height < plot.over.clientHeight) {
      for (const axis of spec.axes.keys()) {
        const key = scaleKey(axis);
        zoom.set(axis, between(plot.posToVal(top, key), plot.posToVal(top + height, key)));
      }
    }
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.#zoom = zoom;
    this.#events.onZoom(true);
    this.#scheduler.request();
  }

  #showTooltip(plot: uPlot, { spec, x }: XyLook): void {
    const { left = -1, top = -1 } = plot.cursor;
    const place = (px: number, py: number, series: number) =>
      [plot.valToPos(px, 'x'), plot.valToPos(py, scaleKey(spec.series[series]?.axis ?? 0))] as const;
    const found = left < 0 ? undefined : nearestOf(this.#points, this.#isShown, place, { left, top }, REACH_PX);
    const points = found && this.#points[found.series];
    const style = found && spec.series[found.series];
    if (found === undefined || points === undefined || style === undefined) {
      this.#tooltip?.hide();
      return;
    }
    const [valueX, valueY] = [points.x[found.index] as number, points.y[found.index] as number];
    const [leftPx, topPx] = place(valueX, valueY, found.series);
    const { label, unit, colour } = style;
    const rows = [
      { label, unit, colour, value: valueY, decimals: this.#decimals(plot, scaleKey(style.axis)), leftPx, topPx },
    ];
    if (!x.isTime) {
      rows.push({
        label: x.label,
        unit: x.unit,
        colour: 'transparent',
        value: valueX,
        decimals: this.#decimals(plot, 'x'),
        leftPx,
        topPx: topPx + 1,
      });
    }
    const content = {
      timeMs: (points.times[found.index] as number) * 1000,
      zone: spec.zone,
      rows,
      notes: x.isTime ? marksNear(this.#marks, valueX, MARK_REACH_PX * secondsPerPixel(plot)) : [],
      points: undefined,
    };
    this.#tooltip?.show(content, { left, top }, { width: plot.over.clientWidth, height: plot.over.clientHeight });
  }
}

function secondsPerPixel(plot: uPlot): number {
  const { min = 0, max = 1 } = plot.scales.x ?? {};
  return (max - min) / Math.max(1, plot.over.clientWidth);
}
