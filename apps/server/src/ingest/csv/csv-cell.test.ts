import { expect, it } from 'vitest';
import { cellReader } from './csv-cell.ts';

it.each([
  ['007', '007'],
  ['00', '00'],
  ['0', 0],
  ['0.7', 0.7],
  ['-07', -7],
  ['07.5', 7.5],
  ['70', 70],
])('a cell %s reads as %j: digits that begin with a zero are the name of something', (cell, value) => {
  expect(cellReader('.')(cell)).toBe(value);
});
