import uPlot from 'uplot';
import type { ChartLine } from '../model/chart-line.ts';
import type { ChartSpec } from '../model/chart-spec.ts';
import { bandStretches, type ChartBands } from '../model/described.ts';
import type { TimeRange } from '../model/time-range.ts';
import { type LinePaths, type LineView, linePaths } from './line-paths.ts';
import { scaleKey, withAlpha } from './plot-options.ts';

/** Of the bands of a description: quiet behind the lines, seen where they begin. */
export const BAND_ALPHA = 0.12;
const ENVELOPE_ALPHA = 0.3;
const GHOST_ALPHA = 0.45;
const GHOST_DASH = [2, 3];
const LONELY_RADIUS_PX = 2;

/** What uPlot does not draw of a series by itself, kept until it has drawn the rest. */
const leftOver = new WeakMap<uPlot, Map<number, Pick<LinePaths, 'lonely' | 'bars'>>>();

/** What uPlot strokes and fills of a series. */
export function seriesPaths(
  plot: uPlot,
  line: ChartLine | undefined,
  { series }: ChartSpec,
  index: number,
  window: TimeRange,
  isCoarse: boolean,
): uPlot.Series.Paths {
  const style = series[index];
  if (line === undefined || style === undefined) return { stroke: new Path2D(), flags: 0 };
  const view = lineView(plot, style.axis, window, isCoarse);
  const { stroke, fill, isEnvelope, lonely, bars } = linePaths(
    line,
    { line: style.line, hasFill: style.fill !== null },
    view,
  );
  const all = leftOver.get(plot) ?? new Map<number, Pick<LinePaths, 'lonely' | 'bars'>>();
  leftOver.set(plot, all.set(index, bars === undefined ? { lonely } : { lonely, bars }));
  if (stroke === undefined) return { stroke: new Path2D(), flags: 0 };
  const paths = { stroke, ...(fill === undefined ? {} : { fill }), flags: 0 };
  if (!isEnvelope) return paths;
  // uPlot takes `_fill` and `_width` from the paths where they are set; its types don't say so.
  return Object.assign(paths, { _fill: withAlpha(style.colour, ENVELOPE_ALPHA), _width: 1 });
}

/** Draws the bars of a gesture, and the points of a series that no line reaches. */
export function drawLeftOver(plot: uPlot, { series }: ChartSpec, index: number): void {
  const rest = leftOver.get(plot)?.get(index);
  const style = series[index];
  if (rest === undefined || style === undefined) return;
  const { ctx } = plot;
  ctx.fillStyle = style.colour;
  if (rest.bars !== undefined) drawBars(ctx, rest.bars);
  for (const [x, y] of rest.lonely) {
    ctx.beginPath();
    ctx.arc(x, y, LONELY_RADIUS_PX * uPlot.pxRatio, 0, 2 * Math.PI);
    ctx.fill();
  }
}

function drawBars(ctx: CanvasRenderingContext2D, bars: Float64Array): void {
  for (let at = 0; at < bars.length; at += 4) {
    ctx.fillRect(bars[at] as number, bars[at + 1] as number, bars[at + 2] as number, bars[at + 3] as number);
  }
}

/** Draws the bands of what is in sight behind everything, thin enough to read lines through them. */
export function drawBands(plot: uPlot, bands: ChartBands | undefined): void {
  if (bands === undefined) return;
  const { ctx, bbox, scales } = plot;
  const key = scaleKey(bands.axis);
  const { min, max } = scales[key] ?? {};
  if (min == null || max == null) return;
  ctx.save();
  ctx.globalAlpha = BAND_ALPHA;
  for (const { from, to, colour } of bandStretches(bands, min, max)) {
    const [start, end] = [plot.valToPos(from, key, true), plot.valToPos(to, key, true)];
    ctx.fillStyle = colour;
    ctx.fillRect(bbox.left, Math.min(start, end), bbox.width, Math.abs(end - start));
  }
  ctx.restore();
}

/** Draws the lines of an earlier period, thin and behind the others. */
export function drawGhosts(
  plot: uPlot,
  ghosts: readonly ChartLine[],
  { series }: ChartSpec,
  isShown: readonly boolean[],
  window: TimeRange,
  isCoarse: boolean,
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
    const view = lineView(plot, style.axis, window, isCoarse);
    const { stroke, isEnvelope, fill, bars } = linePaths(line, { line: style.line, hasFill: false }, view);
    ctx.setLineDash(isEnvelope ? [] : GHOST_DASH.map((px) => px * uPlot.pxRatio));
    ctx.strokeStyle = style.colour;
    ctx.fillStyle = bars === undefined ? withAlpha(style.colour, ENVELOPE_ALPHA) : style.colour;
    if (bars !== undefined) drawBars(ctx, bars);
    if (stroke !== undefined) ctx.stroke(stroke);
    if (isEnvelope && fill !== undefined) ctx.fill(fill);
  }
  ctx.restore();
}

function lineView(plot: uPlot, axis: number, { from, to }: TimeRange, isCoarse: boolean): LineView {
  const { left, top, width, height } = plot.bbox;
  const scale = plot.scales[scaleKey(axis)];
  const toY = valueToPixel(scale, height);
  const base = Math.max(scale?.min ?? 0, Math.min(0, scale?.max ?? 0));
  return { from, to, left, top, width, height, pixelRatio: uPlot.pxRatio, toY, baseY: toY(base), isCoarse };
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
