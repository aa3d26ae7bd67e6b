import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { afterPaint } from '#ui/after-paint.ts';
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
  const { label, clearLabel, value: known, onChange: onKnown, ...props } = field;
  const [value, onChange] = useTyped(known, onKnown);
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
      // A dialog around it closes by Escape before the field hears of the key.
      data-mantine-stop-propagation={value !== ''}
      onKeyDown={(event) => {
        if (pressKey(event, { Escape: value === '' ? undefined : () => onChange('') })) event.stopPropagation();
      }}
      {...props}
    />
  );
});

/** What is typed is seen first, and then handed on: who types does not wait for a list of thousands to follow. */
function useTyped(known: string, onKnown: (text: string) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState<string>();
  const latest = useRef(onKnown);
  latest.current = onKnown;
  useEffect(() => {
    if (typed === undefined) return;
    return afterPaint(() => {
      latest.current(typed);
      setTyped(undefined);
    });
  }, [typed]);
  return [typed ?? known, setTyped];
}
