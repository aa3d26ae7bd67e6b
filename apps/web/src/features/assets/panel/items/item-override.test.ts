import { type ItemDisplay, itemDisplayOverrideSchema, PLAIN_DISPLAY } from '@telltale/contract';
import { displayOf } from '@telltale/domain';
import { expect, test } from 'vitest';
import { overrideOf } from './item-override.ts';

const display: ItemDisplay = { ...PLAIN_DISPLAY, decimals: 1, min: 0, max: 100, words: [{ value: 0, word: 'Off' }] };
const defined = { unit: 'bar', display };

test('what is as in the definition is left out', () => {
  expect(overrideOf(defined, { unit: 'bar', display: structuredClone(display) })).toEqual({});
});

test.each<[Partial<ItemDisplay>]>([
  [{ max: 250 }],
  [{ max: null, decimals: 0 }],
  [{ words: [] }],
  [{ bands: { ...PLAIN_DISPLAY.bands, high: { limit: 80, color: '', severity: 5 } } }],
])('%j is sent alone, and gives what was described', (changed) => {
  const described = { ...display, ...changed };
  const override = overrideOf(defined, { unit: 'bar', display: described });
  expect(override).toEqual(changed);
  expect(displayOf(display, itemDisplayOverrideSchema.parse(override))).toEqual(described);
});

test('the unit is one of the fields', () => {
  expect(overrideOf(defined, { unit: 'kPa', display })).toEqual({ unit: 'kPa' });
});
