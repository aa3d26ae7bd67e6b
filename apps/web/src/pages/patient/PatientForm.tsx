import { TagsInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { ConditionsField } from './ConditionsField.tsx';
import { MedicationRows } from './MedicationRows.tsx';
import { Section, Strange } from './PatientSheet.tsx';
import classes from './patient.module.css';
import {
  ALLERGENS,
  ALLERGY_FIELDS,
  CONDITIONS,
  CONTACT_FIELDS,
  type ListField,
  MEDICATIONS,
  type PatientField,
  type PatientInfo,
} from './patient-info.ts';

interface PatientFormProps {
  info: PatientInfo;
  /** Fields that are left as they are. */
  strange: ReadonlySet<PatientField>;
  isDisabled: boolean;
  onChange: (next: PatientInfo) => void;
}

/** The patient's information to change. */
export function PatientForm({ info, strange, isDisabled, onChange }: PatientFormProps) {
  const { texts, lists } = info;
  const changeList = (field: ListField, list: string[]) => onChange({ ...info, lists: { ...lists, [field]: list } });
  return (
    <fieldset className={classes.form} disabled={isDisabled}>
      <Section title="Contact">
        <div className={classes.fields}>
          {CONTACT_FIELDS.map(([field, label]) => (
            <Field key={field} label={label} isStrange={strange.has(field)}>
              <TextInput
                label={label}
                type={field === 'contact.dateOfBirth' ? 'date' : 'text'}
                autoComplete="off"
                value={texts[field]}
                onChange={({ currentTarget }) =>
                  onChange({ ...info, texts: { ...texts, [field]: currentTarget.value } })
                }
              />
            </Field>
          ))}
        </div>
      </Section>
      <Section title="Current Conditions">
        <div className={classes.fields}>
          <Field label={CONDITIONS[1]} isStrange={strange.has(CONDITIONS[0])}>
            <ConditionsField
              label={CONDITIONS[1]}
              conditions={lists[CONDITIONS[0]]}
              onChange={(list) => changeList(CONDITIONS[0], list)}
            />
          </Field>
          {ALLERGY_FIELDS.map(([field, label]) => (
            <Field key={field} label={label} isStrange={strange.has(field)}>
              <TagsInput
                size="xs"
                label={label}
                data={[...ALLERGENS[field]]}
                value={[...lists[field]]}
                onChange={(list) => changeList(field, list)}
              />
            </Field>
          ))}
        </div>
      </Section>
      <Section title="Medications">
        {strange.has(MEDICATIONS) ? (
          <Strange />
        ) : (
          <MedicationRows
            medications={info.medications}
            onChange={(medications) => onChange({ ...info, medications })}
          />
        )}
      </Section>
    </fieldset>
  );
}

function Field({ label, isStrange, children }: { label: string; isStrange: boolean; children: ReactNode }) {
  if (!isStrange) return children;
  return (
    <div>
      <span className={classes.label}>{label}</span>
      <Strange />
    </div>
  );
}
