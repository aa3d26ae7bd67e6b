import type { ProjectionPair } from '@telltale/domain/field/projection.ts';
import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { PLOT_FONT, plotAxis } from '#ui/plot/plot-axes.ts';

export interface ProjectionLook {
  readonly width: number;
  readonly height: number;
  readonly colour: string;
  /** Of the axes' words, and of the grid. */
  readonly dim: string;
  readonly line: string;
}

const AXIS_PX = 64;

/** Draws one series over the depth. */
export function drawProjection(place: HTMLElement, pairs: readonly ProjectionPair[], look: ProjectionLook): uPlot {
  const { width, height, colour, dim, line } = look;
  const words = (_plot: uPlot, ticks: number[]) => ticks.map((tick) => tick.toLocaleString('en-US'));
  const axis: uPlot.Axis = { ...plotAxis({ textDim: dim, border: line }), values: words };
  return new uPlot(
    {
      width,
      height,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false } },
      axes: [
        { ...axis, label: 'Depth (ft)', labelFont: PLOT_FONT, labelSize: 18, size: 28 },
        { ...axis, size: AXIS_PX },
      ],
      series: [{}, { stroke: colour, width: 1.5, points: { show: pairs.length < 2 } }],
    },
    [pairs.map(([depth]) => depth), pairs.map(([, value]) => value)],
    place,
  );
}
