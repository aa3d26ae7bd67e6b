import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ownership } from '@telltale/contract';
import { useMemo, useState } from 'react';
import type { OwnershipChanges } from '#pages/administration/ownership-changes.ts';
import { BoardColumn } from '#ui/access/columns/BoardColumn.tsx';
import { LinkBoard } from '#ui/access/links/LinkBoard.tsx';
import type { Link } from '#ui/access/links/links.ts';
import { PaneChoice } from '#ui/access/panes/PaneChoice.tsx';
import { Panes } from '#ui/access/panes/Panes.tsx';
import { treeTilesAndRelations } from '#ui/access/panes/pane-layouts.ts';
import { noRelations } from '#ui/access/relations.ts';
import type { AccessBoard } from '#ui/access/use-access-board.ts';
import { useLayoutSize } from '#ui/layout-size.ts';
import { AddToGroupDialog } from './AddToGroupDialog.tsx';
import classes from './asset-groups.module.css';
import { groupTreeItems } from './group-items.ts';
import { NewGroupDialog } from './NewGroupDialog.tsx';
import { TilesPane } from './TilesPane.tsx';
import type { GroupsAddress, PaneName } from './use-groups-address.ts';

interface GroupsTabProps {
  data: ownership.Ownership;
  board: AccessBoard;
  address: GroupsAddress;
  changes: OwnershipChanges;
  onLinks: (links: readonly Link[], change: 'add' | 'remove') => void;
}

const panes: readonly { name: PaneName; title: string }[] = [
  { name: 'tree', title: 'Groups' },
  { name: 'tiles', title: 'Assets' },
  { name: 'relations', title: 'Reached by' },
];

/** The tree of groups, the assets as tiles, and who reaches what is selected; on a phone one of the three. */
export function GroupsTab({ data, board, address, changes, onLinks }: GroupsTabProps) {
  const { assetGroups, assetGroupAssets } = data;
  const tree = useMemo(() => groupTreeItems({ assetGroups, assetGroupAssets }), [assetGroups, assetGroupAssets]);
  const [isCreating, setCreating] = useState(false);
  const [movedAsset, setMovedAsset] = useState<number>();
  const isNarrow = useLayoutSize() === 'xxs';
  const group = tree.find(({ id }) => id === address.groupId);

  const column = { board, address, onLinks };

  const groups = (
    <BoardColumn
      {...column}
      kind="assetGroup"
      items={tree}
      // The tree keeps its order whatever is selected.
      relatedAtSelection={noRelations.assetGroup}
      currentId={address.groupId}
      onSelect={(item) => (item ? address.select(item) : address.clearGroup())}
      headActions={() => (
        <ActionIcon
          variant="default"
          aria-label="New asset group"
          title="New asset group"
          onClick={() => setCreating(true)}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      )}
      emptyText="Create the first one with the plus above, then drop assets on it."
    />
  );
  const tiles = (
    <TilesPane
      data={data}
      board={board}
      group={group}
      address={address}
      onLinks={onLinks}
      onChooseGroup={setMovedAsset}
    />
  );
  const relations = (
    <div className={classes.relations}>
      {(['userGroup', 'user'] as const).map((kind) => (
        <BoardColumn key={kind} {...column} kind={kind} emptyText="Create one on the page Admin." />
      ))}
    </div>
  );
  const shown = { tree: groups, tiles, relations };

  return (
    <LinkBoard onLink={(link) => onLinks([link], 'add')}>
      {isNarrow ? <PaneChoice label="Panes" panes={panes} shown={address.pane} onChoose={address.setPane} /> : null}
      <Panes layout={treeTilesAndRelations}>
        {isNarrow ? (
          shown[address.pane]
        ) : (
          <>
            {groups}
            {tiles}
            {relations}
          </>
        )}
      </Panes>
      {isCreating ? (
        <NewGroupDialog
          data={data}
          parentGroupId={address.groupId}
          changes={changes}
          onDone={address.select}
          onClose={() => setCreating(false)}
        />
      ) : null}
      {movedAsset === undefined ? null : (
        <AddToGroupDialog
          groups={assetGroups}
          asset={board.items.asset.find(({ id }) => id === movedAsset)}
          onAdd={(groupId) => onLinks([{ list: 'assetGroupAssets', left: groupId, right: movedAsset }], 'add')}
          onClose={() => setMovedAsset(undefined)}
        />
      )}
    </LinkBoard>
  );
}
