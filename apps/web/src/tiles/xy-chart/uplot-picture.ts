import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { drawBands } from '#tiles/shared/chart/draw/plot-drawing.ts';
import { scaleKey } from '#tiles/shared/chart/draw/plot-options.ts';
import { bandsInSight } from '#tiles/shared/chart/model/described.ts';
import { xyOptions } from './xy-options.ts';
import { DASH_PX, LINE_PX, seriesTraces, type XyDrawing, type XyLook, type XyPicture } from './xy-picture.ts';
import type { PlotPart } from './xy-view.ts';

/** uPlot has the axes, the grid and the canvas; the points are drawn on it by us, since uPlot knows time only. */
export class UplotPicture implements XyPicture {
  readonly #plot: uPlot;
  readonly #look: XyLook;
  readonly #onLayout: () => void;
  #drawing: XyDrawing | undefined;

  constructor(element: HTMLElement, look: XyLook, onLayout: () => void) {
    this.#look = look;
    this.#onLayout = onLayout;
    const { clientWidth: width, clientHeight: height } = element;
    const options = xyOptions({
      ...look,
      width,
      height,
      range: (axis) => {
        const scales = this.#drawing?.scales;
        const { min, max } = (axis === 'x' ? scales?.x : scales?.y[axis]) ?? { min: 0, max: 1 };
        return [min, max];
      },
      hooks: {
        drawClear: [(plot) => drawBands(plot, bandsInSight(look.spec, this.#drawing?.isShown ?? []))],
        draw: [() => this.#paint()],
      },
    });
    this.#plot = new uPlot(options, [[0, 1]], element);
  }

  draw(drawing: XyDrawing): void {
    this.#drawing = drawing;
    const { min, max } = drawing.scales.x;
    this.#plot.batch(() => {
      this.#plot.setData([[min, max], ...this.#look.spec.series.map(() => [null, null])], false);
      this.#plot.setScale('x', { min, max });
      for (const [axis, y] of drawing.scales.y.entries()) {
        this.#plot.setScale(scaleKey(axis), { min: y.min, max: y.max });
      }
    });
  }

  resize(width: number, height: number): void {
    this.#plot.setSize({ width, height });
  }

  plotPlace(): PlotPart {
    const { left, top, width, height } = this.#plot.bbox;
    const ratio = uPlot.pxRatio;
    return { left: left / ratio, top: top / ratio, width: width / ratio, height: height / ratio };
  }

  dispose(): void {
    this.#plot.destroy();
  }

  #paint(): void {
    const drawing = this.#drawing;
    if (drawing === undefined) return;
    const { ctx, bbox } = this.#plot;
    const ratio = uPlot.pxRatio;
    ctx.save();
    ctx.beginPath();
    ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
    ctx.clip();
    ctx.translate(bbox.left, bbox.top);
    for (const [index, points] of drawing.points.entries()) {
      const style = this.#look.spec.series[index];
      if (style === undefined || drawing.isShown[index] === false) continue;
      const [stroke, fill] = [new Path2D(), new Path2D()];
      const traces = seriesTraces(this.#look, drawing.scales, style, points, bbox, ratio);
      traces.line(stroke);
      traces.dots(fill);
      ctx.lineWidth = LINE_PX * ratio;
      ctx.setLineDash(style.line === 'dash' ? DASH_PX.map((px) => px * ratio) : []);
      ctx.strokeStyle = style.colour;
      ctx.fillStyle = style.colour;
      ctx.stroke(stroke);
      ctx.fill(fill);
    }
    ctx.restore();
    this.#onLayout();
  }
}
