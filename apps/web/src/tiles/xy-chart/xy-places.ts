import { shareOf, type XyScale } from './xy-scale.ts';

export interface PlotSize {
  width: number;
  height: number;
}

/** Where the points of a series stand: pixels from the upper left corner of the plot; NaN where they have no place. */
export interface XyPlaces {
  left: Float64Array;
  top: Float64Array;
}

/** As much of a canvas as points and lines take. */
export interface Pen {
  moveTo(left: number, top: number): void;
  lineTo(left: number, top: number): void;
  rect(left: number, top: number, width: number, height: number): void;
}

export function placesOf(
  { x, y }: { x: ArrayLike<number>; y: ArrayLike<number> },
  xScale: XyScale,
  yScale: XyScale,
  { width, height }: PlotSize,
): XyPlaces {
  const left = new Float64Array(x.length);
  const top = new Float64Array(x.length);
  for (let index = 0; index < x.length; index++) {
    left[index] = shareOf(xScale, x[index] as number) * width;
    top[index] = (1 - shareOf(yScale, y[index] as number)) * height;
  }
  return { left, top };
}

/**
 * Draws points as squares. Of those that fall into the same pixel one is drawn: the picture has every pixel that it would
 * have with all of them, the extreme ones too.
 * @param size of a square, in the pen's pixels
 * @param only these points; undefined: all
 */
export function tracePoints(pen: Pen, { left, top }: XyPlaces, plot: PlotSize, size: number, only?: readonly number[]) {
  // Axes may leave nothing of a tile of a few fingers' size.
  if (plot.width <= 0 || plot.height <= 0) return;
  const margin = Math.ceil(size);
  const columns = Math.ceil(plot.width) + 2 * margin;
  const rows = Math.ceil(plot.height) + 2 * margin;
  const taken = new Uint8Array(columns * rows);
  const count = only?.length ?? left.length;
  for (let at = 0; at < count; at++) {
    const index = only === undefined ? at : (only[at] as number);
    const column = Math.floor(left[index] as number) + margin;
    const row = Math.floor(top[index] as number) + margin;
    // Also false for NaN.
    if (!(column >= 0 && column < columns && row >= 0 && row < rows)) continue;
    const cell = row * columns + column;
    if (taken[cell] === 1) continue;
    taken[cell] = 1;
    pen.rect((left[index] as number) - size / 2, (top[index] as number) - size / 2, size, size);
  }
}

/** Draws a line through the points in their order, broken where the series is. Steps within a pixel are left out. */
export function traceLine(pen: Pen, { left, top }: XyPlaces, breaks: ReadonlySet<number>): void {
  let isOpen = false;
  let atLeft = 0;
  let atTop = 0;
  for (let index = 0; index < left.length; index++) {
    const [toLeft, toTop] = [left[index] as number, top[index] as number];
    if (Number.isNaN(toLeft) || Number.isNaN(toTop)) {
      isOpen = false;
      continue;
    }
    if (isOpen && !breaks.has(index)) {
      if (Math.floor(toLeft) === Math.floor(atLeft) && Math.floor(toTop) === Math.floor(atTop)) continue;
      pen.lineTo(toLeft, toTop);
    } else {
      pen.moveTo(toLeft, toTop);
    }
    isOpen = true;
    atLeft = toLeft;
    atTop = toTop;
  }
}

/** Points that no line reaches, since a gap lies on either side of them. */
export function lonelyPoints(count: number, breaks: ReadonlySet<number>): number[] {
  const starts = [0, ...breaks].filter((index) => index < count);
  return starts.filter((index) => index + 1 === count || breaks.has(index + 1));
}

export interface NearestPoint {
  series: number;
  index: number;
}

/** The point nearest to a place, at most `reach` pixels away and within the plot. */
export function nearestOf(
  all: readonly XyPlaces[],
  isShown: readonly boolean[],
  at: { left: number; top: number },
  { width, height }: PlotSize,
  reach: number,
): NearestPoint | undefined {
  let best: NearestPoint | undefined;
  let least = reach * reach;
  for (const [series, { left, top }] of all.entries()) {
    if (isShown[series] === false) continue;
    for (let index = 0; index < left.length; index++) {
      const [x, y] = [left[index] as number, top[index] as number];
      const distance = (x - at.left) ** 2 + (y - at.top) ** 2;
      // Also false for NaN. Of two points at one place the later one is told of: it is drawn above.
      if (!(distance <= least) || x < 0 || y < 0 || x > width || y > height) continue;
      least = distance;
      best = { series, index };
    }
  }
  return best;
}
