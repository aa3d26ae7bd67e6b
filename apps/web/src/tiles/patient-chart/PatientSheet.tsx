import type { ReactNode } from 'react';
import classes from './patient-chart.module.css';
import { CONTACT_FIELDS, type PatientInfo } from './patient-info.ts';

const ALLERGEN_KINDS = [
  ['food', 'Food'],
  ['environmental', 'Environmental'],
  ['drug', 'Drug'],
] as const;

/** The patient's information to read. */
export function PatientSheet({ info: { contact, conditions, allergens, medications } }: { info: PatientInfo }) {
  const known = CONTACT_FIELDS.filter(([key]) => contact[key] !== '');
  const allergic = ALLERGEN_KINDS.filter(([kind]) => allergens[kind].length > 0);
  return (
    <>
      <Section title="Contact" isEmpty={known.length === 0}>
        <dl className={classes.facts}>
          {known.map(([key, label]) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{contact[key]}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="Current Conditions" isEmpty={conditions.length === 0 && allergic.length === 0}>
        <ul className={classes.list}>
          {conditions.map((condition) => (
            <li key={condition}>{condition}</li>
          ))}
        </ul>
        <dl className={classes.facts}>
          {allergic.map(([kind, label]) => (
            <div key={kind}>
              <dt>{label} allergies</dt>
              <dd>{allergens[kind].join(', ')}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="Medications" isEmpty={medications.length === 0}>
        <ul className={classes.list}>
          {medications.map(({ name, dose, schedule }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same medicine may stand twice
            <li key={index}>{[name, dose, schedule].filter(Boolean).join(', ')}</li>
          ))}
        </ul>
      </Section>
    </>
  );
}

function Section({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h3>{title}</h3>
      {isEmpty ? <p className={classes.none}>None recorded.</p> : children}
    </section>
  );
}
