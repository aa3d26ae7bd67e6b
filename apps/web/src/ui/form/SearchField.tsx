import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

interface SearchFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** Its name for screen readers. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Names the button that clears it; without one there is no such button. */
  clearLabel?: string;
}

/** A field that narrows a list. Escape clears it, and does nothing else while there is something to clear. */
export function SearchField({ label, value, onChange, clearLabel, ...props }: SearchFieldProps) {
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
        if (event.key !== 'Escape' || value === '') return;
        event.stopPropagation();
        onChange('');
      }}
      {...props}
    />
  );
}
