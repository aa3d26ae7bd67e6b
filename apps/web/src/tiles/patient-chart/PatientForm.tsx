import { ActionIcon, Button, TagsInput, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import classes from './patient-chart.module.css';
import { ALLERGENS, CONTACT_FIELDS, type Medication, type PatientInfo } from './patient-info.ts';

interface PatientFormProps {
  info: PatientInfo;
  onChange: (next: PatientInfo) => void;
}

const MEDICATION_FIELDS = [
  ['name', 'Name'],
  ['dose', 'Dose'],
  ['schedule', 'Schedule'],
] as const;

/** The patient's information to change. */
export function PatientForm({ info, onChange }: PatientFormProps) {
  const { contact, allergens } = info;
  const changeAllergens = (part: Partial<PatientInfo['allergens']>) =>
    onChange({ ...info, allergens: { ...allergens, ...part } });
  return (
    <>
      <section className={classes.section} aria-label="Contact">
        <h3>Contact</h3>
        <div className={classes.fields}>
          {CONTACT_FIELDS.map(([key, label]) => (
            <TextInput
              key={key}
              label={label}
              type={key === 'dateOfBirth' ? 'date' : 'text'}
              value={contact[key]}
              onChange={({ currentTarget }) =>
                onChange({ ...info, contact: { ...contact, [key]: currentTarget.value } })
              }
            />
          ))}
        </div>
      </section>
      <section className={classes.section} aria-label="Current Conditions">
        <h3>Current Conditions</h3>
        <div className={classes.fields}>
          <TagsInput
            label="Conditions"
            value={info.conditions}
            onChange={(conditions) => onChange({ ...info, conditions })}
          />
          <TagsInput
            label="Food allergies"
            data={ALLERGENS.food}
            value={allergens.food}
            onChange={(food) => changeAllergens({ food })}
          />
          <TagsInput
            label="Environmental allergies"
            data={ALLERGENS.environmental}
            value={allergens.environmental}
            onChange={(environmental) => changeAllergens({ environmental })}
          />
          <TagsInput
            label="Drug allergies"
            data={ALLERGENS.drug}
            value={allergens.drug}
            onChange={(drug) => changeAllergens({ drug })}
          />
        </div>
      </section>
      <Medications medications={info.medications} onChange={(medications) => onChange({ ...info, medications })} />
    </>
  );
}

interface MedicationsProps {
  medications: readonly Medication[];
  onChange: (next: Medication[]) => void;
}

function Medications({ medications, onChange }: MedicationsProps) {
  const change = (index: number, part: Partial<Medication>) =>
    onChange(medications.map((medication, at) => (at === index ? { ...medication, ...part } : medication)));
  return (
    <section className={classes.section} aria-label="Medications">
      <h3>Medications</h3>
      {medications.map((medication, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
        <div key={index} className={classes.medication}>
          {MEDICATION_FIELDS.map(([key, label]) => (
            <TextInput
              key={key}
              aria-label={`${label} of medication ${index + 1}`}
              placeholder={label}
              value={medication[key]}
              onChange={({ currentTarget }) => change(index, { [key]: currentTarget.value })}
            />
          ))}
          <ActionIcon
            size={30}
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
    </section>
  );
}
