import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clampDecimals, decimalsOfStep, formatBriefly, formatNumber, formatTicks, NO_VALUE } from './number.ts';

test.each([
  [1234.5, undefined, '1,234.50'],
  [0, 2, '0.00'],
  [-0, 0, '0'],
  [-0.001, 2, '0.00'],
  [-1234567.891, 1, '-1,234,567.9'],
  [1e-9, 3, '0.000'],
  [12, 0, '12'],
  [1.25e21, 2, '1.25e+21'],
  [3.125, 40, '3.125000000000'],
])('%d with %s decimals reads %s', (value, decimals, text) => {
  expect(formatNumber(value, decimals)).toBe(text);
});

test.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  '%s reads - -',
  (value) => {
    expect(formatNumber(value, 2)).toBe(NO_VALUE);
  },
);

test.each([
  [Number.NaN, 2],
  [-3, 0],
  [2.6, 3],
  [99, 12],
])('%d decimals are used as %d', (stored, used) => {
  expect(clampDecimals(stored)).toBe(used);
});

test.each([
  [10, 0],
  [5, 0],
  [2.5, 1],
  [0.25, 2],
  [0.1, 1],
  [0.0005, 4],
  [1 / 3, 6],
  [0, 0],
  [Number.NaN, 0],
])('ticks %d apart need %d decimals', (step, decimals) => {
  expect(decimalsOfStep(step)).toBe(decimals);
});

test('every finite number below 1e15 reads back within half of its last digit', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e14, max: 1e14, noNaN: true }),
      fc.integer({ min: 0, max: 6 }),
      (value, decimals) => {
        const text = formatNumber(value, decimals);
        const back = Number(text.replaceAll(',', ''));
        expect(Math.abs(back - value)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + Math.abs(value) * 1e-15);
        expect(text.split('.')[1]?.length ?? 0).toBe(decimals);
      },
    ),
  );
});

test.each([
  [
    [0, 10, 20],
    ['0', '10', '20'],
  ],
  [
    [0, 2.5, 5],
    ['0', '2.5', '5.0'],
  ],
  [
    [-1, -0.5, 0],
    ['-1.0', '-0.5', '0'],
  ],
  [
    [0, 3000, 6000],
    ['0', '3,000', '6,000'],
  ],
  [
    [0, 15_000, 30_000],
    ['0', '15k', '30k'],
  ],
  [
    [0, 2_500_000, 5_000_000],
    ['0', '2.5M', '5.0M'],
  ],
  [
    [0, 5e14, 1e15],
    ['0', '5e14', '1e15'],
  ],
  [
    [-1.25e-7, 0, 1.25e-7],
    ['-1.25e-7', '0', '1.25e-7'],
  ],
  [
    [0, 100 / 3, 200 / 3],
    ['0', '33.3', '66.7'],
  ],
  [
    [7, 7],
    ['7', '7'],
  ],
  [[], []],
])('the ticks %j read %j', (ticks, labels) => {
  expect(formatTicks(ticks)).toEqual(labels);
});

test.each([
  [484, '484'],
  [483.9996, '484'],
  [48.375, '48.38'],
  [0.25, '0.25'],
  [-1234.5, '-1,235'],
  [0, '0'],
  [12_340, '12.34k'],
  [-123_456.789, '-123.5k'],
  [98_765_432.1, '98.77M'],
  [100_000_000, '100M'],
  [2.5e15, '2.5e15'],
  [0.00005, '5e-5'],
])('%d alone reads %s', (value, text) => expect(formatBriefly(value)).toBe(text));
