import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn, TableSort } from '#ui/table/table-column.ts';
import type { AssetRow } from '../asset-list.ts';

interface AssetTableProps {
  rows: readonly AssetRow[];
  columns: readonly TableColumn<AssetRow>[];
  isCompact: boolean;
  sort: TableSort | undefined;
  chosen: number | undefined;
  onSort: (sort: TableSort | undefined) => void;
  onOpen: (row: AssetRow) => void;
}

const PIXELS_PER_COLUMN = 120;

const rowKey = (row: AssetRow) => String(row.assetId);

/** The assets of one page as a table. */
export function AssetTable({ isCompact, chosen, columns, ...table }: AssetTableProps) {
  return (
    <DataTable
      label="Assets"
      rowKey={rowKey}
      columns={columns}
      isCompact={isCompact}
      minWidth={Math.min(720, columns.length * PIXELS_PER_COLUMN) + Math.max(0, columns.length - 7) * PIXELS_PER_COLUMN}
      isChosen={(row) => row.assetId === chosen}
      {...table}
    />
  );
}
