import type { MinMaxPyramid } from './min-max-pyramid.ts';

/** Which part of a series to fold, and into what. */
export interface FoldRequest {
  /** Ascending, each once. */
  times: Float64Array;
  pyramid: MinMaxPyramid;
  /** First and last index to fold, inclusive. */
  first: number;
  last: number;
  /** A time belongs to the column `floor((time - from) × perTime)`; columns before 0 are possible. */
  from: number;
  perTime: number;
}

/**
 * A series folded into columns: for each column that has points, indexes of its first, lowest, highest and last one.
 * A line through these four looks on the screen as a line through all points does (M4 aggregation: Jugel, Jerzak,
 * Hackenbroich, Markl, VLDB 2014): nothing that was measured is lost from the picture.
 */
export interface ColumnFold {
  /** Columns that have points; the arrays may be longer. */
  length: number;
  column: Int32Array;
  first: Int32Array;
  low: Int32Array;
  high: Int32Array;
  last: Int32Array;
}

/** Folds a part of a series. Costs about columns × log(points per column). */
export function foldColumns({ times, pyramid, first, last, from, perTime }: FoldRequest): ColumnFold {
  const columnOf = (index: number) => Math.floor(((times[index] as number) - from) * perTime);
  const most = first > last ? 0 : Math.min(last - first + 1, columnOf(last) - columnOf(first) + 1);
  const fold: ColumnFold = {
    length: 0,
    column: new Int32Array(most),
    first: new Int32Array(most),
    low: new Int32Array(most),
    high: new Int32Array(most),
    last: new Int32Array(most),
  };
  for (let at = first; at <= last; ) {
    const column = columnOf(at);
    const end = lastOfColumn(columnOf, column, at, last);
    pyramid.scan(at, end);
    const row = fold.length++;
    fold.column[row] = column;
    fold.first[row] = at;
    fold.low[row] = pyramid.lowAt;
    fold.high[row] = pyramid.highAt;
    fold.last[row] = end;
    at = end + 1;
  }
  return fold;
}

/** The last index of a column, looked for in growing steps from its first: columns are short or many. */
function lastOfColumn(columnOf: (index: number) => number, column: number, start: number, last: number): number {
  let step = 1;
  let low = start;
  while (low + step <= last && columnOf(low + step) === column) {
    low += step;
    step *= 2;
  }
  let high = Math.min(last, low + step);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (columnOf(middle) === column) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The index of the first time at or after a moment, among ascending times. */
export function indexAtOrAfter(times: ArrayLike<number>, moment: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
