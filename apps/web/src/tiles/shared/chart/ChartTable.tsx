import { formatDateTimeExact, formatNumber, zoneName } from '@telltale/domain';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { SeriesFeed } from '#tile-kit/series.ts';
import { DataTable } from '#ui/DataTable.tsx';
import type { TableColumn, TableSort } from '#ui/table-column.ts';
import classes from './chart.module.css';
import type { ChartSpec } from './chart-spec.ts';

interface ChartTableProps {
  feed: SeriesFeed;
  spec: ChartSpec;
}

interface Row {
  time: number;
  values: (number | null)[];
}

/** The chart's points as a table, for the keyboard and screen readers: newest first. */
export function ChartTable({ feed, spec }: ChartTableProps) {
  const frame = useSyncExternalStore(
    (listener) => feed.subscribe(listener),
    () => feed.frame(),
  );
  const [sort, setSort] = useState<TableSort | undefined>({ column: 'time', direction: 'desc' });
  const rows = useMemo(
    () =>
      frame.times
        .map((time, row): Row => ({ time, values: spec.series.map((_, index) => frame.columns[index]?.[row] ?? null) }))
        .filter(({ values }) => values.some((value) => value !== null)),
    [frame, spec],
  );
  const columns = useMemo(() => tableColumns(spec), [spec]);
  return (
    <div className={classes.table}>
      <DataTable
        label="Points of the chart"
        rows={rows}
        columns={columns}
        rowKey={({ time }) => String(time)}
        sort={sort}
        onSort={setSort}
        emptyText="No data in this period"
      />
    </div>
  );
}

function tableColumns({ series, zone }: ChartSpec): TableColumn<Row>[] {
  return [
    {
      id: 'time',
      header: `Time (${zoneName(Date.now(), zone)})`,
      width: '190px',
      value: ({ time }) => time,
      cell: ({ time }) => formatDateTimeExact(time * 1000, zone),
    },
    ...series.map(
      ({ label, unit }, index): TableColumn<Row> => ({
        id: `series-${index}`,
        header: unit === '' ? label : `${label} (${unit})`,
        align: 'end',
        value: ({ values }) => values[index] ?? null,
        cell: ({ values }) => (values[index] == null ? '' : formatNumber(values[index], 3)),
      }),
    ),
  ];
}
