import type { ReactNode } from 'react';

/** One column of a `DataTable`. */
export interface TableColumn<Row> {
  readonly id: string;
  readonly header: string;
  /** Stands in the header's place, e.g. a box that marks all rows; `header` names the column all the same. */
  readonly headerCell?: () => ReactNode;
  /** What the column sorts by, and what it shows when there is no `cell`. Null goes last in either direction. */
  readonly value: (row: Row) => string | number | null;
  /** `isActive`: the row is the one that Tab stops at, and so may the controls in its cell. */
  readonly cell?: (row: Row, isActive: boolean) => ReactNode;
  /** What the search looks at in a row, where that is more than the value. */
  readonly found?: (row: Row) => string;
  /** Orders rows that have a value, where that is not by size, nor as people sort texts. */
  readonly compare?: (first: Row, second: Row) => number;
  /** CSS width, e.g. `120px` or `25%`; columns without one share what is left. */
  readonly width?: string;
  readonly align?: 'start' | 'end';
  /** Absent means sortable. */
  readonly sortable?: boolean;
  /** Explains the header, e.g. that times are local. */
  readonly hint?: string;
}

/** Whether a column is the buttons at the end of the rows, which narrow tables keep in sight beside what scrolls. */
export function isOfControls<Row>({ header, sortable }: TableColumn<Row>, index: number, count: number): boolean {
  return index === count - 1 && header === '' && sortable === false;
}

/** Which column orders the rows; none: the order in which they were given. */
export interface TableSort {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

interface ControlsColumn<Row> {
  readonly id: string;
  /** What the controls do: the column has no header that would say it. */
  readonly hint: string;
  readonly width: string;
  readonly cell: (row: Row, isActive: boolean) => ReactNode;
}

/** A column of buttons at the end of the rows: without a header, and nothing to sort by. */
export function controlsColumn<Row>(column: ControlsColumn<Row>): TableColumn<Row> {
  return { ...column, header: '', align: 'end', sortable: false, value: () => null };
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Compares two cell values as people sort: case ignored, `Pump 9` before `Pump 10`. */
export function compareValues(first: string | number, second: string | number): number {
  if (typeof first === 'number' && typeof second === 'number') return first - second;
  return collator.compare(String(first), String(second));
}

/** The rows in the order of a column; what has no value goes last in either direction. Equal rows keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  sort: TableSort | undefined,
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort?.column);
  if (column === undefined) return rows;
  const keyed = rows.map((row) => ({ row, value: column.value(row) }));
  const sign = sort?.direction === 'desc' ? -1 : 1;
  const { compare } = column;
  keyed.sort((first, second) => {
    const [a, b] = [first.value, second.value];
    const [isNone, isOtherNone] = [isNothing(a, column), isNothing(b, column)];
    if (isNone || isOtherNone) return Number(isNone) - Number(isOtherNone);
    return sign * (compare === undefined ? compareValues(a ?? '', b ?? '') : compare(first.row, second.row));
  });
  return keyed.map(({ row }) => row);
}

/** An empty text is nothing, but to a column that tells by itself what comes first. */
function isNothing<Row>(value: string | number | null, { compare }: TableColumn<Row>): boolean {
  return value === null || (value === '' && compare === undefined);
}

/** The sort after a click on a header: ascending, descending, none, and around again. */
export function nextSort(sort: TableSort | undefined, column: string): TableSort | undefined {
  if (sort?.column !== column) return { column, direction: 'asc' };
  return sort.direction === 'asc' ? { column, direction: 'desc' } : undefined;
}
