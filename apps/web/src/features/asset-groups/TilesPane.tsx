import { Checkbox } from '@mantine/core';
import type { ownership } from '@telltale/contract';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { filterItems, type ListItem, relatedFirst } from '#ui/access/columns/item-list.ts';
import type { Link } from '#ui/access/links/links.ts';
import panes from '#ui/access/panes/panes.module.css';
import type { AccessBoard } from '#ui/access/use-access-board.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import { AssetTiles } from './AssetTiles.tsx';
import classes from './asset-groups.module.css';
import { assetsOfGroup } from './group-items.ts';
import type { GroupsAddress } from './use-groups-address.ts';

interface TilesPaneProps {
  data: ownership.Ownership;
  board: AccessBoard;
  /** The chosen group. */
  group: ListItem | undefined;
  address: GroupsAddress;
  onLinks: (links: readonly Link[], change: 'add' | 'remove') => void;
  /** No group is chosen: the user is asked for one. */
  onChooseGroup: (assetId: number) => void;
}

/** The assets as tiles: those of the chosen group first, or only those. */
export function TilesPane({ data, board, group, address, onLinks, onChooseGroup }: TilesPaneProps) {
  const { assetGroupAssets } = data;
  const contained = useMemo(() => assetsOfGroup({ assetGroupAssets }, group?.id), [assetGroupAssets, group?.id]);
  // Those of the group stand first, as it was when it was chosen: tiles keep their places while they come and go.
  const [first, setFirst] = useState(() => firstOf(group, contained));
  if (first.groupId !== group?.id) setFirst(firstOf(group, contained));
  const filter = useDeferredValue(address.filterOf('asset'));
  const isGroupOnly = address.isGroupOnly && group !== undefined;
  const { asset: assets } = board.items;
  const shown = useMemo(() => {
    const found = filterItems(assets, filter);
    return isGroupOnly ? found.filter(({ id }) => contained.has(id)) : relatedFirst(found, first.related);
  }, [assets, filter, isGroupOnly, contained, first]);

  const onChange = useCallback(
    (assetId: number, change: 'add' | 'remove') => {
      if (group) onLinks([{ list: 'assetGroupAssets', left: group.id, right: assetId }], change);
      else onChooseGroup(assetId);
    },
    [group, onLinks, onChooseGroup],
  );

  return (
    <section className={`${panes.pane} ${panes.main} ${classes.tiles}`} aria-label="Assets">
      <header className={classes.tilesHead}>
        <div className={classes.tilesTitle}>
          <h2 className={classes.heading}>{group ? group.name : 'Assets'}</h2>
          <span className={classes.count} role="status">
            {group ? `${format(contained.size)} of ${format(assets.length)} assets` : `${format(assets.length)} assets`}
          </span>
          {group ? (
            <Checkbox
              className={classes.only ?? ''}
              size="xs"
              label="Only this group"
              checked={address.isGroupOnly}
              onChange={(event) => address.setGroupOnly(event.currentTarget.checked)}
            />
          ) : null}
        </div>
        <SearchField
          label="Filter assets"
          placeholder="Alias, serial number or definition"
          clearLabel="Clear filter"
          value={address.filterOf('asset')}
          onChange={(text) => address.setFilter('asset', text)}
        />
      </header>
      {shown.length > 0 ? (
        <AssetTiles
          assets={shown}
          contained={contained}
          group={group}
          selected={board.selection?.item}
          related={board.related.asset}
          onSelect={address.select}
          onChange={onChange}
          onChooseGroup={onChooseGroup}
        />
      ) : null}
      {shown.length === 0 && assets.length === 0 ? (
        <EmptyState title="No assets yet.">
          Create one on the page Assets, or connect a gateway: what it reports appears here.
        </EmptyState>
      ) : null}
      {shown.length === 0 && assets.length > 0 ? (
        <EmptyState title={isGroupOnly && filter === '' ? 'No assets in this group.' : 'Nothing matches.'}>
          {isGroupOnly && filter === ''
            ? 'Switch off ‘Only this group’, then press the green plus of a tile or drop the tile on the group.'
            : 'Change or clear the filter above.'}
        </EmptyState>
      ) : null}
    </section>
  );
}

function firstOf(group: ListItem | undefined, contained: ReadonlySet<number>) {
  return { groupId: group?.id, related: new Map([...contained].map((id) => [id, 'direct' as const])) };
}

function format(count: number): string {
  return count.toLocaleString('en');
}
