import { JOB, type JobLists } from '@telltale/contract';
import type { EnumField, FormField, FormValues } from '#ui/dynamic-form/form-field.ts';
import { listRegions, listStates } from '../regions/regions.ts';

/** The steps count from 2 (spec 2 §2.8). */
export const STEPS = [
  { step: 2, title: 'Customer info' },
  { step: 3, title: 'Job info' },
  { step: 4, title: 'Technical info' },
  { step: 5, title: 'Equipment' },
  { step: 6, title: 'Confirm' },
] as const;
export type StepNumber = (typeof STEPS)[number]['step'];
export const FIRST_STEP: StepNumber = 2;
export const CONFIRM = 6;
export type FormStep = Exclude<StepNumber, typeof CONFIRM>;

/** Fixed lists (spec 2 §9). */
const RIG_RATINGS = ['285,000 lbs', '300,000 lbs'];
const FORMATIONS = [
  'Big Lime',
  'Berea',
  'Gordon Stray',
  'DJ',
  'Clinton',
  'Marcellus',
  'Oriskany',
  'Permian',
  'Utica',
  'Other',
];
const DESCRIPTIONS = [
  'Cement Drillout',
  'Cleanout',
  'Drill Out',
  'Drill Out - Tubing Install',
  'Fishing',
  'Hybrid Drill Out',
  'Other',
  'Tubing Install',
  'Tubing Pull',
];
const MOTORS = ['BICO', 'DRILEX', 'NOV', 'Other'];

/** Lists that operators edit. */
export interface WizardLists extends JobLists {
  readonly customers: readonly string[];
}

const MAX_TEXT = 80;
const MOST_FEET = 60_000;
const MOST_HOURS = 1_000;
const MOST_DIGITS = 99_999_999_999_999;

const plain = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));

/** A list, with what is chosen although the list does not have it (any more). */
function choice(name: string, values: FormValues, options: readonly { value: string; label: string }[]): EnumField {
  const chosen = values[name];
  const isForeign = typeof chosen === 'string' && chosen !== '' && !options.some(({ value }) => value === chosen);
  const all = isForeign ? [...options, { value: chosen, label: `${chosen} (not on the list)` }] : options;
  return { type: 'enum', name, label: name, options: all };
}

const hours = (name: string): FormField => ({
  type: 'number',
  name,
  label: name,
  unit: 'h',
  min: 0,
  max: MOST_HOURS,
});
const feet = (name: string): FormField => ({ type: 'number', name, label: name, min: 0, max: MOST_FEET });

/** The fields of every step that has some; the lists depend on what is chosen. */
export function fieldsOf(lists: WizardLists, values: FormValues): Readonly<Record<FormStep, readonly FormField[]>> {
  const states = listStates().map(({ key, text }) => ({ value: key, label: text }));
  const state = values[JOB.state];
  const regions = typeof state === 'string' ? listRegions(state) : [];
  const company: FormField =
    lists.customers.length === 0
      ? {
          type: 'text',
          name: JOB.oilCompany,
          label: JOB.oilCompany,
          description: 'The list of customers (customers.json) is empty, so any name is taken.',
          maxLength: MAX_TEXT,
          required: true,
        }
      : { ...choice(JOB.oilCompany, values, plain(lists.customers)), required: true };
  return {
    2: [
      company,
      { type: 'text', name: JOB.pad, label: JOB.pad, maxLength: MAX_TEXT, required: true },
      { type: 'text', name: JOB.well, label: JOB.well, maxLength: MAX_TEXT, required: true },
      { type: 'number', name: JOB.apiNumber, label: JOB.apiNumber, min: 0, max: MOST_DIGITS },
      choice(JOB.state, values, states),
      {
        ...choice(
          JOB.county,
          values,
          regions.map(({ key, text }) => ({ value: key, label: text })),
        ),
        ...(regions.length === 0 ? { placeholder: 'Choose a state first' } : {}),
      },
    ],
    3: [
      { type: 'datetime', name: JOB.start, label: JOB.start, required: true },
      { type: 'datetime', name: JOB.end, label: JOB.end, required: true },
      choice(JOB.description, values, plain(DESCRIPTIONS)),
      choice(JOB.formation, values, plain(FORMATIONS)),
      { type: 'separator', label: 'Planned times' },
      hours(JOB.rigUp),
      hours(JOB.rigOver),
      hours(JOB.circulation),
      hours(JOB.rigDown),
    ],
    4: [
      feet(JOB.totalDepth),
      feet(JOB.killDepth),
      feet(JOB.productionDepth),
      { type: 'number', name: JOB.bopCount, label: JOB.bopCount, min: 0, max: 20 },
      { type: 'boolean', name: JOB.highPressure, label: JOB.highPressure },
    ],
    5: [
      choice(JOB.rigRating, values, plain(RIG_RATINGS)),
      choice(JOB.plugType, values, plain(lists.fracPlugTypes)),
      choice(JOB.motor, values, plain(MOTORS)),
      choice(JOB.bit, values, plain(lists.bits)),
    ],
  };
}
