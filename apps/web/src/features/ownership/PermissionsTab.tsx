import type { ownership } from '@telltale/contract';
import { useLinkChanges, useOwnershipChanges } from '#pages/administration/use-ownership-changes.ts';
import { usePermissionEditing } from '#pages/administration/use-permission-editing.ts';
import { PermissionsBoard } from '#ui/access/PermissionsBoard.tsx';
import type { AccessBoard } from '#ui/access/use-access-board.ts';
import { useLayoutSize } from '#ui/layout-size.ts';
import type { OwnershipAddress } from './use-ownership-address.ts';

interface PermissionsTabProps {
  adminId: number;
  data: ownership.Ownership;
  board: AccessBoard;
  address: OwnershipAddress;
  onChanged: (isChanged: boolean) => void;
}

/** What user groups and users of the unit may do. */
export function PermissionsTab({ adminId, data, board, address, onChanged }: PermissionsTabProps) {
  const changes = useOwnershipChanges(adminId);
  const { onLinks } = useLinkChanges(changes, board.items);
  return (
    <PermissionsBoard
      {...usePermissionEditing(changes)}
      userGroups={data.userGroups}
      board={board}
      isNarrow={useLayoutSize() === 'xxs'}
      address={address}
      onLinks={onLinks}
      onChanged={onChanged}
    />
  );
}
