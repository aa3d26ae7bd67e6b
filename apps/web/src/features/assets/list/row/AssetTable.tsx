import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn, TableSort } from '#ui/table/table-column.ts';
import type { AssetRow } from '../asset-list.ts';
import { widthOfColumns } from './asset-columns.tsx';

interface AssetTableProps {
  rows: readonly AssetRow[];
  columns: readonly TableColumn<AssetRow>[];
  isCompact: boolean;
  sort: TableSort | undefined;
  chosen: number | undefined;
  onSort: (sort: TableSort | undefined) => void;
  onOpen: (row: AssetRow) => void;
}

const rowKey = (row: AssetRow) => String(row.assetId);

/** The assets of one page as a table. */
export function AssetTable({ isCompact, chosen, columns, ...table }: AssetTableProps) {
  return (
    <DataTable
      label="Assets"
      rowKey={rowKey}
      columns={columns}
      isCompact={isCompact}
      minWidth={widthOfColumns(columns)}
      isChosen={(row) => row.assetId === chosen}
      {...table}
    />
  );
}
