import { Button } from '@mantine/core';
import { type accessAnswers, ownership, PERMISSION_ASSETS_VIEW } from '@telltale/contract';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { useSessionStore } from '#session/session-store.ts';
import { nameOfPermission } from '#ui/access/permissions/permission-set.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import { SmallTable } from '#ui/table/SmallTable.tsx';
import classes from './access.module.css';
import { assetGroupNames, type GroupNames, userGroupNames } from './group-names.ts';
import type { AccessAddress } from './use-access-address.ts';

/** Rows that are drawn at first, and with each press of the button below them. */
const SHOWN = 100;

interface AssetUsersProps {
  answer: accessAnswers.AssetAccess;
  address: AccessAddress;
  unitName: (adminId: number) => string | undefined;
}

/** The users who can, each with the groups on the way. */
export function AssetUsers({ answer, address, unitName }: AssetUsersProps) {
  const [shown, setShown] = useState(SHOWN);
  const wanted = useDeferredValue(address.filter).trim().toLowerCase();
  const { users, withoutPermission, permissionId } = answer;
  const matching = useMemo(
    () => (wanted === '' ? users : users.filter(({ username }) => username.toLowerCase().includes(wanted))),
    [users, wanted],
  );
  const groups = userGroupNames(answer);
  const assetGroups = assetGroupNames(answer);
  const { assetAlias, serialNumber } = answer.asset;
  const isRoot = useSessionStore((session) => session.user?.adminId) === ownership.ROOT_ADMIN_ID;
  const isSeeing = permissionId === PERMISSION_ASSETS_VIEW;
  const count = users.length.toLocaleString('en');
  return (
    <section className={classes.answer} aria-label={`Who can, of ${assetAlias || serialNumber}`}>
      <p role="status">
        <strong>
          {count} {users.length === 1 ? 'user' : 'users'}
        </strong>{' '}
        {isSeeing ? 'can see' : `hold ${nameOfPermission(permissionId)} and have in sight`} {assetAlias || serialNumber}
        .
        {withoutPermission > 0
          ? ` ${withoutPermission.toLocaleString('en')} more reach it by their groups, without that permission.`
          : ''}{' '}
        {isRoot ? null : <span className={classes.hint}>Administrators of units above yours see it too.</span>}
      </p>
      {users.length === 0 ? (
        <EmptyState title="Nobody.">
          Link a user group with an asset group that holds the asset, and give the group the permission.
        </EmptyState>
      ) : (
        <SearchField
          label="Filter users"
          placeholder="Filter by name"
          className={classes.filter ?? ''}
          value={address.filter}
          onChange={address.setFilter}
        />
      )}
      {users.length > 0 && matching.length === 0 ? (
        <EmptyState title="Nothing matches.">Change or clear the filter above.</EmptyState>
      ) : null}
      {matching.length > 0 ? (
        <SmallTable
          label="Users who can"
          headers={['User', isSeeing ? 'May view assets through' : 'May do it through', 'Reaches it through']}
          isStacked
        >
          {matching.slice(0, shown).map((user) => (
            <tr key={user.userId}>
              <td>
                <Link href={`/access?user=${user.userId}`} className={classes.link}>
                  {user.username}
                </Link>
                <Notes user={user} unit={unitName(user.adminId)} />
              </td>
              <td>
                <Groups ids={user.grantedBy} names={groups} />
              </td>
              <td>
                <Ways user={user} groups={groups} assetGroups={assetGroups} />
              </td>
            </tr>
          ))}
        </SmallTable>
      ) : null}
      {matching.length > shown ? (
        <Button variant="default" className={classes.more ?? ''} onClick={() => setShown(shown + SHOWN)}>
          Show more ({(matching.length - shown).toLocaleString('en')} left)
        </Button>
      ) : null}
    </section>
  );
}

function Notes({ user: { canLogIn }, unit }: { user: accessAnswers.AssetUser; unit: string | undefined }) {
  const notes = [unit, canLogIn ? undefined : 'cannot log in yet'].filter((note) => note !== undefined);
  return notes.length > 0 ? <span className={classes.hint}> {notes.join(' · ')}</span> : null;
}

/** User groups by name, each leading to its permissions. */
function Groups({ ids, names }: { ids: readonly (number | null)[]; names: GroupNames }) {
  return (
    <>
      {ids.map((id, index) => (
        <span key={id}>
          {index > 0 ? ', ' : ''}
          {id === null ? (
            <span className={classes.hint}>{names.of(null)}</span>
          ) : (
            <Link href={`/admin?tab=permissions&select=userGroup-${id}`} className={classes.link}>
              {names.of(id)}
            </Link>
          )}
        </span>
      ))}
    </>
  );
}

function Ways(props: { user: accessAnswers.AssetUser; groups: GroupNames; assetGroups: GroupNames }) {
  const { user, groups, assetGroups } = props;
  if (user.administers === 'everything') return <>Administers everything</>;
  if (user.administers === 'unit') return <>Administers the admin unit, or one above it</>;
  return (
    <ul className={classes.ways}>
      {user.reachedBy.map(({ userGroupId, linkedGroupId, holderId }) => (
        <li key={`${userGroupId} ${linkedGroupId} ${holderId}`}>
          {groups.of(userGroupId)} → {assetGroups.of(linkedGroupId)}
          {holderId === linkedGroupId ? null : (
            <>
              {' '}
              → {assetGroups.of(holderId)} <span className={classes.hint}>below it</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
