import { useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, memo, type ReactNode, useCallback, useEffect, useRef } from 'react';
import { placeRows } from '#ui/table/row-window.ts';
import { useRowFocus } from '#ui/table/use-row-focus.ts';
import { useRowWindow } from '#ui/table/use-row-window.ts';
import classes from '../access.module.css';
import { useLinking } from '../links/link-context.ts';
import { linkBetween } from '../links/links.ts';
import { useDragSources } from '../links/use-drag-sources.ts';
import { gridKeyAction } from './grid-keys.ts';
import type { ItemColumnProps } from './ItemColumn.tsx';
import { ItemRow } from './ItemRow.tsx';
import type { ListItem } from './item-list.ts';

const ROW_HEIGHT_PX = 32;
const TOUCH_ROW_HEIGHT_PX = 44;
/** Rows that are drawn above and below those in view. */
const BEYOND_ROWS = 3;

/** What rows ask of their column. The same between renders. */
export interface GridActions {
  select: ItemColumnProps['onSelect'];
  link: ItemColumnProps['onLinks'];
  rename: (item: ListItem) => void;
  remove: (item: ListItem) => void;
}

type FromColumn = 'kind' | 'related' | 'relatedAtSelection' | 'selection' | 'currentId';

interface ItemGridProps extends Pick<ItemColumnProps, FromColumn> {
  shown: readonly ListItem[];
  isLinkable: boolean;
  canRename: boolean;
  canRemove: boolean;
  heading: string;
  rowActions: ((item: ListItem, isActive: boolean) => ReactNode) | undefined;
  actions: GridActions;
}

/** The rows of a column; drawn again only when something of them changed, and not with every letter of a filter elsewhere. */
export const ItemGrid = memo(function ItemGrid(props: ItemGridProps) {
  const { kind, shown, related, relatedAtSelection, selection, isLinkable, actions } = props;
  const { select: onSelect, link: onLinks } = actions;
  const isTouch = useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false });
  const rowHeight = isTouch ? TOUCH_ROW_HEIGHT_PX : ROW_HEIGHT_PX;
  const linking = useLinking();
  const size = { count: shown.length, rowHeight, headHeight: 0 };
  const view = useRowWindow({ ...size, isWide: false, beyondRows: BEYOND_ROWS });
  const { scrollElement } = view;
  useDragSources(scrollElement, (index) => {
    const item = shown[index];
    return item && { item: { kind, id: item.id }, name: item.name };
  });
  const focus = useRowFocus(shown.length, view, undefined);
  const { setActive } = focus;

  const selectedId = selection?.item.kind === kind ? selection.item.id : undefined;
  const shownId = selectedId ?? props.currentId;
  useShowOnChange([shownId, relatedAtSelection, scrollElement], () => {
    const index = shownId === undefined ? -1 : shown.findIndex(({ id }) => id === shownId);
    if (index >= 0) {
      setActive(index);
      // Asked only where it is out of sight: the list would be laid out at once.
      if (!view.isInSight(index)) view.scrollToIndex(index);
    } else if (shownId === undefined && relatedAtSelection.size > 0) {
      // The related ones stand first: there they can be seen.
      setActive(0);
      if (!view.isInSight(0)) view.scrollToIndex(0);
    }
  });

  // The same whatever is selected: rows that show nothing of it are not drawn anew.
  const latest = useRef({ selectedId, selection });
  latest.current = { selectedId, selection };
  const select = useCallback(
    (id: number) => onSelect(id === latest.current.selectedId ? undefined : { kind, id }),
    [onSelect, kind],
  );
  const link = useCallback(
    (id: number, change: 'add' | 'remove') => {
      const from = latest.current.selection;
      const wanted = from && linkBetween(from.item, { kind, id });
      if (wanted) onLinks([wanted], change);
    },
    [kind, onLinks],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target instanceof HTMLElement && event.target.dataset.index !== undefined;
    const item = shown[focus.active];
    if (!row || item === undefined) return;
    const isLinked = related.get(item.id) === 'direct';
    const did = gridKeyAction(event, {
      select: () => select(item.id),
      pickUpOrDrop: () =>
        linking.moving ? linking.dropOn({ kind, id: item.id }) : linking.pickUp({ kind, id: item.id }, item.name),
      cancel: () => (linking.moving ? linking.cancel() : onSelect(undefined)),
      link: isLinkable && !isLinked ? () => link(item.id, 'add') : undefined,
      unlink: isLinkable && isLinked ? () => link(item.id, 'remove') : undefined,
      rename: props.canRename ? () => actions.rename(item) : undefined,
      remove: props.canRemove ? () => actions.remove(item) : undefined,
    });
    if (!did) focus.onKeyDown(event);
  };

  const rowOf = (index: number, gap: number) => {
    const item = shown[index];
    if (item === undefined) return null;
    const before = shown[index - 1];
    return (
      <ItemRow
        key={item.id}
        kind={kind}
        item={item}
        index={index}
        gap={gap}
        height={rowHeight}
        relation={related.get(item.id)}
        isBoundary={before !== undefined && relatedAtSelection.has(before.id) && !relatedAtSelection.has(item.id)}
        isSelected={item.id === selectedId}
        isCurrent={item.id === props.currentId}
        isActive={index === focus.active}
        linkTo={isLinkable ? selection?.name : undefined}
        onFocus={setActive}
        onSelect={select}
        onLink={link}
        rowActions={props.rowActions}
      />
    );
  };

  const placed = placeRows(view.window, rowHeight, shown.length, focus.active);
  return (
    <div ref={view.setScroller} className={classes.scroller}>
      <table
        className={classes.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose rows take the focus
        role="grid"
        aria-label={props.heading}
        aria-rowcount={shown.length}
        data-access-grid={kind}
        onKeyDown={onKeyDown}
      >
        <tbody>
          {placed.rows.map(({ index, gap }) => rowOf(index, gap))}
          <tr aria-hidden style={{ height: placed.rest }} />
        </tbody>
      </table>
    </div>
  );
});

/** Runs when what is selected, or what the page is about, changed or the list has come, and not when anything else did. */
function useShowOnChange(
  [shownId, related, list]: readonly [number | undefined, object, HTMLElement | null],
  show: () => void,
): void {
  const latest = useRef(show);
  latest.current = show;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what it waits for
  useEffect(() => latest.current(), [shownId, related, list]);
}
