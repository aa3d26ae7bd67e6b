import { decimalsOfStep, formatNumber, formatTicks, niceTicks } from '@telltale/domain';
import uPlot from 'uplot';
import type { AxisSpec, ChartSpec, SeriesSpec } from '../model/chart-spec.ts';
import type { ChartColours } from '../model/history-chart.ts';
import { timeTickLabels } from './time-ticks.ts';

export interface PlotRequest {
  spec: ChartSpec;
  colours: ChartColours;
  width: number;
  height: number;
  /** Charts with the same key share one crosshair. */
  crosshairKey: string;
  /** Lowest and highest value in sight on an axis; null: none. */
  extremes: (axis: number) => [number, number] | null;
  /** Draws a series; 0 is the first. */
  paths: (plot: uPlot, series: number) => uPlot.Series.Paths;
  hooks: uPlot.Hooks.Arrays;
  onDoubleClick: () => void;
  /** Whether a press of the mouse begins something else than a selection. */
  onPress: (event: MouseEvent) => boolean;
}

const FONT = "11px 'Inter Variable', system-ui, sans-serif";
const LINE_PX = 1.5;
const DASH = [6, 4];
const AREA_ALPHA = 0.18;
/** From here on axis labels are shortened: 2,500,000 → 2.5M. */
const SHORTEN_FROM = 1e6;
/** And from here on they are powers of ten: 1e13. */
const POWERS_FROM = 1e13;
/** Beyond this, numbers of a logarithmic axis are written as powers. */
const LONGEST_LOG_LABEL = 1e6;

/** A time axis says by itself what it is. */
const ONLY_TIME = { label: '', hasGrid: true };

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
    // On the right a date below the last tick stays whole.
    padding: [8, spec.axes.length > 1 ? 0 : 20, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: true, auto: false },
      ...Object.fromEntries(spec.axes.map((axis, index) => [scaleKey(index), valueScale(axis, index, request)])),
    },
    axes: [timeAxis(spec.zone, colours), ...spec.axes.map((axis, index) => valueAxis(axis, index, spec, colours))],
    series: [{}, ...spec.series.map((series, index) => plotSeries(series, index, request))],
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
      // Dots and values come from the lines themselves, which uPlot does not know.
      points: { show: false },
      bind: {
        mousedown: (_plot, _target, handler) => (event) => {
          // What the right button begins nothing would end: uPlot hears of its coming up no more than of its going down.
          if (event.button === 0 && !request.onPress(event)) handler(event);
          return null;
        },
        dblclick: () => () => {
          request.onDoubleClick();
          return null;
        },
      },
    },
    hooks: request.hooks,
  };
}

function plotSeries(
  { label, axis, colour, line, fill }: SeriesSpec,
  index: number,
  request: PlotRequest,
): uPlot.Series {
  return {
    label,
    scale: scaleKey(axis),
    // The range comes from the lines, which know it without looking at every point.
    auto: false,
    stroke: colour,
    width: LINE_PX,
    ...(line === 'dash' ? { dash: DASH } : {}),
    ...(fill === null ? {} : { fill: withAlpha(fill, AREA_ALPHA) }),
    paths: (plot) => request.paths(plot, index),
    points: { show: false },
  };
}

function valueScale({ min, max, isLog }: AxisSpec, index: number, { spec, extremes }: PlotRequest): uPlot.Scale {
  return {
    dir: spec.isInverted ? -1 : 1,
    distr: isLog ? 3 : 1,
    range: () => {
      const found = extremes(index);
      return valueRange(found, { min, max, isLog });
    },
  };
}

/** What a value axis spans: its own limits where they are set, else the data with some room about it. */
export function valueRange(
  found: readonly [number, number] | null,
  { min, max, isLog }: Pick<AxisSpec, 'min' | 'max' | 'isLog'>,
): [number, number] {
  const [low, high] = isLog ? logRange(found) : linearRange(found);
  // A logarithmic axis has no room for zero and below.
  const own = (limit: number | null) => (limit !== null && isLog && limit <= 0 ? null : limit);
  const range: [number, number] = [own(min) ?? low, own(max) ?? high];
  // One end may be fixed beyond all data: the other must still leave room.
  if (range[0] < range[1]) return range;
  if (isLog) return own(max) === null ? [range[0], range[0] * 10] : [range[1] / 10, range[1]];
  return max === null ? [range[0], range[0] + 1] : [range[1] - 1, range[1]];
}

function linearRange(found: readonly [number, number] | null): [number, number] {
  if (found === null) return [0, 1];
  const [low, high] = uPlot.rangeNum(found[0], found[1], 0.1, true);
  return [low ?? 0, high ?? 1];
}

/** Whole powers of ten about the data. */
function logRange(found: readonly [number, number] | null): [number, number] {
  if (found === null) return [1, 10];
  const low = 10 ** Math.floor(Math.log10(found[0]));
  const high = 10 ** Math.ceil(Math.log10(found[1]));
  return low < high ? [low, high] : [low, low * 10];
}

/** The axis of time below a chart. */
export function timeAxis(zone: string, { text, grid }: ChartColours, { label, hasGrid } = ONLY_TIME): uPlot.Axis {
  return {
    stroke: text,
    font: FONT,
    size: 36,
    gap: 4,
    space: 70,
    ...titled(label, 0),
    grid: { show: hasGrid, stroke: grid, width: 1 },
    ticks: { show: false },
    values: (_plot, splits, _axis, _space, step) => timeTickLabels(splits, step, zone),
  };
}

