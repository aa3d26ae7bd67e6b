import { expect, test } from 'vitest';
import { foundBy } from './found-by.ts';

const options = [
  { value: '5', label: 'Wellhead', disabled: false },
  { value: '6', label: 'Flow', disabled: false },
];
const filter = foundBy((value) => (value === '5' ? ['Wellhead', 'PT-101'] : []));

test.each([
  ['pt-1', ['Wellhead']],
  [' WELL', ['Wellhead']],
  ['flow', ['Flow']],
  ['', ['Wellhead', 'Flow']],
  ['none', []],
])('%j finds options by their label and by their other names', (search, found) => {
  const shown = filter({ options, search, limit: 10 });
  expect(shown.map((one) => 'label' in one && one.label)).toEqual(found);
});

test('no more are found than are wanted', () => {
  expect(filter({ options, search: '', limit: 1 })).toHaveLength(1);
});
