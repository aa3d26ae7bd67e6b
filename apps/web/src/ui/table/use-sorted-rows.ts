import { useMemo } from 'react';
import { sortRows, type TableColumn, type TableSort } from './table-column.ts';

/** The rows in the order of the sort. */
export function useSortedRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  sort: TableSort | undefined,
): readonly Row[] {
  return useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort]);
}
