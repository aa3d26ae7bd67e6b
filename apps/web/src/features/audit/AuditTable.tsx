import type { operations } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useMemo } from 'react';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';

interface AuditTableProps {
  entries: readonly operations.JournalEntry[];
  assetNames: ReadonlyMap<number, string>;
  onOpen: (entry: operations.JournalEntry) => void;
}

/** The entries that are loaded, newest first. */
export function AuditTable({ entries, assetNames, onOpen }: AuditTableProps) {
  const zone = useOwnZone();
  const columns = useMemo((): TableColumn<operations.JournalEntry>[] => {
    const column = (
      id: string,
      header: string,
      width: string,
      value: (entry: operations.JournalEntry) => string,
    ): TableColumn<operations.JournalEntry> => ({ id, header, width, value, sortable: false });
    return [
      {
        ...column('time', 'Time', '190px', ({ time }) => formatDateTime(Date.parse(time), zone)),
        hint: `Times are ${zoneName(Date.now(), zone)}.`,
      },
      column('user', 'User', '180px', ({ user }) => user),
      column('kind', 'Kind', '120px', ({ kind }) => kind),
      { id: 'what', header: 'What', value: ({ what }) => what, sortable: false },
      column('asset', 'Asset', '180px', ({ assetId }) =>
        assetId === null ? '' : (assetNames.get(assetId) ?? `asset ${assetId}`),
      ),
      column('address', 'From', '130px', ({ address }) => address),
    ];
  }, [assetNames, zone]);

  return (
    <DataTable
      label="Audit entries"
      rows={entries}
      columns={columns}
      rowKey={({ journalId }) => String(journalId)}
      onOpen={onOpen}
      emptyText="Nothing in the journal matches these filters."
    />
  );
}
