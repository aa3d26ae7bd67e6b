import * as am5 from '@amcharts/amcharts5';
import type * as am5xy from '@amcharts/amcharts5/xy';
import { amChart, amTimeAxis, amValueAxis, plotPlaceOf, showBands } from '#tiles/shared/chart/amcharts/am-axes.ts';
import { axisColour } from '#tiles/shared/chart/draw/plot-options.ts';
import { bandStretches, bandsInSight } from '#tiles/shared/chart/model/described.ts';
import { DASH_PX, LINE_PX, seriesTraces, type XyDrawing, type XyLook, type XyPicture } from './xy-picture.ts';
import type { Pen, PlotSize } from './xy-places.ts';
import type { PlotPart } from './xy-view.ts';

interface Shapes {
  line: am5.Graphics;
  dots: am5.Graphics;
}

/** The amCharts objects of one XY chart. A series is two shapes: a sprite for each point would take seconds. */
export class AmXyPicture implements XyPicture {
  readonly #root: am5.Root;
  readonly #chart: am5xy.XYChart;
  readonly #xAxis: am5xy.ValueAxis<am5xy.AxisRenderer>;
  readonly #yAxes: am5xy.ValueAxis<am5xy.AxisRenderer>[];
  readonly #shapes: Shapes[];
  readonly #look: XyLook;
  #drawing: XyDrawing | undefined;
  #drawnSize: PlotSize = { width: 0, height: 0 };

  constructor(element: HTMLElement, look: XyLook, onLayout: () => void) {
    this.#look = look;
    const { spec, x, colours } = look;
    const { root, chart } = amChart(element, spec.zone, colours);
    this.#root = root;
    this.#chart = chart;
    const below = { side: 'bottom', isInverted: false, colour: colours.text, grid: colours.grid } as const;
    const xAxis = x.isTime ? amTimeAxis(root, colours, x.hasGrid) : amValueAxis(root, x, below);
    this.#xAxis = chart.xAxes.push(xAxis) as am5xy.ValueAxis<am5xy.AxisRenderer>;
    this.#yAxes = spec.axes.map((axis, index) => {
      const side = index % 2 === 1 ? 'right' : 'left';
      const colour = axisColour(spec, index, colours.text);
      return chart.yAxes.push(
        amValueAxis(root, axis, { side, isInverted: spec.isInverted, colour, grid: colours.grid }),
      );
    });
    const canvas = chart.plotContainer.children.push(
      am5.Container.new(root, { width: am5.p100, height: am5.p100, maskContent: true }),
    );
    this.#shapes = spec.series.map(({ colour, line }) => {
      const stroke = { stroke: am5.color(colour), strokeWidth: LINE_PX };
      const shape = am5.Graphics.new(root, line === 'dash' ? { ...stroke, strokeDasharray: DASH_PX } : stroke);
      return {
        line: canvas.children.push(shape),
        dots: canvas.children.push(am5.Graphics.new(root, { fill: am5.color(colour) })),
      };
    });
    root.events.on('frameended', () => {
      this.#drawShapes();
      onLayout();
    });
  }

  draw(drawing: XyDrawing): void {
    this.#drawing = drawing;
    const { x, y } = drawing.scales;
    const bands = bandsInSight(this.#look.spec, drawing.isShown);
    // amCharts counts time in milliseconds.
    const unit = this.#look.x.isTime ? 1000 : 1;
    this.#xAxis.setAll({ min: x.min * unit, max: x.max * unit });
    for (const [index, axis] of this.#yAxes.entries()) {
      const scale = y[index];
      if (scale === undefined) continue;
      axis.setAll({ min: scale.min, max: scale.max });
      showBands(axis, bands?.axis === index ? bandStretches(bands, scale.min, scale.max) : []);
    }
    this.#drawnSize = { width: 0, height: 0 };
    this.#drawShapes();
  }

  resize(): void {
    this.#root.resize();
  }

  plotPlace(): PlotPart {
    return plotPlaceOf(this.#chart);
  }

  dispose(): void {
    this.#root.dispose();
  }

  /** Draws the points for the plot as large as it is; amCharts lays it out after the fact. */
  #drawShapes(): void {
    const drawing = this.#drawing;
    const { width, height } = this.plotPlace();
    const isSame = width === this.#drawnSize.width && height === this.#drawnSize.height;
    if (drawing === undefined || isSame || !(width > 0 && height > 0)) return;
    this.#drawnSize = { width, height };
    for (const [index, { line, dots }] of this.#shapes.entries()) {
      const style = this.#look.spec.series[index];
      const points = drawing.points[index];
      const isDrawn = style !== undefined && points !== undefined && drawing.isShown[index] !== false;
      const traces = isDrawn
        ? seriesTraces(this.#look, drawing.scales, style, points, { width, height }, 1)
        : undefined;
      line.set('draw', (display) => traces?.line(penOf(display)));
      dots.set('draw', (display) => traces?.dots(penOf(display)));
    }
  }
}

type Display = Parameters<NonNullable<am5.IGraphicsSettings['draw']>>[0];

function penOf(display: Display): Pen {
  return {
    moveTo: (left, top) => display.moveTo(left, top),
    lineTo: (left, top) => display.lineTo(left, top),
    rect: (left, top, width, height) => display.drawRect(left, top, width, height),
  };
}
