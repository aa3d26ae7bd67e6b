import { useMemo } from 'react';
import { PagedTable } from '#tiles/shared/table/PagedTable.tsx';
import { ReadingCell, sortableValue } from '#tiles/shared/table/ReadingCell.tsx';
import { type DataItemRow, useDataItemRows } from '#tiles/shared/table/use-data-item-rows.ts';
import type { TableColumn } from '#ui/table-column.ts';
import { OPTION_LABELS, type TableSettings } from './settings.ts';

const rowKey = ({ key }: DataItemRow) => key;

/** Every data item with its current value. It needs no refreshing: values come as they change. */
export function DataItemsTable({ settings }: { settings: TableSettings }) {
  const rows = useDataItemRows('all');
  const { decimals } = settings;
  const columns = useMemo(
    (): readonly TableColumn<DataItemRow>[] => [
      { id: 'alias', header: 'Alias', value: ({ reading }) => reading.name || reading.label || null },
      {
        id: 'value',
        header: 'Value',
        align: 'end',
        value: ({ reading }) => sortableValue(reading),
        cell: ({ reading }) => (
          <>
            <ReadingCell reading={reading} decimals={decimals} /> {reading.unit}
          </>
        ),
      },
    ],
    [decimals],
  );
  return (
    <PagedTable
      label={settings.title || OPTION_LABELS.dataItems}
      title={settings.title}
      rows={rows}
      columns={columns}
      rowKey={rowKey}
      hasSearch={settings.search}
      hasMarkers={settings.selectionMarkers}
      hasHeader={settings.showHeader}
    />
  );
}
