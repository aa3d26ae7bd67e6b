import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ownership } from '@telltale/contract';
import { lazy, memo, Suspense, useCallback, useMemo, useState } from 'react';
import { useLinkChanges, useOwnershipChanges } from '#pages/administration/use-ownership-changes.ts';
import { BoardColumn } from '#ui/access/columns/BoardColumn.tsx';
import type { ListItem } from '#ui/access/columns/item-list.ts';
import { LinkBoard } from '#ui/access/links/LinkBoard.tsx';
import { type ItemKind, itemKinds, kindNames } from '#ui/access/ownership.ts';
import { Panes } from '#ui/access/panes/Panes.tsx';
import { fourColumns } from '#ui/access/panes/pane-layouts.ts';
import type { AccessBoard } from '#ui/access/use-access-board.ts';
import { useLayoutSize } from '#ui/layout-size.ts';
import { AssetsHead } from './AssetsHead.tsx';
import { ColumnChoice } from './ColumnChoice.tsx';
import { ItemDialog, type ItemDialogRequest } from './ItemDialog.tsx';
import type { ManyChange } from './many/many-change.ts';
import { SelectionLine } from './SelectionLine.tsx';
import { UsersHead } from './UsersHead.tsx';
import { useItemActions } from './use-item-actions.ts';
import type { OwnershipAddress } from './use-ownership-address.ts';
import { useRowActions } from './use-row-actions.tsx';
import { filteredUsers, userFilters } from './user-filters.ts';

const ManyUsersDialog = lazy(() =>
  import('./many/ManyUsersDialog.tsx').then((part) => ({ default: part.ManyUsersDialog })),
);
const MailManyDialog = lazy(() =>
  import('./many/MailManyDialog.tsx').then((part) => ({ default: part.MailManyDialog })),
);
const LinksManyDialog = lazy(() =>
  import('./many/LinksManyDialog.tsx').then((part) => ({ default: part.LinksManyDialog })),
);
const GiveToUnitDialog = lazy(() =>
  import('./many/GiveToUnitDialog.tsx').then((part) => ({ default: part.GiveToUnitDialog })),
);

interface OwnershipTabProps {
  adminId: number;
  data: ownership.Ownership;
  board: AccessBoard;
  address: OwnershipAddress;
}

const emptyTexts: Readonly<Record<ItemKind, string>> = {
  user: 'Create the first one with the plus above; the portal then mails a link that sets the password.',
  userGroup: 'Create the first one with the plus above, then give it permissions in the tab Permissions.',
  assetGroup: 'Create the first one with the plus above, then drop assets and user groups on it.',
  asset: 'Create one on the page Assets, or connect a gateway: what it reports appears here.',
};

/** The four columns (spec 2 §2.6); on a phone one at a time. */
export function OwnershipTab({ adminId, data, board, address }: OwnershipTabProps) {
  const changes = useOwnershipChanges(adminId);
  const { onLink, onLinks } = useLinkChanges(changes, board.items);
  const [dialog, setDialog] = useState<ItemDialogRequest>();
  const [many, setMany] = useState<{ what: ManyChange; items: readonly ListItem[] }>();
  const onMany = useCallback((what: ManyChange, items: readonly ListItem[]) => setMany({ what, items }), []);
  const onNew = useCallback((kind: ItemKind) => setDialog({ kind }), []);
  const isNarrow = useLayoutSize() === 'xxs';
  const actions = useItemActions({ changes, address, onDialog: setDialog });
  const rowActions = useRowActions({ actions, alerts: data.alerts, selection: board.selection });

  const { userFilter } = address;
  const users = useMemo(() => {
    const shown =
      userFilter && filteredUsers({ users: data.users, userGroupUsers: data.userGroupUsers }, userFilter, Date.now());
    return shown ? board.items.user.filter(({ id }) => shown.has(id)) : board.items.user;
  }, [board.items.user, data.users, data.userGroupUsers, userFilter]);

  const column = { board, address, onLinks };
  // What the filter leaves is the column's: worked out here it would draw all four anew for each letter, twice.
  const headOf = (kind: ItemKind, shown: readonly ListItem[]) =>
    kind === 'asset' ? (
      <AssetsHead shown={shown} onMany={onMany} />
    ) : (
      <>
        {kind === 'user' ? (
          <UsersHead filter={userFilter} onFilter={address.setUserFilter} shown={shown} onMany={onMany} />
        ) : null}
        <NewButton kind={kind} onNew={onNew} />
      </>
    );
  const columnOf = (kind: ItemKind) => (
    <BoardColumn
      key={kind}
      {...column}
      kind={kind}
      rowActions={rowActions[kind]}
      onRename={kind === 'asset' ? undefined : (item) => actions.rename(kind, item)}
      onDelete={kind === 'asset' ? undefined : (item) => actions.remove(kind, item)}
      {...(kind === 'user' ? { items: users } : {})}
      headActions={(shown) => headOf(kind, shown)}
      {...(kind === 'user' && userFilter !== undefined
        ? {
            emptyTitle: 'No user is like that.',
            emptyText: `Shown would be: ${userFilters[userFilter].toLowerCase()}.`,
          }
        : { emptyText: emptyTexts[kind] })}
    />
  );

  return (
    <LinkBoard onLink={onLink}>
      <SelectionLine board={board} onClear={() => address.select(undefined)} />
      {isNarrow ? <ColumnChoice board={board} shown={address.column} onChoose={address.setColumn} /> : null}
      <Panes layout={fourColumns}>{isNarrow ? columnOf(address.column) : itemKinds.map(columnOf)}</Panes>
      {dialog ? (
        <ItemDialog
          request={dialog}
          data={data}
          changes={changes}
          onDone={address.select}
          onMail={(id, name) => actions.sendResetMail({ id, name, searchText: name })}
          onClose={() => setDialog(undefined)}
        />
      ) : null}
      <Suspense>
        {many?.what === 'add' ? (
          <ManyUsersDialog groups={board.items.userGroup} changes={changes} onClose={() => setMany(undefined)} />
        ) : null}
        {many?.what === 'mail' ? (
          <MailManyDialog users={many.items} changes={changes} onClose={() => setMany(undefined)} />
        ) : null}
        {many?.what === 'links' ? (
          <LinksManyDialog users={many.items} changes={changes} onClose={() => setMany(undefined)} />
        ) : null}
        {many?.what === 'give' ? (
          <GiveToUnitDialog
            assetIds={many.items.map(({ id }) => id)}
            changes={changes}
            onClose={() => setMany(undefined)}
          />
        ) : null}
      </Suspense>
    </LinkBoard>
  );
}

const NewButton = memo(function NewButton({ kind, onNew }: { kind: ItemKind; onNew: (kind: ItemKind) => void }) {
  const label = `New ${kindNames[kind].one}`;
  return (
    <ActionIcon variant="default" aria-label={label} title={label} onClick={() => onNew(kind)}>
      <IconPlus size={16} aria-hidden />
    </ActionIcon>
  );
});
