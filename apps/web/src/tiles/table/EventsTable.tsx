import type { events } from '@telltale/contract';
import { useMemo } from 'react';
import { useMemberName, useZone } from '#tile-kit/dashboard-scope.tsx';
import { useEventList } from '#tile-kit/records/use-event-list.ts';
import type { TableColumn } from '#ui/table/table-column.ts';
import { assetColumn } from './asset-column.ts';
import { RecordTable } from './RecordTable.tsx';
import type { TableSettings } from './settings.ts';
import { timeColumn } from './time-column.tsx';

type AssetEvent = events.AssetEventRecord;
const rowKey = ({ eventId }: AssetEvent) => String(eventId);

/** What happened to the asset, or to those in a system's slots, newest first. */
export function EventsTable({ settings }: { settings: TableSettings }) {
  const list = useEventList();
  const zone = useZone();
  const nameOf = useMemberName();
  const columns = useMemo(
    (): readonly TableColumn<AssetEvent>[] => [
      ...assetColumn<AssetEvent>(nameOf),
      { id: 'name', header: 'Name', value: ({ eventDefinition }) => eventDefinition.alias || eventDefinition.name },
      {
        id: 'cause',
        header: 'Cause',
        // Comments stand in lines of their own (spec 1 §3).
        value: ({ cause }) => cause.split('\n').filter(Boolean).join(' · ') || null,
      },
      timeColumn('Received', zone, ({ received }: AssetEvent) => received),
      timeColumn('Timestamp', zone, ({ timestamp }: AssetEvent) => timestamp),
    ],
    [nameOf, zone],
  );
  return <RecordTable settings={settings} list={list} columns={columns} rowKey={rowKey} minWidth={560} />;
}
