import { useQuery } from '@tanstack/react-query';
import type { ownership } from '@telltale/contract';
import { messageOf } from '#api/api-error.ts';
import { ownershipQuery } from '#api/ownership-queries.ts';
import { useUnitName } from '#app/use-ownership-changes.ts';
import { useAccessBoard } from '#ui/access/use-access-board.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { SkeletonRows } from '#ui/Loading.tsx';
import { OwnershipTab } from './OwnershipTab.tsx';
import classes from './ownership.module.css';
import { PermissionsTab } from './PermissionsTab.tsx';
import type { OwnershipAddress } from './use-ownership-address.ts';

interface UnitOwnershipProps {
  adminId: number;
  tab: 'ownership' | 'permissions';
  address: OwnershipAddress;
  onChanged: (isChanged: boolean) => void;
}

/** The two tabs about the people and things of one admin unit. */
export function UnitOwnership(props: UnitOwnershipProps) {
  const { data, error, refetch } = useQuery(ownershipQuery(props.adminId));
  if (data) return <Loaded {...props} data={data} />;
  if (error) {
    return (
      <ErrorState
        title="Users and groups could not be loaded."
        message={messageOf(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className={classes.columns} data-tab={props.tab}>
      {(props.tab === 'ownership' ? [1, 2, 3, 4] : [1, 2]).map((column) => (
        <div key={column} className={classes.skeleton}>
          <SkeletonRows rows={14} label="Loading users and groups" />
        </div>
      ))}
    </div>
  );
}

function Loaded({ adminId, tab, address, onChanged, data }: UnitOwnershipProps & { data: ownership.Ownership }) {
  const board = useAccessBoard(data, address.selected, useUnitName(adminId));
  return tab === 'ownership' ? (
    <OwnershipTab adminId={adminId} data={data} board={board} address={address} />
  ) : (
    <PermissionsTab adminId={adminId} data={data} board={board} address={address} onChanged={onChanged} />
  );
}
