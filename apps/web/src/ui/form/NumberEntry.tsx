import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';
import { pressKey } from '#ui/keys.ts';

interface NumberEntryProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue'> {
  /** Null while the field is empty, or holds what is no number yet. */
  value: number | null;
  onChange: (value: number | null) => void;
}

/**
 * A field for a number. What is being typed stands as it was typed: on the way to 0.05 and 1200.50 it is `0.` and
 * `1200.5`, which a field that is given its number back would lose. One beyond `min`
 * or `max` becomes that limit when the field is left, or Enter is pressed in it, so that it shows what is kept.
 */
export function NumberEntry({ value, onChange, onBlur, onKeyDown, ...rest }: NumberEntryProps) {
  const [typed, setTyped] = useState('');
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = rest;
  const kept = value === null ? null : Math.min(Number(max), Math.max(Number(min), value));
  /** Answers false: the key, or whatever else it was, goes on to the form. */
  const settle = () => {
    // Mantine keeps only numbers within the limits, and what was typed is text.
    if (kept === value) return false;
    setTyped('');
    onChange(kept);
    return false;
  };
  return (
    <NumberInput
      // A comma that was typed for a point would be left out, and 1,5 be 15.
      allowedDecimalSeparators={['.', ',']}
      {...rest}
      value={typed !== '' && readNumber(typed) === value ? typed : (value ?? '')}
      onChange={(next) => {
        setTyped(String(next));
        onChange(readNumber(next));
      }}
      onBlur={(event) => {
        settle();
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        // Before the form hears of it: what it sends is what the field shows.
        pressKey(event, { Enter: settle });
        onKeyDown?.(event);
      }}
    />
  );
}

function readNumber(typed: string | number): number | null {
  const number = typed === '' ? Number.NaN : Number(typed);
  return Number.isFinite(number) ? number : null;
}
