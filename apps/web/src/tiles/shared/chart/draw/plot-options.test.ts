// @vitest-environment jsdom
import '#testing/setup.ts';
import { expect, test } from 'vitest';
import { logSplits, logTickLabels, mostDecimals, powersOfTen, valueRange, valueTickLabels } from './plot-options.ts';

const automatic = { min: null, max: null, isLog: false };

test('an automatic axis leaves room about the data; fixed ends hold', () => {
  const [low, high] = valueRange([10, 20], automatic);
  expect(low).toBeLessThan(10);
  expect(high).toBeGreaterThan(20);
  expect(valueRange([10, 20], { ...automatic, min: 0, max: 50 })).toEqual([0, 50]);
  expect(valueRange(null, automatic)).toEqual([0, 1]);
});

test('an end that is fixed beyond all data leaves room for the other', () => {
  expect(valueRange([1, 2], { ...automatic, min: 100 })).toEqual([100, 101]);
  expect(valueRange([1, 2], { ...automatic, max: -5 })).toEqual([-6, -5]);
});

test('a logarithmic axis spans whole decades, and takes no end of zero and below', () => {
  const log = { ...automatic, isLog: true };
  expect(valueRange([3, 4500], log)).toEqual([1, 10_000]);
  expect(valueRange([3, 4500], { ...log, min: -1 })).toEqual([1, 10_000]);
  expect(valueRange([3, 4500], { ...log, min: 2 })).toEqual([2, 10_000]);
  expect(valueRange([10, 10], log)).toEqual([10, 100]);
  expect(valueRange(null, log)).toEqual([1, 10]);
  expect(valueRange([1, 5], { ...log, min: 100 })).toEqual([100, 1000]);
});

test('its lines are the powers of ten', () => {
  expect(powersOfTen(0.01, 100)).toEqual([0.01, 0.1, 1, 10, 100]);
  expect(powersOfTen(2, 9)).toEqual([]);
  expect(logTickLabels([0.001, 1, null, 10_000, 1e9])).toEqual(['0.001', '1', '', '10,000', '1e9']);
});

test.each<[string, number, number, number[]]>([
  ['decades', 0.5, 2000, [1, 10, 100, 1000]],
  ['round values within a decade', 1.5, 9, [2, 5]],
  ['equal steps in a small part of one', 210, 290, [220, 240, 260, 280]],
])('a logarithmic axis has lines at %s', (_where, min, max, splits) => {
  expect(logSplits(min, max)).toEqual(splits);
});

test('lines between the powers of ten are labelled as they are', () => {
  expect(logTickLabels([2.5, 0.025, 250])).toEqual(['2.5', '0.025', '250']);
});

test('labels have as many decimals as their ticks are apart, and large ones are shortened', () => {
  expect(valueTickLabels([0, 0.5, 1], 0.5)).toEqual(['0.0', '0.5', '1.0']);
  expect(valueTickLabels([0, 2_000_000, 4_000_000], 2_000_000)).toEqual(['0M', '2M', '4M']);
  expect(valueTickLabels([0, 5e-8, 1e-7], 5e-8)).toEqual(['0.00000000', '0.00000005', '0.00000010']);
  expect(valueTickLabels([-5e14, 0, 5e14], 5e14)).toEqual(['-5e14', '0', '5e14']);
});

test('an axis labels no tick between values that its data items have', () => {
  expect(valueTickLabels([0, 0.5, 1], 0.5, 0)).toEqual(['0', '', '1']);
  expect(valueTickLabels([0, 20, 40], 20, 2)).toEqual(['0', '20', '40']);
  expect([mostDecimals({ decimals: 0 }, 10), mostDecimals({ decimals: 0 }, 0.5)]).toEqual([
    0,
    Number.POSITIVE_INFINITY,
  ]);
});
