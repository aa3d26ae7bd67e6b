import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo } from 'react';
import { pressKey } from '#ui/keys.ts';

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** Its name for screen readers. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Names the button that clears it; without one there is no such button. */
  clearLabel?: string;
}

/** A field that narrows a list. Escape clears it, and does nothing else while there is something to clear. */
export const SearchField = memo(function SearchField(field: SearchFieldProps) {
  const { label, value, onChange, clearLabel, ...props } = field;
  const isClearable = clearLabel !== undefined && value !== '';
  return (
    <TextInput
      aria-label={label}
      leftSection={<IconSearch size={15} aria-hidden />}
      rightSection={
        isClearable ? <CloseButton size="sm" aria-label={clearLabel} onClick={() => onChange('')} /> : undefined
      }
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (pressKey(event, { Escape: value === '' ? undefined : () => onChange('') })) event.stopPropagation();
      }}
      {...props}
    />
  );
});
