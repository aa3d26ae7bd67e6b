import type { manyUsers } from '@telltale/contract';
import { useMemo } from 'react';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import { type LinkWay, longWhy, shortWhy, whyNone } from './link-words.ts';
import classes from './many-users.module.css';
import type { NamedUser } from './use-link-look.ts';

interface Row {
  readonly userId: number;
  readonly username: string;
  readonly what: string;
  readonly why: ReturnType<typeof whyNone>;
}

const columns: readonly TableColumn<Row>[] = [
  { id: 'username', header: 'User name', value: ({ username }) => username, width: '55%', sortable: false },
  {
    id: 'what',
    header: 'Gets',
    value: ({ what }) => what,
    cell: ({ what, why }) => (
      <span className={why ? classes.fault : undefined} title={why && longWhy[why]}>
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
  const gets = way === 'mail' ? 'A mail' : 'A link';
  const rows = useMemo((): readonly Row[] => {
    const names = new Map(users.map(({ id, name }) => [id, name]));
    return look
      .map((one) => {
        const why = whyNone(one, way);
        const what = why === undefined ? gets : shortWhy[why];
        return { userId: one.userId, username: one.username ?? names.get(one.userId) ?? '', what, why };
      })
      .toSorted((a, b) => Number(b.why !== undefined) - Number(a.why !== undefined));
  }, [look, users, way, gets]);
  const reasons = [...new Set(rows.flatMap(({ why }) => why ?? []))];
  const none = rows.filter(({ why }) => why !== undefined).length;
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
      {reasons.map((why) => (
        <p key={why} className={classes.sum}>
          {longWhy[why]}
        </p>
      ))}
    </>
  );
}
