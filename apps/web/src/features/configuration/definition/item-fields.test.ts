import { PLAIN_DISPLAY } from '@telltale/contract';
import { describe, expect, it, test } from 'vitest';
import { itemFields, textOf, withField } from './item-fields.ts';

const item = {
  dataItemId: 5 as never,
  label: '13',
  unit: 'bar',
  created: '2026-11-20T12:00:00.000Z',
  defaultValue: 0,
  retentionDays: 30,
  display: { ...PLAIN_DISPLAY, decimals: 1, min: 0, max: 10 },
  calculation: null,
  scaling: null,
};
const kind = (field: string) => itemFields.find((one) => one.field === field);

test.each([
  ['decimals', '13', 'Decimals are a whole number from 0 to 12.'],
  ['decimals', '1.5', 'Decimals are a whole number from 0 to 12.'],
  ['decimals', '', undefined],
  ['min', '10', 'The scale must end above where it begins.'],
  ['min', 'x', 'The scale ends at numbers.'],
  ['max', '1e3', undefined],
  ['max', '', undefined],
  ['defaultValue', 'Infinity', 'A default value is a number.'],
  ['retentionDays', '36501', 'Days are a whole number from 0 to 36,500.'],
  ['unit', 'x'.repeat(65), 'A unit has at most 64 characters.'],
])('%s %j: %s', (field, text, fault) => expect(kind(field)?.fault(text, item)).toBe(fault));

describe('one field of a data item', () => {
  it('is shown as it is set, and empty where it is not', () => {
    expect(itemFields.map(({ field }) => textOf(item, field))).toEqual(['bar', '1', '0', '10', '', '30']);
  });

  it('is sent alone: the others may be other ones by now', () => {
    expect(withField(item, 'decimals', '')).toEqual({ label: '13', display: { decimals: null } });
    expect(withField(item, 'max', '12')).toEqual({ label: '13', display: { max: 12 } });
    expect(withField(item, 'unit', 'psi')).toEqual({ label: '13', unit: 'psi' });
    expect(withField(item, 'defaultValue', '')).toEqual({ label: '13', defaultValue: 0 });
    expect(withField(item, 'retentionDays', '')).toEqual({ label: '13', retentionDays: 0 });
  });
});
