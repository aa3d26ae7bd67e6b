import uPlot from 'uplot';
import { scaleKey, timeAxis, valueAxis, valueLines } from '#tiles/shared/chart/draw/plot-options.ts';
import type { AxisSpec, ChartSpec } from '#tiles/shared/chart/model/chart-spec.ts';
import type { ChartColours } from '#tiles/shared/chart/model/history-chart.ts';

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
  /** What x, or a value axis by its index, spans now. */
  range: (axis: 'x' | number) => [number, number];
  hooks: uPlot.Hooks.Arrays;
}

/** What uPlot is told of an XY chart: two kinds of axes. Points and whatever follows the pointer are ours. */
export function xyOptions(request: XyRequest): uPlot.Options {
  const { spec, x, colours, width, height } = request;
  const scale = (axis: AxisSpec, key: 'x' | number, dir: 1 | -1): uPlot.Scale => ({
    dir,
    distr: axis.isLog ? 3 : 1,
    auto: false,
    range: () => request.range(key),
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
    axes: [xAxis(x, spec.zone, colours), ...spec.axes.map((axis, index) => valueAxis(axis, index, spec, colours))],
    series: [
      {},
      ...spec.series.map(({ axis }) => ({
        scale: scaleKey(axis),
        auto: false,
        points: { show: false },
        paths: () => null,
      })),
    ],
    cursor: { show: false },
    select: { show: false, left: 0, top: 0, width: 0, height: 0 },
    hooks: request.hooks,
  };
}

/** Time is shown from the first point to the last, without the room that values have about them. */
export function timeRange(x: Pick<AxisSpec, 'min' | 'max'>, found: readonly [number, number] | null): [number, number] {
  const [low, high] = found ?? [0, 1];
  const [from, to] = [x.min ?? low, x.max ?? high];
  return from < to ? [from, to] : [from - 0.5, from + 0.5];
}

function xAxis(x: XAxisSpec, zone: string, colours: ChartColours): uPlot.Axis {
  if (x.isTime) return timeAxis(zone, colours, x);
  return { ...valueLines(x, colours, 0), stroke: colours.text, size: 26, gap: 4, space: 70 };
}
