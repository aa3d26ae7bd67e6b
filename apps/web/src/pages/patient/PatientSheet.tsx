import type { ReactNode } from 'react';
import classes from './patient.module.css';
import {
  ALLERGY_FIELDS,
  CONDITIONS,
  CONTACT_FIELDS,
  MEDICATIONS,
  medicationText,
  type PatientField,
  type StoredPatient,
} from './patient-info.ts';

/** The patient's information to read. */
export function PatientSheet({ patient: { info, strange } }: { patient: StoredPatient }) {
  const isShown = (field: PatientField, isEmpty: boolean) => strange.has(field) || !isEmpty;
  const known = CONTACT_FIELDS.filter(([field]) => isShown(field, info.texts[field] === ''));
  const allergic = ALLERGY_FIELDS.filter(([field]) => isShown(field, info.lists[field].length === 0));
  const conditions = info.lists[CONDITIONS[0]];
  const hasConditions = isShown(CONDITIONS[0], conditions.length === 0);
  return (
    <>
      <Section title="Contact" isEmpty={known.length === 0}>
        <dl className={classes.facts}>
          {known.map(([field, label]) => (
            <div key={field}>
              <dt>{label}</dt>
              <dd>{strange.has(field) ? <Strange /> : info.texts[field]}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="Current Conditions" isEmpty={!hasConditions && allergic.length === 0}>
        {strange.has(CONDITIONS[0]) ? (
          <Strange />
        ) : (
          <ul className={classes.list}>
            {conditions.map((condition) => (
              <li key={condition}>{condition}</li>
            ))}
          </ul>
        )}
        <dl className={classes.facts}>
          {allergic.map(([field, label]) => (
            <div key={field}>
              <dt>{label}</dt>
              <dd>{strange.has(field) ? <Strange /> : info.lists[field].join(', ')}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="Medications" isEmpty={!isShown(MEDICATIONS, info.medications.length === 0)}>
        {strange.has(MEDICATIONS) ? (
          <Strange />
        ) : (
          <ul className={classes.list}>
            {info.medications.map((medication, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same medicine may stand twice
              <li key={index}>{medicationText(medication)}</li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

/** Stands where a value is that nobody here can read. */
export function Strange() {
  return <span className={classes.strange}>Stored in a form that is not known here; it is left as it is.</span>;
}

export function Section({
  title,
  isEmpty = false,
  children,
}: {
  title: string;
  isEmpty?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={classes.section} aria-label={title}>
      <h3>{title}</h3>
      {isEmpty ? <p className={classes.none}>None recorded.</p> : children}
    </section>
  );
}
