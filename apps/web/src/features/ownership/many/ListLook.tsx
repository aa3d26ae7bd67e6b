import { useMemo } from 'react';
import { useLayoutSize } from '#ui/layout-size.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import classes from './many-users.module.css';
import type { Look } from './use-many-users.ts';

interface Row {
  readonly line: number;
  readonly username: string;
  readonly what: string;
  readonly isFault: boolean;
}

const kinds = { create: 'New user', link: 'Into the groups', none: 'Nothing: in all of the groups already' } as const;

const lineColumn: TableColumn<Row> = {
  ...{ id: 'line', header: 'Line', align: 'end', width: '64px', sortable: false },
  value: ({ line }) => line,
};
const columns: readonly TableColumn<Row>[] = [
  lineColumn,
  { id: 'username', header: 'User name', value: ({ username }) => username, width: '30%', sortable: false },
  {
    id: 'what',
    header: 'What becomes of it',
    value: ({ what }) => what,
    cell: ({ what, isFault }) => (
      <span className={`${classes.what} ${isFault ? classes.fault : ''}`} title={what}>
        {what}
      </span>
    ),
    sortable: false,
  },
];

/** Two lines of what becomes of it. */
const ROW_PX = 40;
/** A name, and two lines of what becomes of it. */
const STACKED_ROW_PX = 72;
const stackedColumns: readonly TableColumn<Row>[] = [
  lineColumn,
  {
    id: 'username',
    header: 'User name, what becomes of it',
    value: ({ username }) => username,
    cell: ({ username, what, isFault }) => (
      <span className={classes.stacked}>
        <span className={classes.name}>{username || '–'}</span>
        <span className={isFault ? classes.fault : undefined}>{what}</span>
      </span>
    ),
    sortable: false,
  },
];

/** What the list would do, line by line; what cannot be taken comes first. */
export function ListLook({ look: { list, faults, changes } }: { look: Look }) {
  const isPhone = useLayoutSize() === 'xxs';
  const rows = useMemo((): readonly Row[] => {
    const names = new Map(list.lines.map(({ line, username }) => [line, username]));
    return [
      ...faults.map(({ line, message }) => ({
        line,
        username: names.get(line) ?? '',
        what: message,
        isFault: true,
      })),
      ...changes.map(({ line, username, kind }) => ({ line, username, what: kinds[kind], isFault: false })),
    ];
  }, [list, faults, changes]);
  const count = (kind: keyof typeof kinds) =>
    changes.filter((change) => change.kind === kind).length.toLocaleString('en');
  return (
    <>
      <p className={classes.sum} role="status">
        {count('create')} new, {count('link')} into groups, {count('none')} as they are.
        {faults.length > 0 ? ` ${faults.length.toLocaleString('en')} cannot be taken.` : ''}
        {list.unused.length > 0 ? ` Columns passed over: ${list.unused.join(', ')}.` : ''}
      </p>
      {rows.length > 0 ? (
        <div className={classes.table}>
          <DataTable
            label="What the list would do"
            rows={rows}
            columns={isPhone ? stackedColumns : columns}
            rowKey={({ line }) => String(line)}
            minWidth={isPhone ? 0 : 320}
            rowHeight={isPhone ? STACKED_ROW_PX : ROW_PX}
          />
        </div>
      ) : null}
    </>
  );
}
