import type { Gap } from './plot-columns.ts';

/** What the points of a series span within one narrow column of the plot, pixels from its left and top edge. */
export interface Bin {
  x: number;
  high: number;
  low: number;
  /** Whether the highest point came after the lowest: a line through both keeps its direction. */
  rises: boolean;
}

export interface EnvelopeRequest {
  times: ArrayLike<number>;
  column: ArrayLike<number | null | undefined>;
  /** First and last row to draw, inclusive. */
  first: number;
  last: number;
  gaps: readonly Gap[];
  /** Pixel of a time: `(time - from) * perSecond`. */
  from: number;
  perSecond: number;
  width: number;
  binPx: number;
  /** Pixel of a value, growing downwards. */
  toY: (value: number) => number;
}

/** Points of a series folded into bins, in runs between its gaps. */
export interface Envelope {
  runs: Bin[][];
  /** Points per bin, on average over the bins that have any. */
  density: number;
  /** Median distance between lowest and highest point of a bin. */
  swingPx: number;
}

/**
 * Folds the points of a series into columns of a few pixels, each with its lowest and highest value: nothing that was
 * measured is lost from the picture, however many points there are.
 */
export function foldIntoBins(request: EnvelopeRequest): Envelope {
  const { times, column, first, last, from, perSecond, width, binPx, toY } = request;
  const breaks = new Set(request.gaps.map(([, after]) => after));
  const runs: Bin[][] = [];
  let run: Bin[] = [];
  let at = -1;
  let low = 0;
  let high = 0;
  let highIsLater = true;
  let points = 0;
  const endBin = () => {
    if (at < 0) return;
    const [a, b] = [toY(low), toY(high)];
    // On an inverted axis the larger value lies lower.
    const rises = a >= b === highIsLater;
    run.push({ x: (at + 0.5) * binPx, high: Math.min(a, b), low: Math.max(a, b), rises });
    at = -1;
  };
  for (let row = first; row <= last; row++) {
    const value = column[row];
    if (value === undefined || value === null) continue;
    const x = ((times[row] ?? 0) - from) * perSecond;
    // One bin beyond either edge: lines run out of the plot instead of ending before it.
    if (x < -binPx || x > width + binPx) continue;
    const bin = Math.max(0, Math.floor(x / binPx));
    if (breaks.has(row)) {
      endBin();
      if (run.length > 0) runs.push(run);
      run = [];
    }
    points++;
    if (bin !== at) {
      endBin();
      at = bin;
      low = value;
      high = value;
      highIsLater = true;
    } else if (value < low) {
      low = value;
      highIsLater = false;
    } else if (value > high) {
      high = value;
      highIsLater = true;
    }
  }
  endBin();
  if (run.length > 0) runs.push(run);
  const bins = runs.flat();
  const swings = bins.map((bin) => bin.low - bin.high).sort((a, b) => a - b);
  return {
    runs,
    density: bins.length === 0 ? 0 : points / bins.length,
    swingPx: swings[swings.length >> 1] ?? 0,
  };
}
