import type { seismic } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { useMemo } from 'react';
import { SkeletonRows } from '#ui/feedback/Loading.tsx';
import { ListArea } from '#ui/page/ListArea.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn, TableSort } from '#ui/table/table-column.ts';
import { widthOfNames } from './name-width.ts';
import { writeDepth, writeMagnitude } from './seismic-words.ts';

type Event = seismic.SeismicEvent;

interface EventTableProps {
  events: readonly Event[];
  isLoading: boolean;
  zone: string;
  sort: TableSort | undefined;
  onSort: (sort: TableSort | undefined) => void;
  chosen: string | undefined;
  onOpen: (event: Event) => void;
}

/** What the feeds report (spec 2 §2.10). */
export function EventTable({ events, isLoading, zone, chosen, ...table }: EventTableProps) {
  const idWidth = useMemo(() => widthOfNames(events.map(({ id }) => id)), [events]);
  const columns = useMemo(() => eventColumns(zone, idWidth), [zone, idWidth]);
  return (
    <ListArea>
      {isLoading ? (
        <SkeletonRows label="Loading the earthquakes" rows={8} />
      ) : (
        <DataTable
          label="Seismic Events"
          rows={events}
          columns={columns}
          rowKey={({ id }) => id}
          isChosen={({ id }) => id === chosen}
          minWidth={idWidth + OTHERS_PX}
          {...table}
        />
      )}
    </ListArea>
  );
}

/** A region that can be read, and the columns behind it. */
const OTHERS_PX = 490;

function eventColumns(zone: string, idWidth: number): TableColumn<Event>[] {
  return [
    { id: 'id', header: 'ID', value: ({ id }) => id, width: `${idWidth}px` },
    { id: 'region', header: 'Region', value: ({ region }) => region },
    {
      id: 'time',
      header: 'Time',
      hint: `In the zone ${zone}`,
      value: ({ time }) => Date.parse(time),
      cell: ({ time }) => formatDateTime(Date.parse(time), zone),
      width: '184px',
    },
    {
      id: 'magnitude',
      header: 'Mag',
      align: 'end',
      value: ({ magnitude }) => magnitude,
      cell: ({ magnitude }) => writeMagnitude(magnitude),
      width: '64px',
    },
    {
      id: 'depth',
      header: 'Depth',
      align: 'end',
      value: ({ depth }) => depth,
      cell: ({ depth }) => writeDepth(depth),
      width: '86px',
    },
  ];
}
