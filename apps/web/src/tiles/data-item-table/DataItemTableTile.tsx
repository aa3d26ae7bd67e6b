import { useMemo } from 'react';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { PagedTable } from '#tiles/shared/table/PagedTable.tsx';
import { ReadingCell, sortableValue } from '#tiles/shared/table/ReadingCell.tsx';
import { type DataItemRow, useDataItemRows } from '#tiles/shared/table/use-data-item-rows.ts';
import type { TableColumn } from '#ui/table-column.ts';
import type { DataItemTableSettings } from './settings.ts';

/** Current values of data items, a row each: label, value, unit. */
export function DataItemTableTile({ settings }: TileViewProps<DataItemTableSettings>) {
  const { showLabel, showValue, showUnit, decimals } = settings;
  const rows = useDataItemRows(settings.showAll ? 'all' : settings.dataItems);
  const columns = useMemo(
    () => columnsOf({ showLabel, showValue, showUnit, decimals }),
    [showLabel, showValue, showUnit, decimals],
  );
  if (columns.length === 0) return <TileMessage>All columns are hidden. Edit this tile to show one.</TileMessage>;
  if (!settings.showAll && settings.dataItems.length === 0) return <TileMessage>Choose data item</TileMessage>;
  return (
    <PagedTable
      label={settings.title || 'Data items'}
      title={settings.title}
      rows={rows}
      columns={columns}
      rowKey={rowKey}
      pageSize={settings.pageSize}
      hasSearch={settings.search}
      hasMarkers={settings.selectionMarkers}
      hasPageSize={settings.showPageSize}
      hasHeader={settings.showHeader}
    />
  );
}

const rowKey = ({ key }: DataItemRow) => key;

type Shown = Pick<DataItemTableSettings, 'showLabel' | 'showValue' | 'showUnit' | 'decimals'>;

function columnsOf({ showLabel, showValue, showUnit, decimals }: Shown): readonly TableColumn<DataItemRow>[] {
  const label: TableColumn<DataItemRow> = {
    id: 'label',
    header: 'Label',
    value: ({ reading }) => reading.name || reading.label || null,
  };
  const value: TableColumn<DataItemRow> = {
    id: 'value',
    header: 'Value',
    align: 'end',
    value: ({ reading }) => sortableValue(reading),
    cell: ({ reading }) => <ReadingCell reading={reading} decimals={decimals} />,
  };
  const unit: TableColumn<DataItemRow> = {
    id: 'unit',
    header: 'Unit',
    width: '72px',
    value: ({ reading }) => reading.unit || null,
  };
  return [...(showLabel ? [label] : []), ...(showValue ? [value] : []), ...(showUnit ? [unit] : [])];
}
