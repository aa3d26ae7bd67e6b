import { expect, it } from 'vitest';
import { convert } from './conversion.ts';
import { lineBetween } from './line-between.ts';

it.each([
  ['psi', 'bar', 14.503_773_773, 1],
  ['degF', '°C', 212, 100],
  ['K', '°F', 273.15, 32],
  ['kPa(g)', 'bar(g)', 250, 2.5],
])('%s become %s', (from, to, value, is) => {
  const line = lineBetween(from, to);
  if (typeof line !== 'object') throw new Error(`There is no line: ${line}`);
  expect(convert(line, value)).toBeCloseTo(is, 6);
});

it.each([
  ['psi', 'PSI', 'same'],
  ['Volts', 'Volts ', 'same'],
  ['psi', '°C', 'unlike'],
  ['bar(g)', 'bar(a)', 'unlike'],
  ['Volts', 'bar', undefined],
  ['', 'bar', undefined],
])('%s and %s are %s', (from, to, is) => {
  expect(lineBetween(from, to)).toBe(is);
});