/** An axis of values at one of the sides, as wide as its labels. */
export function valueAxis(axis: AxisSpec, index: number, spec: ChartSpec, colours: ChartColours): uPlot.Axis {
  return {
    ...valueLines(axis, colours, 2),
    scale: scaleKey(index),
    side: index % 2 === 0 ? 3 : 1,
    stroke: axisColour(spec, index, colours.text),
    gap: 6,
    space: axis.isLog ? 18 : 32,
    size: (plot, values) => {
      if (!values) return 30;
      return Math.ceil(Math.max(...values.map((value) => labelWidth(plot.ctx, value ?? '')), 0)) + 14;
    },
  };
}

/** Lines, labels and title of an axis of values, wherever it stands. */
export function valueLines(axis: AxisSpec, { grid }: ChartColours, titleGap: number): uPlot.Axis {
  const { label, hasGrid, isLog } = axis;
  return {
    font: FONT,
    ...(isLog ? { splits: (_plot: uPlot, _axis: number, min: number, max: number) => logSplits(min, max) } : {}),
    ...titled(label, titleGap),
    grid: { show: hasGrid, stroke: grid, width: 1 },
    ticks: { show: false },
    values: (_plot, splits, _axis, _space, step) => {
      if (isLog) return logTickLabels(splits);
      return valueTickLabels(splits, step, mostDecimals(axis, (splits.at(-1) ?? 0) - (splits[0] ?? 0)));
    },
  };
}

function titled(label: string, labelGap: number): uPlot.Axis {
  return label === '' ? {} : { label, labelSize: 16, labelGap, labelFont: FONT };
}

const labelWidths = new Map<string, number>();
const MOST_LABEL_WIDTHS = 5_000;

/** Pixels that a label is wide. Measuring costs more than drawing the axis, and axes have few labels over and over. */
function labelWidth(ctx: CanvasRenderingContext2D, label: string): number {
  const known = labelWidths.get(label);
  if (known !== undefined) return known;
  ctx.save();
  ctx.font = FONT;
  const { width } = ctx.measureText(label);
  ctx.restore();
  // Before the font has come, text has another width.
  if (document.fonts?.status !== 'loaded') return width;
  if (labelWidths.size >= MOST_LABEL_WIDTHS) labelWidths.clear();
  labelWidths.set(label, width);
  return width;
}

/** With several axes each takes the colour of its series, where it has one only, so that it's seen which belongs to what. */
export function axisColour(spec: ChartSpec, axis: number, fallback: string): string {
  if (spec.axes.length < 2) return fallback;
  const own = spec.series.filter((series) => series.axis === axis);
  return own.length === 1 ? (own[0]?.colour ?? fallback) : fallback;
}

/** The decimals that labels of an axis may have: those of its data items, where it spans at least one of the last of them. */
export function mostDecimals({ decimals }: Pick<AxisSpec, 'decimals'>, span: number): number {
  return decimals === undefined || span < 0.999 * 10 ** -decimals ? Number.POSITIVE_INFINITY : decimals;
}

/**
 * Labels of a linear value axis, with as many decimals as its ticks are apart.
 * @param most ticks between values of this many decimals go without a label: half a valve is none
 */
export function valueTickLabels(
  splits: readonly number[],
  step: number,
  most: number = Number.POSITIVE_INFINITY,
): string[] {
  const largest = Math.max(...splits.map(Math.abs), 0);
  if (largest >= POWERS_FROM) return formatTicks(splits);
  const shorten = largest >= SHORTEN_FROM;
  const needed = decimalsOfStep(shorten ? step / 1e6 : step);
  if (shorten) return splits.map((split) => `${formatNumber(split / 1e6, needed)}M`);
  const isBetween = (split: number) => needed > most && Math.abs(split - Number(split.toFixed(most))) > step / 1e3;
  return splits.map((split) => (isBetween(split) ? '' : formatNumber(split, Math.min(needed, most))));
}

/** Where a logarithmic axis has its lines: nine more within each decade would be a mesh. */
export function powersOfTen(min: number, max: number): number[] {
  const [first, last] = [Math.ceil(Math.log10(min) - 1e-9), Math.floor(Math.log10(max) + 1e-9)];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => 10 ** (first + index));
}

/** Fewer lines than this leave an axis without a measure. */
const LEAST_SPLITS = 2;

/** Where a logarithmic axis has its lines: one a decade, and within a decade as many as are round. */
export function logSplits(min: number, max: number): number[] {
  const decades = powersOfTen(min, max);
  if (decades.length >= LEAST_SPLITS) return decades;
  const first = 10 ** Math.floor(Math.log10(min) + 1e-9);
  const within = [1, 2, 5, 10, 20, 50].map((factor) => first * factor).filter((value) => value >= min && value <= max);
  if (within.length >= LEAST_SPLITS) return within;
  return niceTicks(min, max, 5).filter((value) => value >= min && value <= max);
}

/** Labels of a logarithmic axis; uPlot leaves out (null) the ticks between that have no room. */
export function logTickLabels(splits: readonly (number | null)[]): string[] {
  return splits.map((split) => {
    if (split === null) return '';
    const power = Math.log10(split);
    const isPower = Math.abs(power - Math.round(power)) < 1e-9;
    if (!isPower) return String(Number(split.toPrecision(4)));
    if (split >= LONGEST_LOG_LABEL || split < 1e-4) return `1e${Math.round(power)}`;
    return formatNumber(split, Math.max(0, -Math.round(power)));
  });
}

/** The colour, thin enough to see others through it. */
export function withAlpha(colour: string, alpha: number): string {
  return `color-mix(in srgb, ${colour} ${Math.round(alpha * 100)}%, transparent)`;
}
