import type { accessAnswers } from '@telltale/contract';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { EffectivePermissions } from '#ui/access/permissions/EffectivePermissions.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { SmallTable } from '#ui/table/SmallTable.tsx';
import classes from './access.module.css';
import { assetGroupNames, userGroupNames } from './group-names.ts';
import { ViewAs } from './ViewAs.tsx';

/** What a user reaches and may do, each with the groups that give it. */
export function UserRights({ answer, unit }: { answer: accessAnswers.UserAccess; unit: string | undefined }) {
  const { user, administers, reaches, userGroups } = answer;
  const groups = userGroupNames(answer);
  const assetGroups = assetGroupNames(answer);
  const giving = useMemo(() => givingGroups(answer), [answer]);
  return (
    <section className={classes.answer} aria-label={`What ${user.username} may`}>
      <p role="status">
        <strong>{user.username}</strong> {unit === undefined ? '' : `of ${unit} `}
        {sightOf(answer)}
        {user.readOnly ? ' The account may change nothing, whatever it holds.' : ''}
      </p>
      <p>
        {userGroups.length === 0 ? 'In no user group.' : 'In the user groups '}
        {userGroups.map(({ userGroupId, userGroupName }, index) => (
          <span key={userGroupId}>
            {index > 0 ? ', ' : ''}
            <Link href={`/admin?tab=permissions&select=userGroup-${userGroupId}`} className={classes.link}>
              {userGroupName}
            </Link>
          </span>
        ))}
      </p>
      <div>
        <ViewAs userId={user.userId} username={user.username} />
      </div>
      {administers === null && reaches.length > 0 ? (
        <SmallTable label="Asset groups in reach" headers={['Asset group', 'Through', 'Assets in sight']} isStacked>
          {reaches.map(({ assetGroupId, userGroupIds, assetCount }) => (
            <tr key={assetGroupId}>
              <td>{assetGroups.of(assetGroupId)}</td>
              <td>{userGroupIds.map((id) => groups.of(id)).join(', ')}</td>
              <td>{assetCount.toLocaleString('en')}</td>
            </tr>
          ))}
        </SmallTable>
      ) : null}
      {administers === null && reaches.length === 0 ? (
        <EmptyState title="No asset in reach.">
          None of the user’s groups is linked with an asset group. Link one on the page Admin.
        </EmptyState>
      ) : null}
      <div className={classes.rights}>
        <EffectivePermissions header={user.username} groups={giving} />
      </div>
    </section>
  );
}

function sightOf({ administers, assetCount }: accessAnswers.UserAccess): string {
  const assets = `${assetCount.toLocaleString('en')} ${assetCount === 1 ? 'asset' : 'assets'}`;
  if (administers === 'everything') return `administers everything, and sees all ${assets}.`;
  if (administers === 'unit') return `administers the admin unit and those below it, and sees their ${assets}.`;
  return `has ${assets} in sight.`;
}

/** The permissions by the group that gives them. */
function givingGroups(answer: accessAnswers.UserAccess) {
  const names = userGroupNames(answer);
  const byGroup = new Map<number | null, Set<number>>();
  for (const { permissionId, grantedBy } of answer.permissions) {
    for (const id of grantedBy) byGroup.set(id, (byGroup.get(id) ?? new Set()).add(permissionId));
  }
  return [...byGroup].map(([id, permissions]) => ({ name: names.of(id), permissions }));
}
