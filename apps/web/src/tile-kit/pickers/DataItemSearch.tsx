import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { KeyboardEvent, Ref } from 'react';

interface DataItemSearchProps {
  /** The list that it searches, and the row in it that the keys act on. */
  listId: string;
  activeRowId: string | undefined;
  value: string;
  onChange: (next: string) => void;
  onKeyDown: (event: KeyboardEvent) => unknown;
  fieldRef?: Ref<HTMLInputElement> | undefined;
}

/** Searches a list of data items. It keeps the focus, and takes the list's keys. */
export function DataItemSearch({ listId, activeRowId, value, onChange, onKeyDown, fieldRef }: DataItemSearchProps) {
  return (
    <TextInput
      ref={fieldRef}
      data-autofocus
      flex={1}
      role="combobox"
      aria-label="Search data items"
      aria-expanded
      aria-controls={listId}
      aria-activedescendant={activeRowId}
      placeholder="Search"
      leftSection={<IconSearch size={14} />}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
