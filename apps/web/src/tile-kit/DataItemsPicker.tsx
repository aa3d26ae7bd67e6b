import { Button, Group, Input, Popover, TextInput } from '@mantine/core';
import { IconSearch, IconSelector } from '@tabler/icons-react';
import type { DataItemSelection } from '@telltale/contract';
import { useId, useMemo, useState } from 'react';
import { keepEscapeInside } from '#ui/keep-escape-inside.ts';
import { DataItemRows, type PickerRow, rowId } from './DataItemRows.tsx';
import { selectionKey } from './data-item-options.ts';
import classes from './data-item-picker.module.css';
import { useDataItemSearch } from './use-data-item-search.ts';
import { useRowKeys } from './use-row-keys.ts';

interface DataItemsPickerProps {
  label?: string;
  value: readonly DataItemSelection[];
  onChange: (next: DataItemSelection[]) => void;
  isRequired?: boolean;
}

/** Chooses several data items: '{n} Selected', with search, Check all, Clear all and Done (spec 1 §2). */
export function DataItemsPicker({ label = 'Data items', value, onChange, isRequired = false }: DataItemsPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Input.Wrapper label={label} id={id} required={isRequired}>
      <Popover id={id} opened={isOpen} onChange={setOpen} position="bottom-start" width={340} trapFocus returnFocus>
        <Popover.Target>
          <button
            type="button"
            {...(label === '' ? {} : { 'aria-labelledby': `${id}-label ${id}-text` })}
            className={classes.target}
            data-chosen={value.length > 0}
            aria-invalid={isRequired && value.length === 0}
            aria-haspopup="listbox"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <span id={`${id}-text`}>{value.length} Selected</span>
            <IconSelector size={16} />
          </button>
        </Popover.Target>
        <Popover.Dropdown p={6} onFocusCapture={keepEscapeInside}>
          <CheckList value={value} onChange={onChange} onDone={() => setOpen(false)} />
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  );
}

interface CheckListProps {
  value: readonly DataItemSelection[];
  onChange: (next: DataItemSelection[]) => void;
  onDone: () => void;
}

function CheckList({ value, onChange, onDone }: CheckListProps) {
  const { filter, setFilter, matches } = useDataItemSearch();
  const listId = useId();
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

  function toggle(row: PickerRow | undefined) {
    if (row?.kind !== 'dataItem') return;
    const key = selectionKey(row.option.selection);
    onChange(row.isChosen ? value.filter((other) => selectionKey(other) !== key) : [...value, row.option.selection]);
  }
  const keys = useRowKeys(rows.length, (index) => toggle(rows[index]));

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
      <TextInput
        data-autofocus
        mb={6}
        role="combobox"
        aria-label="Search data items"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={rows.length === 0 ? undefined : rowId(listId, keys.activeIndex)}
        placeholder="Search"
        leftSection={<IconSearch size={14} />}
        value={filter}
        onChange={({ currentTarget }) => {
          setFilter(currentTarget.value);
          keys.setActiveIndex(0);
        }}
        onKeyDown={keys.onKeyDown}
      />
      <DataItemRows
        id={listId}
        rows={rows}
        activeIndex={keys.activeIndex}
        isMultiple
        onActivate={keys.setActiveIndex}
        onChoose={toggle}
      />
      <Group gap="xs" mt={6} justify="space-between">
        <Group gap="xs">
          <Button variant="default" onClick={checkAll}>
            Check all
          </Button>
          <Button variant="default" onClick={clearAll}>
            Clear all
          </Button>
        </Group>
        <Button onClick={onDone}>Done</Button>
      </Group>
    </>
  );
}
