import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { type Link, linkBetween } from '../links/links.ts';
import { type ItemKind, type ItemRef, kindNames } from '../ownership.ts';
import panes from '../panes/panes.module.css';
import type { Relation } from '../relations.ts';
import { ColumnHead } from './ColumnHead.tsx';
import { type GridActions, ItemGrid } from './ItemGrid.tsx';
import { filterItems, type ListItem, relatedFirst } from './item-list.ts';

/** The selected item of the page, in whichever column it stands. */
export interface Selection {
  readonly item: ItemRef;
  readonly name: string;
}

export interface ItemColumnProps {
  kind: ItemKind;
  /** Every item of the column, in its own order. A list that stays the same between renders. */
  items: readonly ListItem[];
  /** What is related to the selected item now. */
  related: ReadonlyMap<number, Relation>;
  /** What was when it was selected: rows keep their places while links come and go. */
  relatedAtSelection: ReadonlyMap<number, Relation>;
  selection: Selection | undefined;
  /** The item that the page is about, while something else is selected. */
  currentId?: number | undefined;
  filter: string;
  onFilter: (filter: string) => void;
  /** The field of the filter lost the focus. */
  onFilterLeft: () => void;
  onSelect: (item: ItemRef | undefined) => void;
  onLinks: (links: readonly Link[], change: 'add' | 'remove') => void;
  /** Buttons of the heading, e.g. to create an item, or to do something with all that the filter leaves. */
  headActions?: ((shown: readonly ListItem[]) => ReactNode) | undefined;
  /** Buttons of a row, before those that link it. */
  rowActions?: ((item: ListItem, isActive: boolean) => ReactNode) | undefined;
  /** F2 and Delete on a row. */
  onRename?: ((item: ListItem) => void) | undefined;
  onDelete?: ((item: ListItem) => void) | undefined;
  /** What to do while there is nothing at all. */
  emptyText: string;
  /** What is said above that; without it, that there is none yet. */
  emptyTitle?: string | undefined;
}

/** One column of the ownership page: filter, count, and a list of which only the rows in view are drawn. */
export function ItemColumn(props: ItemColumnProps) {
  const { kind, items, related, relatedAtSelection, selection, filter } = props;
  const deferredFilter = useDeferredValue(filter);
  const ordered = useMemo(() => relatedFirst(items, relatedAtSelection), [items, relatedAtSelection]);
  const shown = useMemo(() => filterItems(ordered, deferredFilter), [ordered, deferredFilter]);
  const isLinkable = selection !== undefined && linkBetween(selection.item, { kind, id: 0 }) !== undefined;
  const { heading, many } = kindNames[kind];
  const latest = useRef(props);
  latest.current = props;
  const actions = useMemo(
    (): GridActions => ({
      select: (item) => latest.current.onSelect(item),
      link: (links, change) => latest.current.onLinks(links, change),
      rename: (item) => latest.current.onRename?.(item),
      remove: (item) => latest.current.onDelete?.(item),
    }),
    [],
  );

  return (
    <section className={panes.pane} aria-label={heading} data-kind={kind}>
      <ColumnHead
        {...props}
        shown={shown}
        isLinkable={isLinkable}
        hasFilter={filter.trim() !== ''}
        heading={heading}
        related={related}
      />
      {items.length === 0 ? (
        <EmptyState title={props.emptyTitle ?? `No ${many} yet.`}>{props.emptyText}</EmptyState>
      ) : null}
      {items.length > 0 && shown.length === 0 ? (
        <EmptyState title="Nothing matches.">Change or clear the filter above.</EmptyState>
      ) : null}
      {shown.length > 0 ? (
        <ItemGrid
          kind={kind}
          shown={shown}
          related={related}
          relatedAtSelection={relatedAtSelection}
          selection={selection}
          currentId={props.currentId}
          isLinkable={isLinkable}
          canRename={props.onRename !== undefined}
          canRemove={props.onDelete !== undefined}
          heading={heading}
          rowActions={props.rowActions}
          actions={actions}
        />
      ) : null}
    </section>
  );
}
