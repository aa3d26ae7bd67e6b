import { useQuery } from '@tanstack/react-query';
import type { ownership } from '@telltale/contract';
import { ownershipQuery } from '#api/ownership-queries.ts';
import { useUnitName } from '#pages/administration/use-ownership-changes.ts';
import { Pending } from '#pages/Pending.tsx';
import { Panes } from '#ui/access/panes/Panes.tsx';
import { fourColumns, listsAndPermissions } from '#ui/access/panes/pane-layouts.ts';
import { useAccessBoard } from '#ui/access/use-access-board.ts';
import { OwnershipTab } from './OwnershipTab.tsx';
import classes from './ownership.module.css';
import { PermissionsTab } from './PermissionsTab.tsx';
import type { OwnershipAddress } from './use-ownership-address.ts';

interface UnitOwnershipProps {
  adminId: number;
  /** Whether it is the user's own unit. */
  isOwn: boolean;
  tab: 'ownership' | 'permissions';
  address: OwnershipAddress;
  onChanged: (isChanged: boolean) => void;
}

/** The two tabs about the people and things of one admin unit. */
export function UnitOwnership(props: UnitOwnershipProps) {
  const records = useQuery(ownershipQuery(props.adminId, props.isOwn));
  if (records.data) return <Loaded {...props} data={records.data} />;
  const pending = (
    <Pending
      query={records}
      label="Loading users and groups"
      failure="Users and groups could not be loaded."
      rows={14}
    />
  );
  if (records.error) return pending;
  const isOwnership = props.tab === 'ownership';
  return (
    <Panes layout={isOwnership ? fourColumns : listsAndPermissions}>
      {(isOwnership ? [1, 2, 3, 4] : [1, 2]).map((column) => (
        <div key={column} className={classes.skeleton}>
          {pending}
        </div>
      ))}
    </Panes>
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
