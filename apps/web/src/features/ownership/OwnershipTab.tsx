import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ownership } from '@telltale/contract';
import { useState } from 'react';
import { Link } from 'wouter';
import { useLinkChanges, useOwnershipChanges } from '#pages/administration/use-ownership-changes.ts';
import { BoardColumn } from '#ui/access/columns/BoardColumn.tsx';
import { LinkBoard } from '#ui/access/links/LinkBoard.tsx';
import { type ItemKind, itemKinds, kindNames } from '#ui/access/ownership.ts';
import { Panes } from '#ui/access/panes/Panes.tsx';
import { fourColumns } from '#ui/access/panes/pane-layouts.ts';
import type { AccessBoard } from '#ui/access/use-access-board.ts';
import { useLayoutSize } from '#ui/layout-size.ts';
import { ColumnChoice } from './ColumnChoice.tsx';
import { ItemDialog, type ItemDialogRequest } from './ItemDialog.tsx';
import classes from './ownership.module.css';
import { SelectionLine } from './SelectionLine.tsx';
import { useItemActions } from './use-item-actions.ts';
import type { OwnershipAddress } from './use-ownership-address.ts';
import { useRowActions } from './use-row-actions.tsx';

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
  const isNarrow = useLayoutSize() === 'xxs';
  const actions = useItemActions({ changes, address, onDialog: setDialog });
  const rowActions = useRowActions({ actions, alerts: data.alerts, selection: board.selection });

  const column = { board, address, onLinks };
  const columnOf = (kind: ItemKind) => (
    <BoardColumn
      key={kind}
      {...column}
      kind={kind}
      rowActions={rowActions[kind]}
      onRename={kind === 'asset' ? undefined : (item) => actions.rename(kind, item)}
      onDelete={kind === 'asset' ? undefined : (item) => actions.remove(kind, item)}
      headActions={
        kind === 'asset' ? <AssetGroupsLink /> : <NewButton kind={kind} onClick={() => setDialog({ kind })} />
      }
      emptyText={emptyTexts[kind]}
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
          onClose={() => setDialog(undefined)}
        />
      ) : null}
    </LinkBoard>
  );
}

function NewButton({ kind, onClick }: { kind: ItemKind; onClick: () => void }) {
  const label = `New ${kindNames[kind].one}`;
  return (
    <ActionIcon variant="default" aria-label={label} title={label} onClick={onClick}>
      <IconPlus size={16} aria-hidden />
    </ActionIcon>
  );
}

function AssetGroupsLink() {
  return (
    <Link className={classes.headLink} href="/assets">
      All assets
    </Link>
  );
}
