import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ownership, PermissionFlags } from '@telltale/contract';
import classes from './access.module.css';
import { ItemColumn } from './ItemColumn.tsx';
import { LinkBoard } from './LinkBoard.tsx';
import type { Link } from './links.ts';
import type { ItemKind, ItemRef } from './ownership.ts';
import { SelectionPermissions } from './SelectionPermissions.tsx';
import type { AccessBoard } from './use-access-board.ts';

interface PermissionsBoardProps {
  userGroups: readonly ownership.UserGroup[];
  board: AccessBoard;
  /** A phone shows either the lists or the permissions. */
  isNarrow: boolean;
  filterOf: (kind: ItemKind) => string;
  onFilter: (kind: ItemKind, filter: string) => void;
  onSelect: (item: ItemRef | undefined) => void;
  onLinks: (links: readonly Link[], change: 'add' | 'remove') => void;
  isHeld: (permissionId: number) => boolean;
  onSave: (userGroupId: number, flags: readonly PermissionFlags[]) => Promise<boolean>;
  onChanged: (isChanged: boolean) => void;
}

const kinds = ['userGroup', 'user'] as const;

/** User groups and users on the left, and on the right what the selected one may do. */
export function PermissionsBoard({ board, isNarrow, onSelect, onLinks, ...props }: PermissionsBoardProps) {
  const { selection } = board;
  const hasPermissions = selection?.item.kind === 'userGroup' || selection?.item.kind === 'user';
  return (
    <LinkBoard onLink={(link) => onLinks([link], 'add')}>
      <div className={classes.permissionsBoard}>
        {isNarrow && hasPermissions
          ? null
          : kinds.map((kind) => (
              <ItemColumn
                key={kind}
                kind={kind}
                items={board.items[kind]}
                related={board.related[kind]}
                relatedAtSelection={board.relatedAtSelection[kind]}
                selection={selection}
                filter={props.filterOf(kind)}
                onFilter={(filter) => props.onFilter(kind, filter)}
                onSelect={onSelect}
                onLinks={onLinks}
                emptyText="Create one in the tab Asset Ownership."
              />
            ))}
        {isNarrow && !hasPermissions ? null : (
          <div className={classes.permissionsPane}>
            {isNarrow ? (
              <Button
                className={classes.back ?? ''}
                variant="subtle"
                color="gray"
                leftSection={<IconArrowLeft size={16} aria-hidden />}
                onClick={() => onSelect(undefined)}
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
            />
          </div>
        )}
      </div>
    </LinkBoard>
  );
}
