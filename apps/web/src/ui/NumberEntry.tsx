import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

interface NumberEntryProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue'> {
  /** Null while the field is empty, or holds what is no number yet. */
  value: number | null;
  onChange: (value: number | null) => void;
}

/**
 * A field for a number. What is being typed stands as it was typed: on the way to 0.05 and 1200.50 it is `0.` and
 * `1200.5`, which a field that is given its number back would lose.
 */
export function NumberEntry({ value, onChange, ...rest }: NumberEntryProps) {
  const [typed, setTyped] = useState('');
  return (
    <NumberInput
      {...rest}
      value={typed !== '' && readNumber(typed) === value ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(String(next));
        onChange(readNumber(next));
      }}
    />
  );
}

function readNumber(typed: string | number): number | null {
  const number = typed === '' ? Number.NaN : Number(typed);
  return Number.isFinite(number) ? number : null;
}
