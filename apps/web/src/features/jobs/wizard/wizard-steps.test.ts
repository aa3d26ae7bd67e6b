import { JOB } from '@telltale/contract';
import { expect, test } from 'vitest';
import { fieldsOf } from './wizard-steps.ts';

/** As the specification lists them (spec 2 §9). */
const LISTS: Readonly<Record<string, string>> = {
  [JOB.rigRating]: '285,000 lbs; 300,000 lbs',
  [JOB.formation]: 'Big Lime; Berea; Gordon Stray; DJ; Clinton; Marcellus; Oriskany; Permian; Utica; Other',
  [JOB.description]:
    'Cement Drillout; Cleanout; Drill Out; Drill Out - Tubing Install; Fishing; Hybrid Drill Out; Other; Tubing Install; Tubing Pull',
  [JOB.motor]: 'BICO; DRILEX; NOV; Other',
};

test.each(Object.entries(LISTS))('%s offers what is specified, in its order', (name, options) => {
  const steps = fieldsOf({ customers: [], fracPlugTypes: ['A'], bits: ['B'] }, {});
  const field = Object.values(steps)
    .flat()
    .find((one) => 'name' in one && one.name === name);
  const offered = field?.type === 'enum' ? field.options.map(({ label }) => label) : [];
  expect(offered.join('; ')).toBe(options);
});

test('states are the 51 of the country and four regions beside it, by their numbers', () => {
  const steps = fieldsOf({ customers: [], fracPlugTypes: [], bits: [] }, {});
  const state = steps[2].find((one) => 'name' in one && one.name === JOB.state);
  const keys = state?.type === 'enum' ? state.options.map(({ value }) => Number(value)) : [];
  expect(keys.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 51 }, (_, n) => n + 1), 55, 56, 60, 61]);
});
