import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ownership } from '@telltale/contract';
import classes from './access.module.css';
import { type BoardAddress, BoardColumn } from './columns/BoardColumn.tsx';
import { LinkBoard } from './links/LinkBoard.tsx';
import type { Link } from './links/links.ts';
import { Panes } from './panes/Panes.tsx';
import { listsAndPermissions } from './panes/pane-layouts.ts';
import panes from './panes/panes.module.css';
import type { SavePermissions } from './permissions/PermissionEditor.tsx';
import { SelectionPermissions } from './permissions/SelectionPermissions.tsx';
import type { AccessBoard } from './use-access-board.ts';

/** The user group that the selected one is compared with, where the page keeps it. */
export interface ComparedAddress {
  readonly comparedId: number | undefined;
  compare: (userGroupId: number | undefined) => void;
}

interface PermissionsBoardProps {
  userGroups: readonly ownership.UserGroup[];
  board: AccessBoard;
  /** A phone shows either the lists or the permissions. */
  isNarrow: boolean;
  address: BoardAddress & ComparedAddress;
  onLinks: (links: readonly Link[], change: 'add' | 'remove') => void;
  isHeld: (permissionId: number) => boolean;
  onSave: (userGroupId: number, ...what: Parameters<SavePermissions>) => ReturnType<SavePermissions>;
  onChanged: (isChanged: boolean) => void;
}

const kinds = ['userGroup', 'user'] as const;

/** User groups and users on the left, and on the right what the selected one may do. */
export function PermissionsBoard({ board, address, isNarrow, onLinks, ...props }: PermissionsBoardProps) {
  const { selection } = board;
  const column = { board, address, onLinks };
  const hasPermissions = selection?.item.kind === 'userGroup' || selection?.item.kind === 'user';
  return (
    <LinkBoard onLink={(link) => onLinks([link], 'add')}>
      <Panes layout={listsAndPermissions}>
        {isNarrow && hasPermissions
          ? null
          : kinds.map((kind) => (
              <BoardColumn key={kind} {...column} kind={kind} emptyText="Create one in the tab Asset Ownership." />
            ))}
        {isNarrow && !hasPermissions ? null : (
          <div className={`${panes.pane} ${panes.main}`}>
            {isNarrow ? (
              <Button
                className={classes.back ?? ''}
                variant="subtle"
                color="gray"
                leftSection={<IconArrowLeft size={16} aria-hidden />}
                onClick={() => address.select(undefined)}
              >
                User groups and users
              </Button>
            ) : null}
            <SelectionPermissions
              userGroups={props.userGroups}
              index={board.index}
              selection={selection}
              isHeld={props.isHeld}
              onChanged={props.onChanged}
              onSave={props.onSave}
              comparedId={address.comparedId}
              onCompare={address.compare}
            />
          </div>
        )}
      </Panes>
    </LinkBoard>
  );
}
