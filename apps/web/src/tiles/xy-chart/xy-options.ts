import uPlot from 'uplot';
import type { AxisSpec, ChartSpec } from '#tiles/shared/chart/chart-spec.ts';
import type { ChartColours } from '#tiles/shared/chart/history-chart.ts';
import { logTickLabels, powersOfTen, scaleKey, valueRange, valueTickLabels } from '#tiles/shared/chart/plot-options.ts';
import { timeTickLabels } from '#tiles/shared/chart/time-ticks.ts';

/** The x axis: time, or a value. */
export interface XAxisSpec extends AxisSpec {
  isTime: boolean;
}

export interface XyRequest {
  spec: ChartSpec;
  x: XAxisSpec;
  colours: ChartColours;
  width: number;
  height: number;
  /** Extremes of x, and of each value axis by its index. */
  extremes: (axis: 'x' | number) => [number, number] | null;
  /** The part that was zoomed into. */
  zoom: (axis: 'x' | number) => [number, number] | undefined;
  hooks: uPlot.Hooks.Arrays;
  onDoubleClick: () => void;
}

const FONT = "11px 'Inter Variable', system-ui, sans-serif";

/** What uPlot is told of an XY chart: two kinds of axes, a selection in both directions, and no points (those are ours). */
export function xyOptions(request: XyRequest): uPlot.Options {
  const { spec, x, colours, width, height } = request;
  const scale = (axis: AxisSpec, key: 'x' | number, dir: 1 | -1): uPlot.Scale => ({
    dir,
    distr: axis.isLog ? 3 : 1,
    auto: key !== 'x',
    range: () =>
      request.zoom(key) ?? (key === 'x' && x.isTime ? timeRange(request) : valueRange(request.extremes(key), axis)),
  });
  return {
    width,
    height,
    ms: 1e-3,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), spec.zone),
    padding: [8, spec.axes.length > 1 ? 0 : 14, 0, 0],
    legend: { show: false },
    scales: {
      x: { ...scale(x, 'x', 1), time: x.isTime },
      ...Object.fromEntries(
        spec.axes.map((axis, index) => [scaleKey(index), scale(axis, index, spec.isInverted ? -1 : 1)]),
      ),
    },
    axes: [xAxis(x, spec.zone, colours), ...spec.axes.map((axis, index) => yAxis(axis, index, colours))],
    series: [
      {},
      ...spec.series.map(({ axis }) => ({
        scale: scaleKey(axis),
        auto: false,
        points: { show: false },
        paths: () => null,
      })),
    ],
    cursor: {
      drag: { x: true, y: true, uni: 20, setScale: false, dist: 6 },
      points: { show: false },
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

/** Time is shown from the first point to the last, without the room that values have about them. */
export function timeRange({ x, extremes }: Pick<XyRequest, 'x' | 'extremes'>): [number, number] {
  const [low, high] = extremes('x') ?? [0, 1];
  const [from, to] = [x.min ?? low, x.max ?? high];
  return from < to ? [from, to] : [from - 0.5, from + 0.5];
}

function xAxis({ isTime, label, hasGrid, isLog }: XAxisSpec, zone: string, { text, grid }: ChartColours): uPlot.Axis {
  return {
    stroke: text,
    font: FONT,
    size: isTime ? 36 : 26,
    gap: 4,
    space: 70,
    ...(isLog ? { splits: (_plot: uPlot, _axis: number, min: number, max: number) => powersOfTen(min, max) } : {}),
    ...(label === '' ? {} : { label, labelSize: 16, labelGap: 0, labelFont: FONT }),
    grid: { show: hasGrid, stroke: grid, width: 1 },
    ticks: { show: false },
    values: (_plot, splits, _axis, _space, step) => {
      if (isTime) return timeTickLabels(splits, step, zone);
      return isLog ? logTickLabels(splits) : valueTickLabels(splits, step);
    },
  };
}

function yAxis({ label, hasGrid, isLog }: AxisSpec, index: number, { text, grid }: ChartColours): uPlot.Axis {
  return {
    scale: scaleKey(index),
    side: index % 2 === 0 ? 3 : 1,
    stroke: text,
    font: FONT,
    size: 54,
    gap: 6,
    space: isLog ? 18 : 32,
    ...(isLog ? { splits: (_plot: uPlot, _axis: number, min: number, max: number) => powersOfTen(min, max) } : {}),
    ...(label === '' ? {} : { label, labelSize: 16, labelGap: 2, labelFont: FONT }),
    grid: { show: hasGrid, stroke: grid, width: 1 },
    ticks: { show: false },
    values: (_plot, splits, _axis, _space, step) => (isLog ? logTickLabels(splits) : valueTickLabels(splits, step)),
  };
}
