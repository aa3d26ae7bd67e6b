import { useState } from 'react';
import { NumberField } from './NumberField.tsx';

interface RequiredNumberProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  step?: number;
}

/** A number that must be there: an emptied field says so, and the setting keeps its last value. */
export function RequiredNumber({ label, value, onChange, ...limits }: RequiredNumberProps) {
  const [isEmpty, setEmpty] = useState(false);
  return (
    <NumberField
      label={label}
      isRequired
      {...limits}
      value={isEmpty ? null : value}
      onChange={(next) => {
        setEmpty(next === null);
        if (next !== null) onChange(next);
      }}
    />
  );
}
