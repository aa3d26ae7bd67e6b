import * as am5 from '@amcharts/amcharts5';
import * as am5xy from '@amcharts/amcharts5/xy';
import { axisColour, valueRange } from '../draw/plot-options.ts';
import type { ChartLine } from '../model/chart-line.ts';
import { bandStretches, bandsInSight } from '../model/described.ts';
import type { ChartLook } from '../model/history-chart.ts';
import type { TimeRange } from '../model/time-range.ts';
import { type AmPlotPlace, amChart, amTimeAxis, amValueAxis, plotPlaceOf, showBands } from './am-axes.ts';
import { amPoints } from './am-points.ts';

const LINE_PX = 1.5;
const DASH = [6, 4];
const AREA_OPACITY = 0.18;
const GHOST_OPACITY = 0.45;
const GHOST_DASH = [2, 3];

/** What is drawn, from outside. */
export interface AmContent {
  window: TimeRange;
  lines: readonly ChartLine[];
  ghosts: readonly ChartLine[];
  isShown: readonly boolean[];
  extremes: (axis: number) => [number, number] | null;
}

/** The amCharts objects of one chart: axes and lines, nothing that follows the pointer. Its logo stays (see its licence). */
export class AmPicture {
  readonly #root: am5.Root;
  readonly #chart: am5xy.XYChart;
  readonly #timeAxis: am5xy.DateAxis<am5xy.AxisRenderer>;
  readonly #valueAxes: am5xy.ValueAxis<am5xy.AxisRenderer>[];
  readonly #lines: am5xy.LineSeries[];
  readonly #ghosts: am5xy.LineSeries[];
  readonly #look: ChartLook;
  readonly #bandKeys: string[] = [];

  constructor(place: HTMLElement, look: ChartLook) {
    this.#look = look;
    const { spec, colours } = look;
    const { root, chart } = amChart(place, spec.zone, colours);
    this.#root = root;
    this.#chart = chart;
    this.#timeAxis = chart.xAxes.push(amTimeAxis(root, colours));
    this.#valueAxes = spec.axes.map((axis, index) => {
      const side = index % 2 === 1 ? 'right' : 'left';
      const colour = axisColour(spec, index, colours.text);
      return chart.yAxes.push(
        amValueAxis(root, axis, { side, isInverted: spec.isInverted, colour, grid: colours.grid }),
      );
    });
    this.#ghosts = spec.series.map((_, index) => this.#newSeries(index, true));
    this.#lines = spec.series.map((_, index) => this.#newSeries(index, false));
  }

  #newSeries(index: number, isGhost: boolean): am5xy.LineSeries {
    const { series } = this.#look.spec;
    const style = series[index];
    if (style === undefined) throw new Error(`There is no series ${index}.`);
    const stroke = am5.color(style.colour);
    const line = am5xy.LineSeries.new(this.#root, {
      xAxis: this.#timeAxis,
      yAxis: this.#valueAxes[style.axis] as am5xy.ValueAxis<am5xy.AxisRenderer>,
      valueXField: 't',
      valueYField: 'v',
      connect: false,
      autoGapCount: Number.POSITIVE_INFINITY,
      minDistance: 0,
      stroke,
      fill: stroke,
      interpolationDuration: 0,
    });
    const dash = isGhost ? { strokeDasharray: GHOST_DASH } : style.line === 'dash' ? { strokeDasharray: DASH } : {};
    line.strokes.template.setAll({
      strokeWidth: isGhost ? 1 : LINE_PX,
      strokeOpacity: isGhost ? GHOST_OPACITY : 1,
      ...dash,
    });
    if (style.fill !== null && !isGhost) {
      line.fills.template.setAll({ visible: true, fill: am5.color(style.fill), fillOpacity: AREA_OPACITY });
    }
    return this.#chart.series.push(line);
  }

  /** Draws the window, with as many points as its pixels can show. */
  draw({ window, lines, ghosts, isShown, extremes }: AmContent): void {
    const width = Math.max(1, this.#chart.plotContainer.width());
    const bands = bandsInSight(this.#look.spec, isShown);
    this.#timeAxis.setAll({ min: window.from * 1000, max: window.to * 1000 });
    for (const [index, axis] of this.#valueAxes.entries()) {
      const spec = this.#look.spec.axes[index];
      if (spec === undefined) continue;
      const [min, max] = valueRange(extremes(index), spec);
      axis.setAll({ min, max });
      this.#showBands(index, axis, bands?.axis === index ? bandStretches(bands, min, max) : []);
    }
    for (const [index, style] of this.#look.spec.series.entries()) {
      for (const [series, line] of [
        [this.#lines[index], lines[index]],
        [this.#ghosts[index], ghosts[index]],
      ] as const) {
        if (series === undefined) continue;
        const isDrawn = isShown[index] !== false && line !== undefined;
        series.data.setAll(isDrawn ? amPoints(line, style.line, window, width) : []);
      }
    }
  }

  /** Making them anew at each drawing would cost more than the lines. */
  #showBands(
    index: number,
    axis: am5xy.ValueAxis<am5xy.AxisRenderer>,
    stretches: ReturnType<typeof bandStretches>,
  ): void {
    const key = JSON.stringify(stretches);
    if ((this.#bandKeys[index] ?? '[]') === key) return;
    this.#bandKeys[index] = key;
    showBands(axis, stretches);
  }

  plotPlace(): AmPlotPlace {
    return plotPlaceOf(this.#chart);
  }

  /** Calls back after amCharts has drawn a frame, when the plot may stand elsewhere. */
  onFrame(listener: () => void): void {
    this.#root.events.on('frameended', listener);
  }

  resize(): void {
    this.#root.resize();
  }

  /** Pixels below the upper edge of the plot of a value, and what an axis spans. */
  toTop(value: number, axis: number): number {
    const valueAxis = this.#valueAxes[axis];
    if (valueAxis === undefined) return 0;
    return valueAxis.get('renderer').positionToCoordinate(valueAxis.valueToPosition(value));
  }

  axisRange(axis: number): readonly [number, number] {
    const valueAxis = this.#valueAxes[axis];
    return [valueAxis?.getPrivate('min', 0) ?? 0, valueAxis?.getPrivate('max', 1) ?? 1];
  }

  dispose(): void {
    this.#root.dispose();
  }
}
