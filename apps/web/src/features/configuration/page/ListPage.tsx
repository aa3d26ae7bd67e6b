import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import { type PermissionGroup, permissionId } from '@telltale/contract';
import { type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { PageSteps } from '#pages/listing/PageSteps.tsx';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { MissingPermission } from '#ui/feedback/MissingPermission.tsx';
import frame from '#ui/page/page.module.css';
import { DeleteDialog, type Deletion } from '../deletion/DeleteDialog.tsx';
import { useConfigurationPlace } from './configuration-address.ts';
import { EntryList } from './EntryList.tsx';
import { EntryTable, type RowActions } from './EntryTable.tsx';
import { filterEntries } from './filter-entries.ts';
import { ListHead } from './ListHead.tsx';
import { NewEntryForm } from './NewEntryForm.tsx';

/** More entries than these are looked for, not read. */
export const ENTRIES_OF_PAGE = 50;

/** What is known of the entries of a list. A constant of the module: the rows are drawn anew with another one. */
export interface EntryKind<Row> {
  readonly title: string;
  /** 'system definitions', as it stands in a sentence. */
  readonly many: string;
  /** Whose View, Create and Delete count. */
  readonly group: PermissionGroup;
  /** On the button that begins a new one. */
  readonly addLabel: string;
  /** Where a name is all that a new one needs: makes it, and answers its id. */
  readonly make?: (name: string) => Promise<number>;
  /** The key of the list's query; it is loaded again after each change. */
  readonly queryKey: QueryKey;
  /** What to do when there are none. */
  readonly emptyHint: string;
  /** Pixels that the buttons of a row need beside each other. */
  readonly actionsWidth: number;
  readonly idOf: (row: Row) => number;
  readonly nameOf: (row: Row) => string;
  /** What else tells entries apart. */
  readonly detailOf: (row: Row) => string;
  /** The page of an entry, where it has one: its name leads there. */
  readonly pageOf?: (row: Row) => string;
  /** What the search looks at; the name if not said. */
  readonly textsOf?: (row: Row) => readonly string[];
}

interface ListPageProps<Row> {
  kind: EntryKind<Row>;
  list: { data: readonly Row[] | undefined; error: Error | null; refetch: () => unknown };
  /** Of a list that the portal searches and hands out in pages: how many match, and of how many; undefined while it loads. */
  counted?: { total: number; all: number } | undefined;
  /** Buttons of a row before 'Delete'; a function that stays the same between renders. */
  actions: RowActions<Row>;
  /** Beside the button of a new entry. */
  tools?: ReactNode;
  /** Begins a new entry elsewhere. */
  onAdd?: () => void;
  /** The form of a new entry, below the head, where it takes more than a name. */
  newEntry?: (onDone: () => void) => ReactNode;
  deletion: (row: Row) => Deletion;
  /** What opens over the list for the entry that the address names. */
  panel?: (selected: Row) => ReactNode;
  /** The same of a list in pages, which may not have it. */
  panelOfId?: (id: number) => ReactNode;
}

/** One list of the configuration: search, a button for a new entry, and rows that can be opened and deleted. */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { kind, list, counted, actions, tools, onAdd, newEntry, panel, panelOfId } = props;
  const { idOf, nameOf, detailOf, textsOf } = kind;
  const { place, setPage } = useConfigurationPlace();
  const mayView = useMay(permissionId(kind.group, 'View'));
  const mayCreate = useMay(permissionId(kind.group, 'Create'));
  const mayDelete = useMay(permissionId(kind.group, 'Delete'));
  const search = useDeferredValue(place.search);
  const { data } = list;
  const isPaged = 'counted' in props;
  const shown = useMemo(
    () => (isPaged ? data : data && filterEntries(data, search, textsOf ?? ((row) => [nameOf(row)]))),
    [isPaged, data, search, textsOf, nameOf],
  );
  const [isAdding, setAdding] = useState(false);
  const endAdding = () => setAdding(false);
  const [deleted, setDeleted] = useState<Row>();
  const selected = panel && data?.find((row) => idOf(row) === place.id);
  const inList = shown && data && { shown: shown.length, total: data.length };
  const count = isPaged ? counted && { shown: counted.total, total: counted.all } : inList;
  const isBeyond = place.page > 1 && shown?.length === 0 && counted !== undefined && counted.total > 0;

  if (!mayView) return <MissingPermission what={kind.many} permission={`${kind.group}View`} />;
  return (
    <>
      <ListHead title={kind.title} count={count}>
        {tools}
        {mayCreate && !isAdding ? (
          <Button
            className={tools ? '' : (frame.end ?? '')}
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={onAdd ?? (() => setAdding(true))}
          >
            {kind.addLabel}
          </Button>
        ) : null}
      </ListHead>
      {isAdding && kind.make ? (
        <NewEntryForm label={kind.addLabel} reload={kind.queryKey} make={kind.make} onDone={endAdding} />
      ) : null}
      {isAdding ? newEntry?.(endAdding) : null}
      <EntryList what={kind.many} list={list} count={count} emptyHint={kind.emptyHint}>
        {isBeyond ? (
          <EmptyState title="There are not so many pages.">
            <Button variant="default" onClick={() => setPage(1)}>
              To the first page
            </Button>
          </EmptyState>
        ) : null}
        {isBeyond ? null : (
          <EntryTable
            label={kind.many.charAt(0).toUpperCase() + kind.many.slice(1)}
            rows={shown ?? []}
            idOf={idOf}
            nameOf={nameOf}
            detailOf={detailOf}
            {...(kind.pageOf ? { pageOf: kind.pageOf } : {})}
            actions={actions}
            onDelete={mayDelete ? setDeleted : undefined}
            actionsWidth={kind.actionsWidth}
            selectedId={place.id}
          />
        )}
      </EntryList>
      {counted ? (
        <PageSteps page={place.page} pages={Math.ceil(counted.total / ENTRIES_OF_PAGE)} onPage={setPage} />
      ) : null}
      <Suspense>{selected ? panel(selected) : null}</Suspense>
      <Suspense>{panelOfId && place.id !== undefined ? panelOfId(place.id) : null}</Suspense>
      {deleted ? (
        <DeleteDialog
          name={nameOf(deleted)}
          queryKey={kind.queryKey}
          {...props.deletion(deleted)}
          onClose={() => setDeleted(undefined)}
        />
      ) : null}
    </>
  );
}
