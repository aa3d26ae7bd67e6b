import { NumberInput, type NumberInputProps } from '@mantine/core';
import { type ClipboardEvent, type FormEvent, useState } from 'react';
import { toast } from '#ui/feedback/toast.ts';
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
  const shown = typed !== '' && readNumber(typed) === value ? typed : (value ?? '');
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
      onPasteCapture={refuseUnclear}
      onChangeCapture={(event) => readWhole(event, String(shown))}
      {...rest}
      value={shown}
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

function sayUnclear(text: string): void {
  toast(`‘${text.trim()}’ can be read in two ways. Type the number.`, 'error');
}

/** Mantine reads a comma that is pasted as the sign of decimals, whatever else it may be. */
function refuseUnclear(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text');
  if (withPoint(text) !== undefined) return;
  event.preventDefault();
  event.stopPropagation();
  sayUnclear(text);
}

/** What comes as a whole (dropped, spoken, filled in by the browser) would lose its comma. */
function readWhole(event: FormEvent<HTMLInputElement>, before: string): void {
  const field = event.currentTarget;
  const isOneKey = (event.nativeEvent as Partial<InputEvent>).data?.length === 1;
  if (isOneKey || !field.value.includes(',')) return;
  const read = withPoint(field.value);
  if (read === undefined) sayUnclear(field.value);
  field.value = read ?? before;
}

function readNumber(typed: string | number): number | null {
  const number = typed === '' ? Number.NaN : Number(typed);
  return Number.isFinite(number) ? number : null;
}

/** Three digits behind one comma: some write 1234 so, and others 1.234. */
const IN_EITHER_WAY = /^[-+]?[1-9]\d{0,2},\d{3}$/;

/**
 * A number that was written elsewhere, with a point before its decimals and without signs between its thousands.
 * Undefined: what its comma means cannot be told.
 */
function withPoint(text: string): string | undefined {
  const trimmed = text.trim();
  if (IN_EITHER_WAY.test(trimmed)) return undefined;
  const last = Math.max(trimmed.lastIndexOf(','), trimmed.lastIndexOf('.'));
  const sign = trimmed[last];
  const isOfDecimals = sign !== undefined && trimmed.indexOf(sign) === last;
  const digits = (part: string) => part.replaceAll(/[.,]/g, '');
  return isOfDecimals ? `${digits(trimmed.slice(0, last))}.${trimmed.slice(last + 1)}` : digits(trimmed);
}
