import { type ColumnFold, foldColumns } from '@telltale/domain';
import { type ChartLine, isLonely } from '../model/chart-line.ts';
import type { SeriesLine } from '../model/chart-settings.ts';
import type { TimeRange } from '../model/time-range.ts';

/** Where and how large a line is drawn, in the canvas's own pixels. */
export interface LineView extends TimeRange {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Canvas pixels per CSS pixel. */
  pixelRatio: number;
  /** Pixels below `top` of a value. */
  toY: (value: number) => number;
  /** Pixels below `top` of where a filled area ends. */
  baseY: number;
  /** A gesture is under way: bars of minima and maxima are drawn, which cost a fraction of a line; peaks stay. */
  isCoarse: boolean;
}

/** What is drawn of a line: a stroke, perhaps an area, and points that stand alone. */
export interface LinePaths {
  stroke: Path2D | undefined;
  fill: Path2D | undefined;
  /** Whether the stroke is the outline of the span between minima and maxima, and the fill that span. */
  isEnvelope: boolean;
  lonely: readonly (readonly [x: number, y: number])[];
  /** In place of all that: bars, four numbers each. */
  bars?: Float64Array;
}

const NO_PATHS: LinePaths = { stroke: undefined, fill: undefined, isEnvelope: false, lonely: [] };

/** From this many points per column on, the swings of a line merge into a mass: their outline is drawn instead. */
const DENSE = 2.8;
/** A line that swings by less than this is a line still, and its outline would look like two. */
const LEAST_SWING_PX = 6;
/** History comes in buckets of about a pixel: two pixels have enough of them to show what they span. */
const WIDE_COLUMN_PX = 2;
/** A line of fewer points than this per column is drawn point by point. */
const SPARSE = 2;
/** From this many points per column on, a gesture draws bars instead of a line. */
const COARSE_DENSITY = 0.25;
const COARSE_COLUMN_PX = 2;
const LEAST_BAR_PX = 2;

/**
 * The paths of a line. Where it is dense it is folded into columns of a pixel, each with its first, lowest, highest and
 * last value; where these swing, the outline of what they span is drawn, with the area between.
 */
export function linePaths(line: ChartLine, style: { line: SeriesLine; hasFill: boolean }, view: LineView): LinePaths {
  const [first, last] = visiblePoints(line, view);
  // Axes may leave nothing of a tile of a few fingers' size.
  if (first > last || view.width <= 0) return NO_PATHS;
  const density = (last - first + 1) / Math.max(1, view.width);
  if (view.isCoarse && density >= COARSE_DENSITY && style.line !== 'step') {
    return { ...NO_PATHS, bars: barsOf(line, view, first, last) };
  }
  if (density < SPARSE / WIDE_COLUMN_PX) return tracedPaths(line, style, view, everyPoint(first, last));
  const envelope = style.line === 'step' ? undefined : envelopePaths(line, view, first, last, density);
  if (envelope !== undefined) return envelope;
  if (density < SPARSE) return tracedPaths(line, style, view, everyPoint(first, last));
  return tracedPaths(line, style, view, pointsOf(fold(line, view, first, last, 1)));
}

/**
 * Indexes of the points that a line through a number of pixels needs: all of them where they are few, else of each pixel
 * its first, lowest, highest and last.
 */
export function drawnPoints(line: ChartLine, window: TimeRange, width: number): Int32Array {
  const [first, last] = visiblePoints(line, window);
  if (first > last || width <= 0) return new Int32Array(0);
  if (last - first + 1 < SPARSE * width) return everyPoint(first, last);
  return pointsOf(fold(line, { ...window, width }, first, last, 1));
}

/** One point beyond either edge belongs to the picture: lines run out of the plot instead of ending before it. */
function visiblePoints({ times }: ChartLine, { from, to }: TimeRange): [first: number, last: number] {
  let first = 0;
  let last = times.length - 1;
  for (let low = 0, high = times.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) <= from) first = low = middle + 1;
    else high = middle;
  }
  first = Math.max(0, first - 1);
  for (let low = first, high = times.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) < to) low = middle + 1;
    else last = high = middle;
  }
  return [first, Math.min(last, times.length - 1)];
}

function fold(
  { times, pyramid }: ChartLine,
  view: TimeRange & { width: number },
  first: number,
  last: number,
  columnPx: number,
) {
  const perTime = view.width / (view.to - view.from) / columnPx;
  return foldColumns({ times, pyramid, first, last, from: view.from, perTime });
}

