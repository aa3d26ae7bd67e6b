import { Button, Group } from '@mantine/core';
import type { DataItemSelection } from '@telltale/contract';
import { type ReactNode, type Ref, useMemo } from 'react';
import { DataItemRows, type PickerRow } from './DataItemRows.tsx';
import { DataItemSearch } from './DataItemSearch.tsx';
import { selectionKey } from './data-item-options.ts';
import { useDataItemSearch } from './use-data-item-search.ts';
import { usePickerList } from './use-picker-list.ts';

interface DataItemCheckListProps {
  value: readonly DataItemSelection[];
  onChange: (next: DataItemSelection[]) => void;
  searchRef?: Ref<HTMLInputElement>;
  /** What ends the choosing, beside Check all and Clear all. */
  children?: ReactNode;
}

/** Every data item of the dashboard with a mark, its live value and a search; the keyboard stays in the search. */
export function DataItemCheckList({ value, onChange, searchRef, children }: DataItemCheckListProps) {
  const search = useDataItemSearch();
  const { filter, matches } = search;
  const chosen = useMemo(() => new Set(value.map(selectionKey)), [value]);
  const rows = useMemo<PickerRow[]>(
    () =>
      matches.map((option) => ({
        kind: 'dataItem',
        option,
        isChosen: chosen.has(selectionKey(option.selection)),
        hasTrail: true,
      })),
    [matches, chosen],
  );

  function toggle(row: PickerRow) {
    if (row.kind !== 'dataItem') return;
    const key = selectionKey(row.option.selection);
    onChange(row.isChosen ? value.filter((other) => selectionKey(other) !== key) : [...value, row.option.selection]);
  }
  const { field, list } = usePickerList(rows, search, toggle);

  /** Both act on what the search shows: the rest keeps its mark. */
  function checkAll() {
    const added = matches.filter(({ selection }) => !chosen.has(selectionKey(selection)));
    onChange([...value, ...added.map(({ selection }) => selection)]);
  }
  function clearAll() {
    const shown = new Set(matches.map(({ selection }) => selectionKey(selection)));
    onChange(filter.trim() === '' ? [] : value.filter((selection) => !shown.has(selectionKey(selection))));
  }

  return (
    <>
      <Group mb={6}>
        <DataItemSearch {...field} fieldRef={searchRef} />
      </Group>
      <DataItemRows {...list} isMultiple />
      <Group gap="xs" mt={6} justify="space-between">
        <Group gap="xs">
          <Button variant="default" onClick={checkAll}>
            Check all
          </Button>
          <Button variant="default" onClick={clearAll}>
            Clear all
          </Button>
        </Group>
        {children}
      </Group>
    </>
  );
}
