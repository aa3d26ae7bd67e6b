import { decimalsOfStep, formatNumber } from '@telltale/domain';
import uPlot from 'uplot';
import type { AxisSpec, ChartSpec, SeriesSpec } from './chart-spec.ts';
import type { PlotColumns } from './plot-columns.ts';
import { seriesGaps, seriesPaths, withAlpha } from './series-paths.ts';
import { timeTickLabels } from './time-ticks.ts';

/** Colours of everything but the series. */
export interface ChartColours {
  text: string;
  grid: string;
  background: string;
}

export interface PlotRequest {
  spec: ChartSpec;
  colours: ChartColours;
  width: number;
  height: number;
  /** Charts with the same key share one crosshair. */
  crosshairKey: string;
  /** Where lines break and which points stand alone, as it is now. */
  columns: () => Pick<PlotColumns, 'gaps' | 'lonely'>;
  /** Row that the cursor shows of a series. */
  rowAt: uPlot.Cursor.DataIdxRefiner;
  hooks: uPlot.Hooks.Arrays;
  onDoubleClick: () => void;
}

const FONT = "11px 'Inter Variable', system-ui, sans-serif";
const LINE_PX = 1.5;
const DASH = [6, 4];
const AREA_ALPHA = 0.18;
/** From here on axis labels are shortened: 2,500,000 → 2.5M. */
const SHORTEN_FROM = 1e6;

const isMove = (type: string) => type === 'mousemove' || type === 'mouseleave';

/** The scale on which a value axis stands. */
export function scaleKey(axis: number): string {
  return `y${axis}`;
}

/** Everything that uPlot is told of a chart. Text goes to the canvas or to `textContent`, never into markup. */
export function plotOptions(request: PlotRequest): uPlot.Options {
  const { spec, colours, width, height } = request;
  return {
    width,
    height,
    ms: 1e-3,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), spec.zone),
    padding: [8, spec.axes.length > 1 ? 0 : 14, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: true, auto: false },
      ...Object.fromEntries(spec.axes.map((axis, index) => [scaleKey(index), valueScale(axis, spec.isInverted)])),
    },
    axes: [timeAxis(spec.zone, colours), ...spec.axes.map((axis, index) => valueAxis(axis, index, spec, colours))],
    series: [{}, ...spec.series.map((series, index) => plotSeries(series, index, request.columns))],
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false, dist: 6 },
      sync: {
        key: request.crosshairKey,
        setSeries: false,
        scales: ['x', null],
        // The crosshair is shared, a selection is not: each chart of a tab has a window of its own.
        filters: { pub: isMove, sub: isMove },
      },
      points: { size: 6, width: 1.5, fill: () => colours.background },
      dataIdx: request.rowAt,
      bind: {
        dblclick: () => () => {
          request.onDoubleClick();
          return null;
        },
      },
    },
    hooks: request.hooks,
  };
}

function plotSeries(series: SeriesSpec, index: number, columns: PlotRequest['columns']): uPlot.Series {
  const { line, colour, fill } = series;
  const gaps = () => columns().gaps[index] ?? [];
  return {
    label: series.label,
    scale: scaleKey(series.axis),
    stroke: colour,
    width: LINE_PX,
    ...(line === 'dash' ? { dash: DASH } : {}),
    ...(fill === null ? {} : { fill: withAlpha(fill, AREA_ALPHA) }),
    paths: seriesPaths({ line, colour, hasFill: fill !== null, gaps }),
    gaps: seriesGaps(gaps),
    points: {
      size: 4,
      fill: colour,
      filter: (_plot, _seriesIdx, show) => (show ? null : [...(columns().lonely[index] ?? [])]),
    },
  };
}

function valueScale({ min, max }: AxisSpec, isInverted: boolean): uPlot.Scale {
  return {
    dir: isInverted ? -1 : 1,
    range: (_plot, dataMin, dataMax) => {
      const [low, high] = autoRange(dataMin, dataMax);
      const range: [number, number] = [min ?? low, max ?? high];
      // One end may be fixed beyond all data: the other must still leave room.
      if (range[0] < range[1]) return range;
      return max === null ? [range[0], range[0] + 1] : [range[1] - 1, range[1]];
    },
  };
}

function autoRange(dataMin: number | null, dataMax: number | null): [number, number] {
  if (dataMin === null || dataMax === null) return [0, 1];
  const [low, high] = uPlot.rangeNum(dataMin, dataMax, 0.1, true);
  return [low ?? 0, high ?? 1];
}

function timeAxis(zone: string, { text, grid }: ChartColours): uPlot.Axis {
  return {
    stroke: text,
    font: FONT,
    size: 36,
    gap: 4,
    space: 70,
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
    values: (_plot, splits, _axis, _space, step) => timeTickLabels(splits, step, zone),
  };
}

function valueAxis({ label, hasGrid }: AxisSpec, index: number, spec: ChartSpec, colours: ChartColours): uPlot.Axis {
  return {
    scale: scaleKey(index),
    side: index % 2 === 0 ? 3 : 1,
    stroke: axisColour(spec, index, colours.text),
    font: FONT,
    gap: 6,
    space: 32,
    ...(label === '' ? {} : { label, labelSize: 16, labelGap: 2, labelFont: FONT }),
    grid: { show: hasGrid, stroke: colours.grid, width: 1 },
    ticks: { show: false },
    values: (_plot, splits, _axis, _space, step) => valueTickLabels(splits, step),
    size: (plot, values) => {
      if (!values) return 30;
      plot.ctx.save();
      plot.ctx.font = FONT;
      const widest = Math.max(...values.map((value) => plot.ctx.measureText(value).width), 0);
      plot.ctx.restore();
      return Math.ceil(widest) + 14;
    },
  };
}

/** With several axes each takes the colour of its series, where it has one only, so that it's seen which belongs to what. */
function axisColour(spec: ChartSpec, axis: number, fallback: string): string {
  if (spec.axes.length < 2) return fallback;
  const own = spec.series.filter((series) => series.axis === axis);
  return own.length === 1 ? (own[0]?.colour ?? fallback) : fallback;
}

function valueTickLabels(splits: readonly number[], step: number): string[] {
  const largest = Math.max(...splits.map(Math.abs), 0);
  const shorten = largest >= SHORTEN_FROM;
  const decimals = decimalsOfStep(shorten ? step / 1e6 : step);
  return splits.map((split) => (shorten ? `${formatNumber(split / 1e6, decimals)}M` : formatNumber(split, decimals)));
}