function everyPoint(first: number, last: number): Int32Array {
  return Int32Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Of each column its first, lowest, highest and last point, in order of time. */
function pointsOf({ length, first, low, high, last }: ColumnFold): Int32Array {
  const points = new Int32Array(4 * length);
  let count = 0;
  const put = (index: number) => {
    if (count === 0 || points[count - 1] !== index) points[count++] = index;
  };
  for (let row = 0; row < length; row++) {
    const [lowAt, highAt] = [low[row] as number, high[row] as number];
    put(first[row] as number);
    put(Math.min(lowAt, highAt));
    put(Math.max(lowAt, highAt));
    put(last[row] as number);
  }
  return points.subarray(0, count);
}

/** A line through the given points, broken at gaps, with the area between it and the base. */
function tracedPaths(
  line: ChartLine,
  { line: kind, hasFill }: { line: SeriesLine; hasFill: boolean },
  view: LineView,
  points: Int32Array,
): LinePaths {
  const { times, values, breaks } = line;
  const perSecond = view.width / (view.to - view.from);
  const stroke = new Path2D();
  const fill = hasFill ? new Path2D() : undefined;
  const lonely: (readonly [number, number])[] = [];
  const baseY = view.top + view.baseY;
  let nextBreak = 0;
  let startX = 0;
  let x = 0;
  let y = 0;
  for (let at = 0; at < points.length; at++) {
    const index = points[at] as number;
    const toX = view.left + ((times[index] as number) - view.from) * perSecond;
    const toY = view.top + view.toY(values[index] as number);
    let isBroken = at === 0;
    while (nextBreak < breaks.length && (breaks[nextBreak] as number) <= index) {
      nextBreak++;
      isBroken = true;
    }
    if (isBroken) {
      if (at > 0) closeArea(fill, startX, x, baseY);
      stroke.moveTo(toX, toY);
      fill?.moveTo(toX, toY);
      startX = toX;
      if (isLonely(line, index)) lonely.push([toX, toY]);
    } else {
      if (kind === 'step') {
        stroke.lineTo(toX, y);
        fill?.lineTo(toX, y);
      }
      stroke.lineTo(toX, toY);
      fill?.lineTo(toX, toY);
    }
    x = toX;
    y = toY;
  }
  closeArea(fill, startX, x, baseY);
  return { stroke, fill, isEnvelope: false, lonely };
}

function closeArea(fill: Path2D | undefined, startX: number, endX: number, baseY: number): void {
  fill?.lineTo(endX, baseY);
  fill?.lineTo(startX, baseY);
  fill?.closePath();
}

/** Upper and lower edge of what each column spans, or undefined where the line is too sparse or too calm for it. */
function envelopePaths(line: ChartLine, view: LineView, first: number, last: number, density: number) {
  const columnPx = density >= DENSE ? 1 : WIDE_COLUMN_PX * view.pixelRatio;
  const columns = fold(line, view, first, last, columnPx);
  if ((last - first + 1) / columns.length < DENSE) return undefined;
  if (medianSwing(line, view, columns) < LEAST_SWING_PX * view.pixelRatio) return undefined;
  const stroke = new Path2D();
  const fill = new Path2D();
  const edges = new Float64Array(3 * columns.length);
  const broken = new Set(line.breaks);
  for (let start = 0; start < columns.length; ) {
    const end = endOfRun(columns, broken, start);
    for (let row = start; row < end; row++) {
      const a = view.toY(line.values[columns.low[row] as number] as number);
      const b = view.toY(line.values[columns.high[row] as number] as number);
      edges[3 * row] = view.left + ((columns.column[row] as number) + 0.5) * columnPx;
      edges[3 * row + 1] = view.top + Math.min(a, b);
      edges[3 * row + 2] = view.top + Math.max(a, b);
    }
    traceRun(stroke, fill, edges, start, end);
    start = end;
  }
  return { stroke, fill, isEnvelope: true, lonely: [] };
}

/**
 * One bar a column from its lowest to its highest value, as high as it takes to meet the one before: `x, y, width,
 * height` of each, on whole pixels and within the plot, since those are the quickest of all things to draw.
 */
function barsOf(line: ChartLine, view: LineView, first: number, last: number): Float64Array {
  const columnPx = COARSE_COLUMN_PX * view.pixelRatio;
  const least = LEAST_BAR_PX * view.pixelRatio;
  const columns = fold(line, view, first, last, columnPx);
  const broken = new Set(line.breaks);
  const bars = new Float64Array(4 * columns.length);
  const within = (y: number) => Math.round(Math.min(view.height, Math.max(0, y)));
  let count = 0;
  let beforeY: number | undefined;
  let beforeX = 0;
  for (let row = 0; row < columns.length; row++) {
    const y = (index: Int32Array) => view.toY(line.values[index[row] as number] as number);
    const [a, b] = [y(columns.low), y(columns.high)];
    if (broken.has(columns.first[row] as number)) beforeY = undefined;
    const x = (columns.column[row] as number) * columnPx;
    const upper = within(Math.min(a, b, beforeY ?? a));
    const lower = within(Math.max(a, b, beforeY ?? a));
    const left = Math.max(0, beforeY === undefined ? x : beforeX + columnPx);
    const right = Math.min(view.width, x + columnPx);
    beforeY = y(columns.last);
    beforeX = x;
    if (right <= left) continue;
    bars[count++] = Math.round(view.left + left);
    bars[count++] = Math.round(view.top) + upper;
    bars[count++] = Math.round(right - left);
    bars[count++] = Math.max(least, lower - upper);
  }
  return bars.subarray(0, count);
}

/** The row after the last one that is not cut off by a gap; a gap within a column is too narrow to be seen. */
function endOfRun({ length, first }: ColumnFold, broken: ReadonlySet<number>, start: number): number {
  let row = start + 1;
  while (row < length && !broken.has(first[row] as number)) row++;
  return row;
}

function traceRun(stroke: Path2D, fill: Path2D, edges: Float64Array, start: number, end: number): void {
  for (let row = start; row < end; row++) {
    const [x, upper] = [edges[3 * row] as number, edges[3 * row + 1] as number];
    if (row === start) {
      stroke.moveTo(x, upper);
      fill.moveTo(x, upper);
    } else {
      stroke.lineTo(x, upper);
      fill.lineTo(x, upper);
    }
  }
  for (let row = end - 1; row >= start; row--) {
    const [x, lower] = [edges[3 * row] as number, edges[3 * row + 2] as number];
    if (row === end - 1) stroke.moveTo(x, lower);
    else stroke.lineTo(x, lower);
    fill.lineTo(x, lower);
  }
  fill.closePath();
}

function medianSwing({ values }: ChartLine, { toY }: LineView, { length, low, high }: ColumnFold): number {
  const swings = new Float64Array(length);
  for (let row = 0; row < length; row++) {
    swings[row] = Math.abs(toY(values[low[row] as number] as number) - toY(values[high[row] as number] as number));
  }
  return swings.sort()[length >> 1] ?? 0;
}
