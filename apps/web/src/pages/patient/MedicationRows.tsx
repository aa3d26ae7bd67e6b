import { ActionIcon, Autocomplete, Button, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './patient.module.css';
import type { Medication } from './patient-info.ts';
import { allOfThem, useMedicalTerms } from './use-medical-terms.ts';

interface MedicationRowsProps {
  medications: readonly Medication[];
  onChange: (next: readonly Medication[]) => void;
}

const DETAILS = [
  ['dose', 'Dose'],
  ['schedule', 'Schedule'],
] as const;

/** The medicines of a patient, a row for each. */
export function MedicationRows({ medications, onChange }: MedicationRowsProps) {
  const change = (index: number, part: Partial<Pick<Medication, 'name' | 'dose' | 'schedule'>>) =>
    onChange(medications.map((medication, at) => (at === index ? { ...medication, ...part } : medication)));
  return (
    <>
      {medications.map((medication, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
        <div key={index} className={classes.medication}>
          <MedicineName
            label={`Name of medication ${index + 1}`}
            name={medication.name}
            onChange={(name) => change(index, { name })}
          />
          {DETAILS.map(([key, label]) => (
            <TextInput
              key={key}
              aria-label={`${label} of medication ${index + 1}`}
              placeholder={label}
              value={medication[key]}
              onChange={({ currentTarget }) => change(index, { [key]: currentTarget.value })}
            />
          ))}
          <ActionIcon
            size="input-xs"
            aria-label={`Remove medication ${index + 1}`}
            onClick={() => onChange(medications.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <Button variant="default" onClick={() => onChange([...medications, { name: '', dose: '', schedule: '' }])}>
        Add medication
      </Button>
    </>
  );
}

interface MedicineNameProps {
  label: string;
  name: string;
  onChange: (name: string) => void;
}

/** The name of a medicine; known ones are suggested, and any other can be written. */
function MedicineName({ label, name, onChange }: MedicineNameProps) {
  const [isWriting, setWriting] = useState(false);
  const terms = useMedicalTerms('drugs', isWriting ? name : '');
  return (
    <Autocomplete
      size="xs"
      aria-label={label}
      placeholder="Name"
      data={[...terms]}
      filter={allOfThem}
      value={name}
      onChange={onChange}
      onFocus={() => setWriting(true)}
      onBlur={() => setWriting(false)}
    />
  );
}
