import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ownership } from '@telltale/contract';
import { useMemo, useState } from 'react';
import type { OwnershipChanges } from '#api/ownership-changes.ts';
import { useLayoutSize } from '#app/layout-size.ts';
import { ItemColumn } from '#ui/access/ItemColumn.tsx';
import { LinkBoard } from '#ui/access/LinkBoard.tsx';
import type { Link } from '#ui/access/links.ts';
import { noRelations } from '#ui/access/relations.ts';
import type { AccessBoard } from '#ui/access/use-access-board.ts';
import { AddToGroupDialog } from './AddToGroupDialog.tsx';
import classes from './asset-groups.module.css';
import { groupTreeItems } from './group-items.ts';
import { NewGroupDialog } from './NewGroupDialog.tsx';
import { PaneChoice } from './PaneChoice.tsx';
import { TilesPane } from './TilesPane.tsx';
import type { GroupsAddress } from './use-groups-address.ts';

interface GroupsTabProps {
  data: ownership.Ownership;
  board: AccessBoard;
  address: GroupsAddress;
  changes: OwnershipChanges;
  onLinks: (links: readonly Link[], change: 'add' | 'remove') => void;
}

/** The tree of groups, the assets as tiles, and who reaches what is selected; on a phone one of the three. */
export function GroupsTab({ data, board, address, changes, onLinks }: GroupsTabProps) {
  const { assetGroups, assetGroupAssets } = data;
  const tree = useMemo(() => groupTreeItems({ assetGroups, assetGroupAssets }), [assetGroups, assetGroupAssets]);
  const [isCreating, setCreating] = useState(false);
  const [movedAsset, setMovedAsset] = useState<number>();
  const isNarrow = useLayoutSize() === 'xxs';
  const group = tree.find(({ id }) => id === address.groupId);
  const { selection } = board;

  const groups = (
    <ItemColumn
      kind="assetGroup"
      items={tree}
      related={board.related.assetGroup}
      // The tree keeps its order whatever is selected.
      relatedAtSelection={noRelations.assetGroup}
      selection={selection}
      currentId={address.groupId}
      filter={address.filterOf('assetGroup')}
      onFilter={(filter) => address.setFilter('assetGroup', filter)}
      onSelect={(item) => (item ? address.select(item) : address.clearGroup())}
      onLinks={onLinks}
      headActions={
        <ActionIcon
          variant="default"
          aria-label="New asset group"
          title="New asset group"
          onClick={() => setCreating(true)}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      }
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
        <ItemColumn
          key={kind}
          kind={kind}
          items={board.items[kind]}
          related={board.related[kind]}
          relatedAtSelection={board.relatedAtSelection[kind]}
          selection={selection}
          filter={address.filterOf(kind)}
          onFilter={(filter) => address.setFilter(kind, filter)}
          onSelect={address.select}
          onLinks={onLinks}
          emptyText="Create one on the page Admin."
        />
      ))}
    </div>
  );
  const panes = { tree: groups, tiles, relations };

  return (
    <LinkBoard onLink={(link) => onLinks([link], 'add')}>
      {isNarrow ? <PaneChoice shown={address.pane} onChoose={address.setPane} /> : null}
      <div className={classes.panes}>
        {isNarrow ? (
          panes[address.pane]
        ) : (
          <>
            {groups}
            {tiles}
            {relations}
          </>
        )}
      </div>
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
