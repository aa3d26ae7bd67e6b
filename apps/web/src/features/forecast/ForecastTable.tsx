import type { parts } from '@telltale/contract';
import { useMemo } from 'react';
import { PartBar } from '#pages/parts/PartBar.tsx';
import { bandText, forecastText, STATE_WORDS, usedText } from '#pages/parts/part-words.ts';
import { useNow } from '#ui/feedback/use-now.ts';
import { ListArea } from '#ui/page/ListArea.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import classes from './forecast.module.css';

interface ForecastTableProps {
  rows: readonly parts.ForecastRow[];
  zone: string;
  isStale: boolean;
  onOpen: (row: parts.ForecastRow) => void;
}

const keyOf = ({ assetId, eventDefinitionId }: parts.ForecastRow) => `${assetId}-${eventDefinitionId}`;

/** Parts in the order in which they fall due. */
export function ForecastTable({ rows, zone, isStale, onOpen }: ForecastTableProps) {
  const minuteMs = Math.floor(useNow() / 60_000) * 60_000;
  const columns = useMemo(() => columnsOf(minuteMs, zone), [minuteMs, zone]);
  return (
    <div className={classes.table} data-stale={isStale}>
      <ListArea>
        <DataTable
          label="Parts by when they fall due"
          rows={rows}
          columns={columns}
          rowKey={keyOf}
          rowHeight={52}
          minWidth={700}
          onOpen={onOpen}
        />
      </ListArea>
    </div>
  );
}

function columnsOf(nowMs: number, zone: string): TableColumn<parts.ForecastRow>[] {
  return [
    {
      id: 'part',
      header: 'Part',
      sortable: false,
      width: '24%',
      value: ({ name }) => name,
      cell: ({ name, assetName }) => (
        <span className={classes.two}>
          <span>{name}</span>
          <span className={classes.dim}>{assetName}</span>
        </span>
      ),
    },
    {
      id: 'due',
      header: 'Due',
      sortable: false,
      value: (row) => row.forecast.due,
      cell: (row) => (
        <span className={classes.two}>
          <span>{forecastText(row, nowMs, zone)}</span>
          <span className={classes.dim}>{bandText(row.forecast, zone)}</span>
        </span>
      ),
    },
    {
      id: 'used',
      header: 'Used',
      sortable: false,
      width: '22%',
      value: ({ used }) => used,
      cell: (row) => (
        <span className={classes.two}>
          <PartBar part={row} />
          <span>{usedText(row)}</span>
        </span>
      ),
    },
    {
      id: 'state',
      header: 'State',
      sortable: false,
      width: '112px',
      value: ({ state }) => STATE_WORDS[state],
      cell: ({ state }) => (
        <span className={classes.state} data-state={state}>
          {STATE_WORDS[state]}
        </span>
      ),
    },
  ];
}
