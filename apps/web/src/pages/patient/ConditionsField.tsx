import { TagsInput } from '@mantine/core';
import { useState } from 'react';
import { allOfThem, useMedicalTerms } from './use-medical-terms.ts';

interface ConditionsFieldProps {
  label: string;
  conditions: readonly string[];
  onChange: (conditions: string[]) => void;
}

/** Conditions of a patient; known names are suggested, and any other can be written. */
export function ConditionsField({ label, conditions, onChange }: ConditionsFieldProps) {
  const [typed, setTyped] = useState('');
  const terms = useMedicalTerms('conditions', typed);
  return (
    <TagsInput
      size="xs"
      label={label}
      data={terms.filter((term) => !conditions.includes(term))}
      filter={allOfThem}
      searchValue={typed}
      onSearchChange={setTyped}
      value={[...conditions]}
      onChange={onChange}
    />
  );
}
