import type { manyUsers } from '@telltale/contract';
import { useMemo } from 'react';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import { getsLink, type LinkWay, wordsOf } from './link-words.ts';
import classes from './many-users.module.css';
import type { NamedUser } from './use-link-look.ts';

interface Row {
  readonly userId: number;
  readonly username: string;
  readonly what: string;
  readonly isLeftOut: boolean;
}

const columns: readonly TableColumn<Row>[] = [
  { id: 'username', header: 'User name', value: ({ username }) => username, width: '45%', sortable: false },
  {
    id: 'what',
    header: 'What becomes of it',
    value: ({ what }) => what,
    cell: ({ what, isLeftOut }) => (
      <span className={isLeftOut ? classes.fault : undefined} title={what}>
        {what}
      </span>
    ),
    sortable: false,
  },
];

interface LinkLookProps {
  look: readonly manyUsers.UserLink[];
  users: readonly NamedUser[];
  way: LinkWay;
}

/** Who gets a link and who none, and why; the latter come first. */
export function LinkLook({ look, users, way }: LinkLookProps) {
  const rows = useMemo((): readonly Row[] => {
    const names = new Map(users.map(({ id, name }) => [id, name]));
    return look
      .map((one) => ({
        userId: one.userId,
        username: one.username ?? names.get(one.userId) ?? '',
        what: wordsOf(one, way),
        isLeftOut: !getsLink(one, way),
      }))
      .toSorted((a, b) => Number(b.isLeftOut) - Number(a.isLeftOut));
  }, [look, users, way]);
  const none = rows.filter(({ isLeftOut }) => isLeftOut).length;
  const given = rows.length - none;
  return (
    <>
      <p className={classes.sum} role="status">
        {given.toLocaleString('en')} {given === 1 ? 'user gets' : 'users get'} {way === 'mail' ? 'a mail' : 'a link'}
        {none > 0 ? `, ${none.toLocaleString('en')} ${none === 1 ? 'gets' : 'get'} none` : ''}.
      </p>
      <div className={classes.table}>
        <DataTable
          label="Who gets a link"
          rows={rows}
          columns={columns}
          rowKey={({ userId }) => String(userId)}
          minWidth={320}
          isCompact
        />
      </div>
    </>
  );
}
