import * as am5 from '@amcharts/amcharts5';
import * as am5xy from '@amcharts/amcharts5/xy';
import type { ChartLine } from '../chart-line.ts';
import type { ChartLook } from '../history-chart.ts';
import { axisColour, logTickLabels, valueRange } from '../plot-options.ts';
import type { TimeRange } from '../time-range.ts';
import { amPoints } from './am-points.ts';
import { plainText } from './plain-text.ts';

const FONT = "'Inter Variable', system-ui, sans-serif";
const FONT_PX = 11;
const LINE_PX = 1.5;
/** Room for the logo, which would stand on the lowest label of the first axis. */
const LOGO_PX = 12;
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

/** The place of the plot within the chart, in CSS pixels. */
export interface AmPlotPlace {
  left: number;
  top: number;
  width: number;
  height: number;
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

  constructor(place: HTMLElement, look: ChartLook) {
    this.#look = look;
    const { spec, colours } = look;
    const root = am5.Root.new(place, { useSafeResolution: false });
    this.#root = root;
    root.timezone = am5.Timezone.new(spec.zone);
    root.interfaceColors.set('grid', am5.color(colours.grid));
    root.interfaceColors.set('text', am5.color(colours.text));
    this.#chart = root.container.children.push(
      am5xy.XYChart.new(root, {
        layout: root.verticalLayout,
        paddingLeft: 0,
        paddingRight: 8,
        paddingTop: 8,
        paddingBottom: LOGO_PX,
      }),
    );
    this.#chart.zoomOutButton.set('forceHidden', true);
    this.#timeAxis = this.#chart.xAxes.push(this.#newTimeAxis());
    this.#valueAxes = spec.axes.map((_, index) => this.#chart.yAxes.push(this.#newValueAxis(index)));
    this.#ghosts = spec.series.map((_, index) => this.#newSeries(index, true));
    this.#lines = spec.series.map((_, index) => this.#newSeries(index, false));
  }

  #newTimeAxis(): am5xy.DateAxis<am5xy.AxisRenderer> {
    const { colours } = this.#look;
    const renderer = am5xy.AxisRendererX.new(this.#root, { minGridDistance: 70 });
    renderer.labels.template.setAll({ fontFamily: FONT, fontSize: FONT_PX, fill: am5.color(colours.text) });
    renderer.grid.template.setAll({ stroke: am5.color(colours.grid), strokeOpacity: 1 });
    const axis = am5xy.DateAxis.new(this.#root, {
      baseInterval: { timeUnit: 'millisecond', count: 1 },
      strictMinMax: true,
      startLocation: 0,
      endLocation: 0,
      zoomable: false,
      renderer,
    });
    const clock = { millisecond: 'HH:mm:ss.SSS', second: 'HH:mm:ss', minute: 'HH:mm', hour: 'HH:mm' };
    axis.set('dateFormats', { ...axis.get('dateFormats'), ...clock, day: 'MMM d', week: 'MMM d', month: 'MMM' });
    axis.set('periodChangeDateFormats', {
      ...axis.get('periodChangeDateFormats'),
      millisecond: 'HH:mm:ss',
      second: 'HH:mm',
      minute: 'HH:mm',
      hour: 'MMM d',
      day: 'MMM d',
    });
    return axis;
  }

  #newValueAxis(index: number): am5xy.ValueAxis<am5xy.AxisRenderer> {
    const { spec, colours } = this.#look;
    const { label, hasGrid, isLog } = spec.axes[index] ?? { label: '', hasGrid: true, isLog: false };
    const isOpposite = index % 2 === 1;
    const fill = am5.color(axisColour(spec, index, colours.text));
    const renderer = am5xy.AxisRendererY.new(this.#root, {
      opposite: isOpposite,
      inversed: spec.isInverted,
      minGridDistance: 32,
    });
    renderer.labels.template.setAll({ fontFamily: FONT, fontSize: FONT_PX, fill });
    renderer.grid.template.setAll({ stroke: am5.color(colours.grid), strokeOpacity: hasGrid ? 1 : 0 });
    const axis = am5xy.ValueAxis.new(this.#root, {
      logarithmic: isLog,
      strictMinMax: true,
      zoomable: false,
      ...(isLog ? { treatZeroAs: Number.MIN_VALUE } : {}),
      renderer,
    });
    if (isLog) {
      renderer.labels.template.adapters.add('text', (_text, target) => {
        const value = (target.dataItem?.get('value' as never) ?? null) as number | null;
        return logTickLabels([value])[0];
      });
    }
    if (label !== '') {
      const title = am5.Label.new(this.#root, {
        text: plainText(label),
        fontFamily: FONT,
        fontSize: FONT_PX,
        fill,
        rotation: -90,
        y: am5.p50,
        centerX: am5.p50,
        paddingTop: 0,
        paddingBottom: 0,
      });
      if (isOpposite) axis.children.push(title);
      else axis.children.unshift(title);
    }
    return axis;
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
    this.#timeAxis.setAll({ min: window.from * 1000, max: window.to * 1000 });
    for (const [index, axis] of this.#valueAxes.entries()) {
      const spec = this.#look.spec.axes[index];
      if (spec === undefined) continue;
      const [min, max] = valueRange(extremes(index), spec);
      axis.setAll({ min, max });
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

  /** Where the plot stands; known once the chart has been laid out. */
  plotPlace(): AmPlotPlace {
    const { plotContainer } = this.#chart;
    const { x, y } = plotContainer.toGlobal({ x: 0, y: 0 });
    return { left: x, top: y, width: plotContainer.width(), height: plotContainer.height() };
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
