import { findGaps } from '@telltale/domain';
import uPlot from 'uplot';
import type { SeriesLine } from './chart-settings.ts';

/** From this many points per pixel on, single swings of the line can't be told apart and the area they fill is shaded. */
const ENVELOPE_FROM = 0.6;
const BIN_PX = 3;
const ENVELOPE_ALPHA = 0.16;

interface PathRequest {
  line: SeriesLine;
  colour: string;
  hasFill: boolean;
  /** The longest interval that the line bridges, seconds, as it is now. */
  gapLimit: () => number;
}

/** Draws a series' line, and behind a dense one the area between its lowest and highest points. */
export function seriesPaths({ line, colour, hasFill }: PathRequest): uPlot.Series.PathBuilder {
  const draw = line === 'step' ? uPlot.paths.stepped?.({ align: 1 }) : uPlot.paths.linear?.();
  return (plot, seriesIdx, first, last) => {
    const paths = draw?.(plot, seriesIdx, first, last) ?? null;
    if (paths === null || hasFill || line === 'step') return paths;
    const envelope = envelopePath(plot, seriesIdx, first, last);
    // uPlot takes these two from the paths where they are set; its types don't say so.
    return envelope === null ? paths : Object.assign(paths, { fill: envelope, _fill: withAlpha(colour), _width: 1 });
  };
}

/** Where the line breaks, in pixels. */
export function seriesGaps(gapLimit: () => number): uPlot.Series.GapsRefiner {
  return (plot, seriesIdx, first, last) => {
    const times = plot.data[0];
    const column = plot.data[seriesIdx] as (number | null | undefined)[] | undefined;
    if (column === undefined) return [];
    return findGaps(times, column, gapLimit(), first, last).map(([before, after]) => [
      plot.valToPos(times[before] ?? 0, 'x', true),
      plot.valToPos(times[after] ?? 0, 'x', true),
    ]);
  };
}

/** The outline of the area between the lowest and the highest point of every few pixels; null while points are sparse. */
function envelopePath(plot: uPlot, seriesIdx: number, first: number, last: number): Path2D | null {
  const times = plot.data[0];
  const column = plot.data[seriesIdx];
  const scale = plot.series[seriesIdx]?.scale;
  if (column === undefined || scale === undefined) return null;
  const bin = BIN_PX * uPlot.pxRatio;
  const { left, width } = plot.bbox;
  const lows = new Float64Array(Math.ceil(width / bin) + 1).fill(Number.POSITIVE_INFINITY);
  const highs = new Float64Array(lows.length).fill(Number.NEGATIVE_INFINITY);
  let points = 0;
  for (let row = first; row <= last; row++) {
    const value = column[row];
    if (value === undefined || value === null) continue;
    const x = plot.valToPos(times[row] ?? 0, 'x', true) - left;
    if (x < 0 || x > width) continue;
    points++;
    const index = Math.floor(x / bin);
    lows[index] = Math.min(lows[index] ?? 0, value);
    highs[index] = Math.max(highs[index] ?? 0, value);
  }
  if (points < (width / uPlot.pxRatio) * ENVELOPE_FROM) return null;

  const path = new Path2D();
  const full = [...lows.keys()].filter((index) => Number.isFinite(lows[index]));
  const x = (index: number) => left + (index + 0.5) * bin;
  for (const index of full) path.lineTo(x(index), plot.valToPos(highs[index] ?? 0, scale, true));
  for (const index of full.reverse()) path.lineTo(x(index), plot.valToPos(lows[index] ?? 0, scale, true));
  path.closePath();
  return path;
}

/** The colour, thin enough to see others through it. */
export function withAlpha(colour: string, alpha: number = ENVELOPE_ALPHA): string {
  const share = Math.round(alpha * 100);
  return `color-mix(in srgb, ${colour} ${share}%, transparent)`;
}
