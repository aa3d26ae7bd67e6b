import uPlot from 'uplot';
import type { ChartLine } from './chart-line.ts';
import type { ChartSpec } from './chart-spec.ts';
import { type LinePaths, type LineView, linePaths } from './line-paths.ts';
import { scaleKey, withAlpha } from './plot-options.ts';
import type { TimeRange } from './time-range.ts';

const ENVELOPE_ALPHA = 0.3;
const GHOST_ALPHA = 0.45;
const GHOST_DASH = [2, 3];
const LONELY_RADIUS_PX = 2;

/** Points that stand alone, kept from the paths of a series until it has been drawn. */
const lonelyOf = new WeakMap<uPlot, Map<number, LinePaths['lonely']>>();

/** What uPlot strokes and fills of a series. */
export function seriesPaths(
  plot: uPlot,
  line: ChartLine | undefined,
  { series }: ChartSpec,
  index: number,
  window: TimeRange,
): uPlot.Series.Paths {
  const style = series[index];
  if (line === undefined || style === undefined) return { stroke: new Path2D(), flags: 0 };
  const view = lineView(plot, style.axis, window);
  const { stroke, fill, isEnvelope, lonely } = linePaths(
    line,
    { line: style.line, hasFill: style.fill !== null },
    view,
  );
  const all = lonelyOf.get(plot) ?? new Map<number, LinePaths['lonely']>();
  lonelyOf.set(plot, all.set(index, lonely));
  const paths = { stroke, ...(fill === undefined ? {} : { fill }), flags: 0 };
  if (!isEnvelope) return paths;
  // uPlot takes `_fill` and `_width` from the paths where they are set; its types don't say so.
  return Object.assign(paths, { _fill: withAlpha(style.colour, ENVELOPE_ALPHA), _width: 1 });
}

/** Draws the points of a series that no line reaches. */
export function drawLonely(plot: uPlot, { series }: ChartSpec, index: number): void {
  const points = lonelyOf.get(plot)?.get(index);
  const style = series[index];
  if (points === undefined || points.length === 0 || style === undefined) return;
  const { ctx } = plot;
  ctx.fillStyle = style.colour;
  for (const [x, y] of points) {
    ctx.beginPath();
    ctx.arc(x, y, LONELY_RADIUS_PX * uPlot.pxRatio, 0, 2 * Math.PI);
    ctx.fill();
  }
}

/** Draws the lines of an earlier period, thin and behind the others. */
export function drawGhosts(
  plot: uPlot,
  ghosts: readonly ChartLine[],
  { series }: ChartSpec,
  isShown: readonly boolean[],
  window: TimeRange,
): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.globalAlpha = GHOST_ALPHA;
  ctx.lineWidth = uPlot.pxRatio;
  for (const [index, line] of ghosts.entries()) {
    const style = series[index];
    if (style === undefined || isShown[index] === false) continue;
    const view = lineView(plot, style.axis, window);
    const { stroke, isEnvelope, fill } = linePaths(line, { line: style.line, hasFill: false }, view);
    ctx.setLineDash(isEnvelope ? [] : GHOST_DASH.map((px) => px * uPlot.pxRatio));
    ctx.strokeStyle = style.colour;
    ctx.stroke(stroke);
    if (isEnvelope && fill !== undefined) {
      ctx.fillStyle = withAlpha(style.colour, ENVELOPE_ALPHA);
      ctx.fill(fill);
    }
  }
  ctx.restore();
}

function lineView(plot: uPlot, axis: number, { from, to }: TimeRange): LineView {
  const { left, top, width, height } = plot.bbox;
  const scale = plot.scales[scaleKey(axis)];
  const toY = valueToPixel(scale, height);
  const base = Math.max(scale?.min ?? 0, Math.min(0, scale?.max ?? 0));
  return { from, to, left, top, width, height, pixelRatio: uPlot.pxRatio, toY, baseY: toY(base) };
}

/** Pixels below the upper edge of a value; the same arithmetic as uPlot's, without a look-up for each point. */
function valueToPixel(scale: uPlot.Scale | undefined, height: number): (value: number) => number {
  const isLog = scale?.distr === 3;
  const place = isLog ? (value: number) => Math.log10(Math.max(value, Number.MIN_VALUE)) : (value: number) => value;
  const [min, max] = [place(scale?.min ?? 0), place(scale?.max ?? 1)];
  const [bottom, top] = scale?.dir === -1 ? [max, min] : [min, max];
  const perUnit = height / (bottom - top);
  return (value) => (place(value) - top) * perUnit;
}
