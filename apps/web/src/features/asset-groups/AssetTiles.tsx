import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import access from '#ui/access/access.module.css';
import { gridKeyAction } from '#ui/access/columns/grid-keys.ts';
import type { ListItem } from '#ui/access/columns/item-list.ts';
import { useLinking } from '#ui/access/links/link-context.ts';
import { type ItemRef, isSameItem } from '#ui/access/ownership.ts';
import type { Relation } from '#ui/access/relations.ts';
import { keepDrawn } from '#ui/table/keep-drawn.ts';
import { useRowFocus } from '#ui/table/use-row-focus.ts';
import { AssetTile } from './AssetTile.tsx';
import classes from './asset-groups.module.css';

/** Two lines of the name, one each of serial number and definition; the two buttons have the height of fingers. */
const TILE_HEIGHT_PX = 100;
const TILE_MIN_WIDTH_PX = 210;

interface AssetTilesProps {
  assets: readonly ListItem[];
  /** The assets of the chosen group. */
  contained: ReadonlySet<number>;
  group: ListItem | undefined;
  selected: ItemRef | undefined;
  related: ReadonlyMap<number, Relation>;
  onSelect: (item: ItemRef | undefined) => void;
  onChange: (assetId: number, change: 'add' | 'remove') => void;
  onChooseGroup: (assetId: number) => void;
}

/** The tiles, as many side by side as fit; only those in view are drawn. */
export function AssetTiles({ assets, contained, group, selected, related, ...props }: AssetTilesProps) {
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>();
  const scroller = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(scroller, sizeRef);
  const columns = Math.max(1, Math.floor(width / TILE_MIN_WIDTH_PX));
  const rowCount = Math.ceil(assets.length / columns);
  const linking = useLinking();
  const focusedRow = useRef(0);
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => TILE_HEIGHT_PX,
    overscan: 3,
    rangeExtractor: keepDrawn(focusedRow),
  });
  const scrolling = {
    scrollElement: virtualizer.scrollElement,
    scrollToIndex: (index: number) => virtualizer.scrollToIndex(Math.floor(index / columns)),
  };
  const focus = useRowFocus(assets.length, scrolling, undefined, columns);
  focusedRow.current = Math.floor(focus.active / columns);

  const select = (id: number) => {
    const item = { kind: 'asset' as const, id };
    props.onSelect(isSameItem(item, selected) ? undefined : item);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const asset = assets[focus.active];
    if (!(event.target instanceof HTMLElement) || event.target.dataset.index === undefined || !asset) return;
    focus.onKeyDown(event);
    if (event.defaultPrevented) return;
    const item = { kind: 'asset' as const, id: asset.id };
    const isContained = contained.has(asset.id);
    gridKeyAction(event, {
      select: () => select(asset.id),
      pickUpOrDrop: () => (linking.moving ? linking.dropOn(item) : linking.pickUp(item, asset.name)),
      cancel: () => (linking.moving ? linking.cancel() : props.onSelect(undefined)),
      link: isContained ? undefined : () => props.onChange(asset.id, 'add'),
      unlink: isContained ? () => props.onChange(asset.id, 'remove') : undefined,
      rename: undefined,
      remove: isContained ? () => props.onChange(asset.id, 'remove') : undefined,
    });
  };

  const onClick = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : undefined;
    const isOwnControl = target?.closest('button, [role="menu"]');
    const cell = isOwnControl ? null : target?.closest<HTMLElement>('td[data-index]');
    const asset = cell && assets[Number(cell.dataset.index)];
    if (asset) select(asset.id);
  };

  const drawn = virtualizer.getVirtualItems();
  return (
    <div ref={ref} className={`${access.scroller} ${classes.scroller}`}>
      <table
        className={access.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose cells take the focus
        role="grid"
        aria-label={group ? `Assets, with those of ${group.name}` : 'Assets'}
        aria-rowcount={rowCount}
        data-access-grid="asset"
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <tbody>
          <tr aria-hidden style={{ height: drawn[0]?.start ?? 0 }} />
          {drawn.map(({ index: row }) => (
            <tr key={row} aria-rowindex={row + 1} style={{ height: TILE_HEIGHT_PX }}>
              {Array.from({ length: columns }, (_, column) => {
                const index = row * columns + column;
                const asset = assets[index];
                return asset === undefined ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: empty places of the last row have no identity
                  <td key={`empty-${column}`} />
                ) : (
                  <AssetTile
                    key={asset.id}
                    asset={asset}
                    index={index}
                    isActive={index === focus.active}
                    isSelected={isSameItem({ kind: 'asset', id: asset.id }, selected)}
                    isContained={contained.has(asset.id)}
                    isReached={related.has(asset.id)}
                    groupName={group?.name}
                    onFocus={focus.setActive}
                    onChange={props.onChange}
                    onChooseGroup={props.onChooseGroup}
                  />
                );
              })}
            </tr>
          ))}
          <tr aria-hidden style={{ height: virtualizer.getTotalSize() - (drawn.at(-1)?.end ?? 0) }} />
        </tbody>
      </table>
    </div>
  );
}
