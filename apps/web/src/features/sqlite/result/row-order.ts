import { type Cell, type ColumnValues, cellAt } from '#sqlite/messages.ts';

export interface ColumnSort {
  readonly column: number;
  readonly isDescending: boolean;
}

/** As SQLite orders kinds of values: numbers, texts, bytes; NULL goes last in either direction. */
function rankOf(cell: Cell): number {
  if (typeof cell === 'string') return 1;
  return cell instanceof Uint8Array ? 2 : 0;
}

function compareCells(a: Cell, b: Cell): number {
  const ranks = rankOf(a) - rankOf(b);
  if (ranks !== 0) return ranks;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return a.length - b.length;
  if (a === b) return 0;
  return (a as string | number | bigint) < (b as string | number | bigint) ? -1 : 1;
}

/** The rows of a column in order; equal ones keep theirs. */
export function orderRows(values: ColumnValues, rows: number, isDescending: boolean): Uint32Array {
  const order = Uint32Array.from({ length: rows }, (_, row) => row);
  const sign = isDescending ? -1 : 1;
  return order.sort((first, second) => {
    const [a, b] = [cellAt(values, first), cellAt(values, second)];
    if (a === null || b === null) return Number(a === null) - Number(b === null) || first - second;
    return sign * compareCells(a, b) || first - second;
  });
}

/** Ascending, descending, as they came, and around again. */
export function nextColumnSort(sort: ColumnSort | undefined, column: number): ColumnSort | undefined {
  if (sort?.column !== column) return { column, isDescending: false };
  return sort.isDescending ? undefined : { column, isDescending: true };
}
