import { useMemo } from 'react';
import type { Reading } from '#readings/readings.ts';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { UnchosenItem } from '#tiles/shared/reading/UnchosenItem.tsx';
import type { LiveRow } from '#tiles/shared/table/live-row.ts';
import { nameColumn } from '#tiles/shared/table/name-column.tsx';
import { ReadingCell, RowText, sortableValue } from '#tiles/shared/table/ReadingCell.tsx';
import { StackedRows } from '#tiles/shared/table/StackedRows.tsx';
import { useDataItemRows } from '#tiles/shared/table/use-data-item-rows.ts';
import { PagedTable } from '#ui/table/paged/PagedTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import type { DataItemTableSettings } from './settings.ts';

/** Narrower than a name beside a number: the number stands under its name. */
const STACKED_PX = 200;

/** Current values of data items, a row each: label, value, unit. */
export function DataItemTableTile({ settings, size }: TileViewProps<DataItemTableSettings>) {
  const { showLabel, showValue, showUnit, decimals } = settings;
  const { rows, values } = useDataItemRows(settings.showAll ? 'all' : settings.dataItems);
  const columns = useMemo(
    () => columnsOf({ showLabel, showValue, showUnit, decimals }),
    [showLabel, showValue, showUnit, decimals],
  );
  const exported = useMemo(
    () => columnsOf({ showLabel, showValue, showUnit: showUnit || showValue, decimals }),
    [showLabel, showValue, showUnit, decimals],
  );
  if (columns.length === 0) return <TileMessage>All columns are hidden. Edit this tile to show one.</TileMessage>;
  if (!settings.showAll && settings.dataItems.length === 0) return <UnchosenItem isSeveral />;
  const isStacked = size.width < STACKED_PX;
  return (
    <StackedRows isStacked={isStacked}>
      <PagedTable
        label={settings.title || 'Data items'}
        title={settings.title}
        rows={rows}
        values={values}
        columns={columns}
        exported={exported}
        rowKey={rowKey}
        pageSize={settings.pageSize}
        hasSearch={settings.search}
        hasMarkers={settings.selectionMarkers}
        hasPageSize={settings.showPageSize}
        hasHeader={settings.showHeader && !isStacked}
        {...(isStacked ? { minWidth: 0 } : {})}
      />
    </StackedRows>
  );
}

const rowKey = ({ key }: LiveRow) => key;
const unitOf = ({ unit }: Reading) => unit;

type Shown = Pick<DataItemTableSettings, 'showLabel' | 'showValue' | 'showUnit' | 'decimals'>;

function columnsOf({ showLabel, showValue, showUnit, decimals }: Shown): readonly TableColumn<LiveRow>[] {
  const value: TableColumn<LiveRow> = {
    id: 'value',
    header: 'Value',
    // Room for millions with two decimals, whatever the values are that come: a number must never be cut.
    width: '120px',
    align: 'end',
    value: ({ reading }) => sortableValue(reading),
    cell: (row) => <ReadingCell row={row} decimals={decimals} />,
  };
  const unit: TableColumn<LiveRow> = {
    id: 'unit',
    header: 'Unit',
    width: '72px',
    value: ({ reading }) => unitOf(reading) || null,
    cell: (row) => <RowText row={row} show={unitOf} />,
  };
  return [
    ...(showLabel ? [nameColumn('label', 'Label')] : []),
    ...(showValue ? [value] : []),
    ...(showUnit ? [unit] : []),
  ];
}
