import { ActionIcon, Group, Input, Popover } from '@mantine/core';
import { IconArrowLeft, IconSelector } from '@tabler/icons-react';
import type { DataItemSelection } from '@telltale/contract';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { keepEscapeInside } from '#ui/form/keep-escape-inside.ts';
import { pressKey } from '#ui/keys.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { useReading } from '../readings/use-reading.ts';
import { DataItemRows, type PickerRow } from './DataItemRows.tsx';
import { DataItemSearch } from './DataItemSearch.tsx';
import { findDataItem, levelAt, selectionKey } from './data-item-options.ts';
import classes from './data-item-picker.module.css';
import { useDataItemSearch } from './use-data-item-search.ts';
import { usePickerList } from './use-picker-list.ts';

interface DataItemPickerProps {
  /** '' where a table's header names the field, which then needs a `name`. */
  label?: string;
  /** Its name for screen readers where it has no label. */
  name?: string;
  value: DataItemSelection;
  onChange: (next: DataItemSelection) => void;
  isRequired?: boolean;
  /** It stands in a popover, which takes a press on anything outside of its own element as a reason to close. */
  isNested?: boolean;
}

/** Chooses one data item: a menu that leads through slots, or a search over all of them (spec 1 §2). */
export function DataItemPicker({
  label = 'Data item',
  name = 'Data item',
  value,
  onChange,
  isRequired = false,
  isNested = false,
}: DataItemPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const { definition } = useDashboardScope();
  const reading = useReading(value);
  const option = findDataItem(definition, value);
  const id = useId();
  const chosen = reading.name || option?.name || `Data item ${value.dataItem}, not on this asset`;
  const text = value.dataItem === null ? 'Choose data item' : [...(option?.trail ?? []), chosen].join(' › ');

  return (
    <Input.Wrapper label={label} id={id} required={isRequired}>
      <Popover
        id={id}
        opened={isOpen}
        onChange={setOpen}
        position="bottom-start"
        width={340}
        trapFocus
        returnFocus
        withinPortal={!isNested}
      >
        <Popover.Target>
          <button
            type="button"
            {...(label === '' ? { 'aria-label': `${name}: ${text}` } : { 'aria-labelledby': `${id}-label ${id}-text` })}
            className={classes.target}
            data-chosen={value.dataItem !== null}
            aria-invalid={isRequired && value.dataItem === null}
            aria-haspopup="listbox"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <span id={`${id}-text`}>{text}</span>
            <IconSelector size={16} />
          </button>
        </Popover.Target>
        <Popover.Dropdown p={6} onFocusCapture={keepEscapeInside}>
          <PickerMenu
            value={value}
            onChoose={(next) => {
              onChange(next);
              setOpen(false);
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </Input.Wrapper>
  );
}

interface PickerMenuProps {
  value: DataItemSelection;
  onChoose: (next: DataItemSelection) => void;
}

function PickerMenu({ value, onChoose }: PickerMenuProps) {
  const { definition } = useDashboardScope();
  const [slotPath, setSlotPath] = useState<number[]>(() => (levelAt(definition, value.slotPath) ? value.slotPath : []));
  const search = useDataItemSearch();
  const { filter, matches } = search;
  const isSearching = filter.trim() !== '';

  const rows = useMemo<PickerRow[]>(() => {
    const level = levelAt(definition, slotPath);
    const slots = isSearching ? [] : (level?.slots ?? []);
    const dataItems = isSearching ? matches : (level?.dataItems ?? []);
    return [
      ...slots.map((slot) => ({ kind: 'slot' as const, ...slot })),
      ...dataItems.map((option) => ({
        kind: 'dataItem' as const,
        option,
        isChosen: selectionKey(option.selection) === selectionKey(value),
        hasTrail: isSearching,
      })),
    ];
  }, [definition, slotPath, isSearching, matches, value]);

  function choose(row: PickerRow) {
    if (row.kind === 'dataItem') onChoose(row.option.selection);
    else enter([...slotPath, row.slotId]);
  }
  function enter(path: number[]) {
    setSlotPath(path);
    keys.setActiveIndex(0);
  }
  const { keys, field, list } = usePickerList(rows, search, choose);

  function onKeyDown(event: KeyboardEvent) {
    if (keys.onKeyDown(event) || isSearching) return;
    const active = rows[keys.activeIndex];
    const leave = slotPath.length > 0 ? () => enter(slotPath.slice(0, -1)) : undefined;
    pressKey(event, {
      ArrowRight: active?.kind === 'slot' ? () => choose(active) : undefined,
      ArrowLeft: leave,
      Backspace: leave,
    });
  }

  return (
    <>
      <Group gap={4} mb={6} wrap="nowrap">
        {slotPath.length > 0 && !isSearching ? (
          <ActionIcon aria-label="Back" onClick={() => enter(slotPath.slice(0, -1))}>
            <IconArrowLeft size={16} />
          </ActionIcon>
        ) : null}
        <DataItemSearch {...field} onKeyDown={onKeyDown} />
      </Group>
      <DataItemRows {...list} isMultiple={false} />
    </>
  );
}
