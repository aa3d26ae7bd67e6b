import { findGaps } from '@telltale/domain';
import uPlot from 'uplot';
import type { SeriesLine } from './chart-settings.ts';

/** From this many points per pixel on the swings of a line merge into a mass: their outline is drawn instead. */
const ENVELOPE_FROM = 1.4;
const BIN_PX = 2;
/** A line that swings by less than this is a line still, and its outline would look like two. */
const LEAST_SWING_PX = 6;
const ENVELOPE_ALPHA = 0.3;

interface PathRequest {
  line: SeriesLine;
  colour: string;
}

/** Draws a series' line; where it is dense, its lowest and highest points with the area between them. */
export function seriesPaths({ line, colour }: PathRequest): uPlot.Series.PathBuilder {
  const draw = line === 'step' ? uPlot.paths.stepped?.({ align: 1 }) : uPlot.paths.linear?.();
  return (plot, seriesIdx, first, last) => {
    const paths = draw?.(plot, seriesIdx, first, last) ?? null;
    if (paths === null || line === 'step') return paths;
    const envelope = envelopePaths(plot, seriesIdx, first, last);
    // uPlot takes `_fill` and `_width` from the paths where they are set; its types don't say so.
    return envelope === null ? paths : Object.assign(paths, envelope, { _fill: withAlpha(colour), _width: 1 });
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

interface Envelope {
  stroke: Path2D;
  fill: Path2D;
}

/** Lowest and highest point of every two pixels; null where the line itself can be seen better. */
function envelopePaths(plot: uPlot, seriesIdx: number, first: number, last: number): Envelope | null {
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
  const full = [...lows.keys()].filter((index) => Number.isFinite(lows[index]));
  // Of the part of the plot that has points: a series that began a minute ago may be dense as well.
  const span = full.length === 0 ? 0 : ((full.at(-1) ?? 0) - (full[0] ?? 0) + 1) * BIN_PX;
  if (points < span * ENVELOPE_FROM || full.length < 2) return null;

  const x = (index: number) => left + (index + 0.5) * bin;
  const upper = full.map((index) => [x(index), plot.valToPos(highs[index] ?? 0, scale, true)] as const);
  const lower = full.map((index) => [x(index), plot.valToPos(lows[index] ?? 0, scale, true)] as const);
  const swings = upper.map(([, y], index) => Math.abs((lower[index]?.[1] ?? y) - y)).sort((a, b) => a - b);
  if ((swings[swings.length >> 1] ?? 0) < LEAST_SWING_PX * uPlot.pxRatio) return null;
  return { stroke: pathThrough(upper, lower), fill: pathThrough([...upper, ...lower.reverse()]) };
}

/** One path with a line through each list of points. */
function pathThrough(...lines: (readonly (readonly [x: number, y: number])[])[]): Path2D {
  const path = new Path2D();
  for (const line of lines) {
    for (const [index, [x, y]] of line.entries()) {
      if (index === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
  }
  return path;
}

/** The colour, thin enough to see others through it. */
export function withAlpha(colour: string, alpha: number = ENVELOPE_ALPHA): string {
  const share = Math.round(alpha * 100);
  return `color-mix(in srgb, ${colour} ${share}%, transparent)`;
}
