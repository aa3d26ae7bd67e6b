import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { SearchField } from '#ui/form/SearchField.tsx';
import classes from './views.module.css';

/** A search begins once nothing was typed for so long. */
const TYPING_MS = 250;

interface AlarmSearchProps {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Words that stand in the alarm or in what its asset is called. */
export function AlarmSearch({ value, onChange }: AlarmSearchProps) {
  const [text, setText] = useState(value ?? '');
  const tell = useDebouncedCallback((typed: string) => onChange(typed.trim() || undefined), TYPING_MS);
  useEffect(() => setText((typed) => (typed.trim() === (value ?? '') ? typed : (value ?? ''))), [value]);
  return (
    <SearchField
      label="Search alarms"
      placeholder="Search alarms"
      clearLabel="Clear the search"
      className={classes.search ?? ''}
      value={text}
      onChange={(typed) => {
        setText(typed);
        tell(typed);
      }}
    />
  );
}
