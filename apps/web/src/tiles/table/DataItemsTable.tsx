import { useMemo } from 'react';
import type { Reading } from '#readings/readings.ts';
import type { LiveRow } from '#tiles/shared/table/live-row.ts';
import { nameColumn } from '#tiles/shared/table/name-column.tsx';
import { ReadingCell, RowText, sortableValue } from '#tiles/shared/table/ReadingCell.tsx';
import { StackedRows } from '#tiles/shared/table/StackedRows.tsx';
import { useDataItemRows } from '#tiles/shared/table/use-data-item-rows.ts';
import { PagedTable } from '#ui/table/paged/PagedTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import { OPTION_LABELS, type TableSettings } from './settings.ts';

const rowKey = ({ key }: LiveRow) => key;
const unitOf = ({ unit }: Reading) => unit;

/** Pixels; narrower, the number stands under its name. */
const LEAST_WIDTH = 270;

interface DataItemsTableProps {
  settings: TableSettings;
  /** Of the tile, pixels. */
  width: number;
}

/** Every data item with its current value. It needs no refreshing: values come as they change. */
export function DataItemsTable({ settings, width }: DataItemsTableProps) {
  const { rows, values } = useDataItemRows('all');
  const { decimals } = settings;
  const columns = useMemo(
    (): readonly TableColumn<LiveRow>[] => [
      nameColumn('alias', 'Alias'),
      {
        id: 'value',
        header: 'Value',
        // Room for millions with two decimals and a unit, whatever the values are that come.
        width: '170px',
        align: 'end',
        value: ({ reading }) => sortableValue(reading),
        cell: (row) => (
          <>
            <ReadingCell row={row} decimals={decimals} /> <RowText row={row} show={unitOf} otherwise="" />
          </>
        ),
      },
    ],
    [decimals],
  );
  // On the screen it stands in the cell of its value.
  const exported = useMemo(
    () => [...columns, { id: 'unit', header: 'Unit', value: ({ reading }: LiveRow) => unitOf(reading) || null }],
    [columns],
  );
  const isStacked = width < LEAST_WIDTH;
  return (
    <StackedRows isStacked={isStacked}>
      <PagedTable
        label={settings.title || OPTION_LABELS.dataItems}
        title={settings.title}
        rows={rows}
        values={values}
        columns={columns}
        exported={exported}
        rowKey={rowKey}
        hasSearch={settings.search}
        hasMarkers={settings.selectionMarkers}
        hasHeader={settings.showHeader && !isStacked}
        minWidth={isStacked ? 0 : LEAST_WIDTH}
      />
    </StackedRows>
  );
}
