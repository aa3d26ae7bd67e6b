import { PLAIN_DISPLAY } from '@telltale/contract';
import { expect, test } from 'vitest';
import { aReading } from '#tile-kit/testing/tile-world.tsx';
import { askedText, controlNumber, stepOf } from './control-number.ts';

const read = (decimals: number | null) => aReading({ unit: 'rpm', display: { ...PLAIN_DISPLAY, decimals } });

test.each([
  [0, null, 0, '0 rpm'],
  [100, null, 0, '100 rpm'],
  [100, 1, 0, '100.0 rpm'],
  [0.5, 0, 0, '0.5 rpm'],
  [0.1 + 0.2, null, 0, '0.3 rpm'],
  [25, null, 1, '25.0 rpm'],
  [1_250, null, 0, '1,250 rpm'],
])('%d of a data item read to %s decimals, drawn to %d, is %s', (value, decimals, least, text) => {
  expect(controlNumber(value, read(decimals), least)).toBe(text);
});

test.each([
  [50, '50.00 rpm'],
  [0.125, '0.125 rpm'],
  ['auto', 'auto'],
])('what was asked for stands as it was sent: %j is %s', (asked, text) => {
  expect(askedText(asked, read(null))).toBe(text);
});

test.each([
  [5, 0, 100, 5],
  [0, 0, 100, 1],
  [0, 0, 1, 0.01],
  [0, 0, 1 / 3, 0.0033],
])('a step of %d from %d to %d is %d', (step, min, max, expected) => {
  expect(stepOf(step, { min, max })).toBe(expected);
});
