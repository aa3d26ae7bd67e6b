import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { ChartCrosshair, type PlotView } from '../crosshair/chart-crosshair.ts';
import { drawMarks } from '../model/chart-marks.ts';
import { bandsInSight } from '../model/described.ts';
import type { ChartLook } from '../model/history-chart.ts';
import { rangeBetween } from '../model/time-range.ts';
import { drawStretches, drawThresholds } from './alarm-drawing.ts';
import { ChartBase } from './chart-base.ts';
import { drawBands, drawGhosts, drawLeftOver, seriesPaths } from './plot-drawing.ts';
import { plotOptions, scaleKey } from './plot-options.ts';

interface Picture {
  look: ChartLook;
  plot: uPlot;
  crosshair: ChartCrosshair;
  gestures: AbortController;
}

/**
 * A history chart drawn by uPlot. uPlot has the axes, the crosshair and the canvas; the points stay in lines of their
 * own, from which each drawing takes what its pixels can show.
 */
export class TimeChart extends ChartBase {
  #picture: Picture | undefined;

  protected get hasPicture(): boolean {
    return this.#picture !== undefined;
  }

  plotWidth(): number {
    return this.#picture === undefined ? 1 : plotSize(this.#picture.plot).width;
  }

  momentAt(leftPx: number): number {
    return this.#picture?.plot.posToVal(leftPx, 'x') ?? this.drawn.from;
  }

  moveCursor(byPx: number): void {
    const plot = this.#picture?.plot;
    if (plot === undefined) return;
    const { width, height } = plotSize(plot);
    const from = plot.cursor.left !== undefined && plot.cursor.left >= 0 ? plot.cursor.left : width;
    plot.setCursor({ left: Math.min(width, Math.max(0, from + byPx)), top: height / 2 });
    this.showCrosshair(true);
  }

  protected topOf(value: number, axis: number): number {
    return this.#picture?.plot.valToPos(value, scaleKey(axis)) ?? 0;
  }

  protected drop(): void {
    const picture = this.#picture;
    this.#picture = undefined;
    picture?.gestures.abort();
    picture?.crosshair.destroy();
    picture?.plot.destroy();
  }

  protected drawPicture(look: ChartLook, width: number, height: number): void {
    this.#picture ??= this.#build(look, width, height);
    const { plot } = this.#picture;
    if (plot.width !== width || plot.height !== height) plot.setSize({ width, height });
    const { from: min, to: max } = this.drawn;
    plot.batch(() => {
      for (const [index, show] of this.isShown.entries()) {
        if (plot.series[index + 1]?.show !== show) plot.setSeries(index + 1, { show });
      }
      // uPlot gets the ends of its axis only: it would look at each point at each drawing.
      const none = look.spec.series.map(() => [null, null]);
      plot.setData([[min, max], ...none], false);
      plot.setScale('x', { min, max });
    });
  }

  #build(look: ChartLook, width: number, height: number): Picture {
    const { spec } = look;
    const options = plotOptions({
      ...look,
      width,
      height,
      extremes: (axis) => this.data.extremes(spec, axis, this.isShown, this.drawn),
      paths: (plot, index) => seriesPaths(plot, this.data.lines[index], spec, index, this.drawn, this.window.isHeld),
      onDoubleClick: () => this.zoomOut(),
      onPress: (event) => event.shiftKey,
      hooks: {
        drawClear: [(plot) => drawBands(plot, bandsInSight(spec, this.isShown)), (plot) => this.#drawStretches(plot)],
        drawAxes: [(plot) => drawGhosts(plot, this.data.ghosts, spec, this.isShown, this.drawn, this.window.isHeld)],
        drawSeries: [(plot, index) => drawLeftOver(plot, spec, index - 1)],
        draw: [(plot) => this.#drawThresholds(plot, look), (plot) => this.#drawMarks(plot)],
        setSelect: [(plot) => this.#select(plot)],
        setCursor: [(plot) => !this.window.isHeld && this.showCrosshair(plot.cursor.event != null)],
      },
    });
    const plot = new uPlot(options, [[this.drawn.from, this.drawn.to]], this.places.plot);
    const crosshair = new ChartCrosshair(plot.over, this.legend);
    const gestures = new AbortController();
    this.bindGestures(plot.over, gestures.signal);
    plot.over.addEventListener('mouseleave', () => crosshair.leave(), { signal: gestures.signal });
    return { look, plot, crosshair, gestures };
  }

  #drawMarks(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const toX = (time: number) => plot.valToPos(time, 'x', true);
    drawMarks(this.marks, { ctx, bbox, pixelRatio: uPlot.pxRatio, toX });
  }

  #drawStretches(plot: uPlot): void {
    const { ctx, bbox } = plot;
    const toX = (time: number) => plot.valToPos(time, 'x', true);
    drawStretches(this.stretches, { ctx, bbox, pixelRatio: uPlot.pxRatio, toX, nowS: this.nowS });
  }

  #drawThresholds(plot: uPlot, { spec, colours }: ChartLook): void {
    const { ctx, bbox } = plot;
    const toY = (value: number, series: number) => plot.valToPos(value, scaleKey(spec.series[series]?.axis ?? 0), true);
    const { isShown } = this;
    const view = { ctx, bbox, pixelRatio: uPlot.pxRatio, toY, isShown, textColour: colours.text };
    drawThresholds(this.alarms.thresholds, view);
  }

  #select(plot: uPlot): void {
    const { left, width } = plot.select;
    if (width <= 0) return;
    const range = rangeBetween(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'));
    // A span that was chosen stays to be seen.
    if (!this.isChoosing) plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.take(range);
  }

  protected showCrosshair(isOwn: boolean): void {
    if (this.#picture === undefined) return;
    const { look, plot, crosshair } = this.#picture;
    const { left = -1, top = -1 } = plot.cursor;
    this.pointAt(left, isOwn);
    const view: PlotView = {
      ...plotSize(plot),
      window: this.drawn,
      toTop: (value, axis) => plot.valToPos(value, scaleKey(axis)),
      axisRange: (axis) => {
        const { min = 0, max = 1 } = plot.scales[scaleKey(axis)] ?? {};
        return [min, max];
      },
    };
    crosshair.show(this.crosshairState(look), view, left >= 0 ? { left, top } : undefined, isOwn);
  }
}

/** Size of the part with the lines, CSS pixels; read from uPlot, since asking the element would lay out the page. */
function plotSize({ bbox }: uPlot): { width: number; height: number } {
  return { width: bbox.width / uPlot.pxRatio, height: bbox.height / uPlot.pxRatio };
}
