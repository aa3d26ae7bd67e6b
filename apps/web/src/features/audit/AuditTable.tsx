import type { operations } from '@telltale/contract';
import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import { useMemo } from 'react';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useLayoutSize } from '#ui/layout-size.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import classes from './audit.module.css';
import { subjectOf } from './entry-subject.ts';

type Entry = operations.JournalEntry;

const STACKED_ROW_PX = 56;

interface AuditTableProps {
  entries: readonly Entry[];
  assetNames: ReadonlyMap<number, string>;
  onOpen: (entry: Entry) => void;
}

/** The entries that are loaded, newest first. */
export function AuditTable({ entries, assetNames, onOpen }: AuditTableProps) {
  const zone = useOwnZone();
  const isNarrow = useLayoutSize() !== 'lg';
  const columns = useMemo((): TableColumn<Entry>[] => {
    const timeText = ({ time }: Entry) => formatDateTime(Date.parse(time), zone);
    const assetText = ({ assetId }: Entry) => (assetId === null ? '' : (assetNames.get(assetId) ?? `asset ${assetId}`));
    const hint = `Times are ${zoneName(Date.now(), zone)}.`;
    if (isNarrow) {
      return [
        {
          id: 'what',
          header: 'What, when, who',
          hint,
          value: ({ what }) => what,
          sortable: false,
          cell: (entry) => (
            <span className={classes.stacked}>
              <What entry={entry} />
              <span className={classes.dim}>
                {[timeText(entry), entry.user, assetText(entry), entry.kind].filter(Boolean).join(' · ')}
              </span>
            </span>
          ),
        },
      ];
    }
    const column = (id: string, header: string, width: string, value: (entry: Entry) => string): TableColumn<Entry> => {
      return { id, header, width, value, sortable: false };
    };
    return [
      { ...column('time', 'Time', '170px', timeText), hint },
      column('user', 'User', '180px', ({ user }) => user),
      column('kind', 'Kind', '120px', ({ kind }) => kind),
      {
        id: 'what',
        header: 'What',
        value: ({ what }) => what,
        sortable: false,
        cell: (entry) => <What entry={entry} />,
      },
      column('asset', 'Asset', '180px', assetText),
      column('address', 'From', '130px', ({ address }) => address),
    ];
  }, [assetNames, zone, isNarrow]);

  return (
    <DataTable
      label="Audit entries"
      rows={entries}
      columns={columns}
      rowKey={({ journalId }) => String(journalId)}
      onOpen={onOpen}
      {...(isNarrow ? { rowHeight: STACKED_ROW_PX, minWidth: 0 } : {})}
      emptyText="Nothing in the journal matches these filters."
    />
  );
}

/** What was done, and the name of what it was done to. */
function What({ entry }: { entry: Entry }) {
  const { name } = subjectOf(entry);
  return (
    <span className={classes.what}>
      {entry.what}
      {name === undefined ? null : <span className={classes.subject}>{name}</span>}
    </span>
  );
}
