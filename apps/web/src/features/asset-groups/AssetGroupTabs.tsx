import type { ownership } from '@telltale/contract';
import { useLinkChanges, useOwnershipChanges, useUnitName } from '#pages/administration/use-ownership-changes.ts';
import { usePermissionEditing } from '#pages/administration/use-permission-editing.ts';
import { PermissionsBoard } from '#ui/access/PermissionsBoard.tsx';
import { useAccessBoard } from '#ui/access/use-access-board.ts';
import { useLayoutSize } from '#ui/layout-size.ts';
import { GroupsTab } from './GroupsTab.tsx';
import type { GroupsAddress } from './use-groups-address.ts';

interface AssetGroupTabsProps {
  adminId: number;
  data: ownership.Ownership;
  address: GroupsAddress;
  onChanged: (isChanged: boolean) => void;
}

/** The two tabs of the page, once its records are there. */
export function AssetGroupTabs({ adminId, data, address, onChanged }: AssetGroupTabsProps) {
  const board = useAccessBoard(data, address.selected, useUnitName(adminId));
  const changes = useOwnershipChanges(adminId);
  const { onLinks } = useLinkChanges(changes, board.items);
  const editing = usePermissionEditing(changes);
  const isNarrow = useLayoutSize() === 'xxs';
  if (address.tab === 'groups') {
    return <GroupsTab data={data} board={board} address={address} changes={changes} onLinks={onLinks} />;
  }
  return (
    <PermissionsBoard
      {...editing}
      userGroups={data.userGroups}
      board={board}
      isNarrow={isNarrow}
      address={address}
      onLinks={onLinks}
      onChanged={onChanged}
    />
  );
}
