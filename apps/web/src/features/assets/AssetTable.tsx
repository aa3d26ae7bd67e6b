import { useLayoutSize } from '#ui/layout-size.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableSort } from '#ui/table/table-column.ts';
import { useMayModify } from './AssetMenuButton.tsx';
import { assetColumns } from './asset-columns.tsx';
import type { AssetRow } from './asset-list.ts';

interface AssetTableProps {
  rows: readonly AssetRow[];
  sort: TableSort | undefined;
  onSort: (sort: TableSort | undefined) => void;
  onOpen: (row: AssetRow) => void;
}

const rowKey = (row: AssetRow) => String(row.assetId);

/** The assets as a table; a row opens the dashboard. */
export function AssetTable({ rows, sort, onSort, onOpen }: AssetTableProps) {
  const isWide = useLayoutSize() === 'lg';
  const mayModify = useMayModify();
  return (
    <DataTable
      label="Assets"
      rows={rows}
      columns={assetColumns(isWide, mayModify)}
      rowKey={rowKey}
      sort={sort}
      onSort={onSort}
      onOpen={onOpen}
    />
  );
}
