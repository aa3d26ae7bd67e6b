import { ChartCrosshair } from '../crosshair/chart-crosshair.ts';
import { drawStretches, drawThresholds } from '../draw/alarm-drawing.ts';
import { ChartBase } from '../draw/chart-base.ts';
import classes from '../draw/chart-overlay.module.css';
import { drawMarks } from '../model/chart-marks.ts';
import type { ChartLook } from '../model/history-chart.ts';
import { AmOverlay } from './am-overlay.ts';
import { AmPicture } from './am-picture.ts';

interface Picture {
  look: ChartLook;
  holder: HTMLElement;
  width: number;
  height: number;
  axes: AmPicture;
  overlay: AmOverlay;
  crosshair: ChartCrosshair;
  gestures: AbortController;
}

/**
 * A history chart drawn by amCharts 5: the same settings, data, legend, tooltip and gestures as with uPlot. amCharts
 * draws axes and lines; what follows the pointer lies over it.
 */
export class AmChart extends ChartBase {
  #picture: Picture | undefined;

  protected get hasPicture(): boolean {
    return this.#picture !== undefined;
  }

  plotWidth(): number {
    return this.#picture?.overlay.width || 1;
  }

  momentAt(leftPx: number): number {
    const { from, to } = this.drawn;
    return from + (leftPx / this.plotWidth()) * (to - from);
  }

  moveCursor(byPx: number): void {
    this.#picture?.overlay.moveCursor(byPx);
  }

  protected topOf(value: number, axis: number): number {
    return this.#picture?.axes.toTop(value, axis) ?? 0;
  }

  protected drop(): void {
    const picture = this.#picture;
    this.#picture = undefined;
    picture?.gestures.abort();
    picture?.crosshair.destroy();
    picture?.overlay.destroy();
    picture?.axes.dispose();
    picture?.holder.remove();
  }

  protected drawPicture(look: ChartLook, width: number, height: number): void {
    this.#picture ??= this.#build(look, width, height);
    const picture = this.#picture;
    if (picture.width !== width || picture.height !== height) {
      picture.axes.resize();
      Object.assign(picture, { width, height });
    }
    picture.axes.draw({
      window: this.drawn,
      lines: this.data.lines,
      ghosts: this.data.ghosts,
      isShown: this.isShown,
      extremes: (axis) => this.data.extremes(look.spec, axis, this.isShown, this.drawn),
    });
  }

  #build(look: ChartLook, width: number, height: number): Picture {
    const holder = document.createElement('div');
    holder.className = classes.holder ?? '';
    this.places.plot.append(holder);
    const axes = new AmPicture(holder, look);
    const overlay = new AmOverlay(this.places.plot, look.crosshairKey, {
      onCursor: (_at, isOwn) => this.showCrosshair(isOwn),
      onSelect: (range) => this.take(range),
      onDoubleClick: () => this.zoomOut(),
      momentAt: (left) => this.momentAt(left),
      leftOf: (moment) => ((moment - this.drawn.from) / (this.drawn.to - this.drawn.from)) * this.plotWidth(),
    });
    const crosshair = new ChartCrosshair(overlay.element, this.legend);
    const gestures = new AbortController();
    this.bindGestures(overlay.element, gestures.signal);
    axes.onFrame(() => this.#followFrame());
    return { look, holder, width, height, axes, overlay, crosshair, gestures };
  }

  /** amCharts lays its plot out after the fact: the overlay follows. */
  #followFrame(): void {
    if (this.#picture === undefined) return;
    const { look, overlay, axes } = this.#picture;
    overlay.place(axes.plotPlace());
    const { width, height } = overlay;
    const { from, to } = this.drawn;
    const toX = (time: number) => ((time - from) / (to - from)) * width * devicePixelRatio;
    const canvas = overlay.clearedCanvas();
    const bbox = { left: 0, top: 0, width: width * devicePixelRatio, height: height * devicePixelRatio };
    if (canvas !== null) {
      const view = { ctx: canvas, bbox, pixelRatio: devicePixelRatio };
      drawStretches(this.stretches, { ...view, toX, nowS: this.nowS });
      const { spec, colours } = look;
      const toY = (value: number, series: number) =>
        axes.toTop(value, spec.series[series]?.axis ?? 0) * devicePixelRatio;
      drawThresholds(this.alarms.thresholds, { ...view, toY, isShown: this.isShown, textColour: colours.text });
      drawMarks(this.marks, { ...view, toX });
    }
    if (!this.window.isHeld) this.showCrosshair(overlay.isHovered);
  }

  protected showCrosshair(isOwn: boolean): void {
    if (this.#picture === undefined) return;
    const { look, axes, overlay, crosshair } = this.#picture;
    this.pointAt(overlay.cursor?.left, isOwn);
    const view = {
      width: Math.max(1, overlay.width),
      height: overlay.height,
      window: this.drawn,
      toTop: (value: number, axis: number) => axes.toTop(value, axis),
      axisRange: (axis: number) => axes.axisRange(axis),
    };
    crosshair.show(this.crosshairState(look), view, overlay.cursor, isOwn);
  }
}
