import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { compareValues, type TableColumn, type TableSort } from './table-column.ts';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

/** The rows in the order of the sort, with their keys. Sorting is TanStack Table's; equal rows keep their order. */
export function useSortedRows<Row extends RowData>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  rowKey: (row: Row) => string,
  sort: TableSort | undefined,
) {
  const definitions = useMemo(() => columns.map((column) => defineColumn(column)), [columns]);
  const sorting = useMemo(() => (sort ? [{ id: sort.column, desc: sort.direction === 'desc' }] : []), [sort]);
  const table = useTable({ features, columns: definitions, data: rows, getRowId: rowKey, state: { sorting } });
  return table.getRowModel().rows;
}

function defineColumn<Row extends RowData>(column: TableColumn<Row>): ColumnDef<typeof features, Row> {
  return {
    id: column.id,
    header: column.header,
    // Undefined is what the table keeps last whatever the direction.
    accessorFn: (row: Row) => column.value(row) ?? undefined,
    sortUndefined: 'last',
    sortFn: (first, second, id) =>
      compareValues(first.getValue<string | number>(id), second.getValue<string | number>(id)),
  };
}
