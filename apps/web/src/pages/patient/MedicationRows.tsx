import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import classes from './patient.module.css';
import type { Medication } from './patient-info.ts';

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
          <TextInput
            aria-label={`Name of medication ${index + 1}`}
            placeholder="Name"
            value={medication.name}
            onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
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
            size="input-sm"
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
