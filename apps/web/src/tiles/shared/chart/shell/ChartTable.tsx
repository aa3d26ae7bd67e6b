import type { DataItemSelection } from '@telltale/contract';
import { formatDateTimeExact, zoneName } from '@telltale/domain';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { AssetItem } from '#readings/readings.ts';
import type { SeriesFeed, SeriesFrame } from '#readings/series.ts';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { whyOf } from '#tile-kit/readings/why-mark.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn, TableSort } from '#ui/table/table-column.ts';
import type { ChartMark } from '../model/chart-marks.ts';
import type { ChartSpec } from '../model/chart-spec.ts';
import { seriesText } from '../model/described.ts';
import { decimalsForRange } from '../model/value-decimals.ts';
import classes from './chart.module.css';

interface ChartTableProps {
  feed: SeriesFeed;
  spec: ChartSpec;
  /** The data items of its series; none where the points don't come from any. */
  selections: readonly DataItemSelection[];
  /** Alarms and events, which stand between the points. */
  marks: readonly ChartMark[];
}

interface Row {
  key: string;
  time: number;
  values: (number | null)[];
  /** What happened; '' in the row of a point. */
  happened: string;
}

/** The chart's points as a table, for the keyboard and screen readers: newest first. */
export function ChartTable({ feed, spec, selections, marks }: ChartTableProps) {
  const { resolve } = useDashboardScope();
  const frame = useSyncExternalStore(
    (listener) => feed.subscribe(listener),
    () => feed.frame(),
  );
  const [sort, setSort] = useState<TableSort | undefined>({ column: 'time', direction: 'desc' });
  const rows = useMemo(() => {
    // In the past what comes after the moment has not happened yet.
    const happened = marks.filter(({ time }) => time * 1000 <= feed.nowMs());
    return [...pointRows(frame, spec), ...happened.map(markRow)];
  }, [frame, spec, marks, feed]);
  const decimalsKey = spec.series.map((_, index) => columnDecimals(frame.columns[index])).join();
  const columns = useMemo(
    () =>
      tableColumns(
        spec,
        selections.map((one) => resolve(one)),
        decimalsKey.split(',').map(Number),
        marks.length > 0,
      ),
    [spec, selections, resolve, decimalsKey, marks.length],
  );
  return (
    <div className={classes.table}>
      <DataTable
        label="Points of the chart"
        rows={rows}
        columns={columns}
        rowKey={({ key }) => key}
        sort={sort}
        onSort={setSort}
        emptyText="No data in this period"
      />
    </div>
  );
}

function pointRows({ times, columns }: SeriesFrame, { series }: ChartSpec): Row[] {
  return times
    .map((time, row) => {
      const values = series.map((_, index) => measured(columns[index]?.[row]));
      return { key: String(time), time, values, happened: '' };
    })
    .filter(({ values }) => values.some((value) => value !== null));
}

/** NaN stands for a gap that the answer spoke of. */
function measured(value: number | null | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

function markRow({ time, label }: ChartMark, index: number): Row {
  return { key: `mark ${index}`, time, values: [], happened: label };
}

const LEAST_DECIMALS = 3;

/** As many as tell the values of a column apart: a table is read for what was measured. */
function columnDecimals(column: SeriesFrame['columns'][number] = []): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const stored of column) {
    const value = measured(stored);
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return Math.max(LEAST_DECIMALS, decimalsForRange(high > low ? high - low : Math.abs(high)));
}

function tableColumns(
  { series, zone }: ChartSpec,
  items: readonly (AssetItem | undefined)[],
  decimals: readonly number[],
  hasMarks: boolean,
): TableColumn<Row>[] {
  return [
    {
      id: 'time',
      header: `Time (${zoneName(Date.now(), zone)})`,
      width: '190px',
      value: ({ time }) => time,
      cell: ({ time }) => formatDateTimeExact(time * 1000, zone),
    },
    ...series.map(
      ({ label, unit, display }, index): TableColumn<Row> => ({
        id: `series-${index}`,
        header: unit === '' ? label : `${label} (${unit})`,
        align: 'end',
        value: ({ values }) => values[index] ?? null,
        cell: ({ time, values }) =>
          values[index] == null ? (
            ''
          ) : (
            <span {...whyOf(items[index] && { ...items[index], atMs: Math.round(time * 1000) })}>
              {seriesText(display, values[index], display?.decimals ?? decimals[index])}
            </span>
          ),
      }),
    ),
    ...(hasMarks
      ? [
          {
            id: 'happened',
            header: 'Alarms and events',
            value: ({ happened }: Row) => happened,
          } satisfies TableColumn<Row>,
        ]
      : []),
  ];
}
