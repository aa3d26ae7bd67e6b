import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clampSmooth, movingMean } from './smooth.ts';

const times = (count: number) => Array.from({ length: count }, (_, i) => i);

test('each value becomes the mean of itself and the values before it', () => {
  expect(movingMean(times(6), [1, 2, 3, 4, 5, 6], 3)).toEqual([1, 1.5, 2, 3, 4, 5]);
});

test('one sample leaves the series as measured', () => {
  expect(movingMean(times(3), [3, 1, 2], 1)).toEqual([3, 1, 2]);
});

test('absent values stay absent and count for nothing', () => {
  expect(movingMean(times(5), [2, null, 4, undefined, 6], 2)).toEqual([2, null, 3, undefined, 5]);
});

test('the mean starts anew after a gap', () => {
  expect(movingMean([0, 1, 2, 60, 61], [1, 1, 1, 9, 9], 3, 5)).toEqual([1, 1, 1, 9, 9]);
});

test('one huge value leaves no trace once it is out of the window', () => {
  const column = [1e16, 1, 1, 1, 1, 1, 1];
  expect(movingMean(times(7), column, 3).slice(3)).toEqual([1, 1, 1, 1]);
});

test.each([
  [0, 1],
  [-5, 1],
  [7.4, 7],
  [100, 100],
  [5000, 100],
  [Number.NaN, 1],
])('%d samples are used as %d', (samples, used) => {
  expect(clampSmooth(samples)).toBe(used);
});

test('it equals the mean taken the slow way', () => {
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
    { weight: 1, arbitrary: fc.constant(null) },
  );
  fc.assert(
    fc.property(fc.array(value, { maxLength: 80 }), fc.integer({ min: 1, max: 30 }), (column, samples) => {
      const seen: number[] = [];
      const expected = column.map((entry) => {
        if (entry === null) return null;
        seen.push(entry);
        const window = seen.slice(-samples);
        return window.reduce((sum, v) => sum + v, 0) / window.length;
      });
      const actual = movingMean(times(column.length), column, samples);
      for (const [i, want] of expected.entries()) {
        if (want === null) expect(actual[i]).toBeNull();
        else expect(Math.abs((actual[i] ?? Number.NaN) - want)).toBeLessThan(1e-6);
      }
    }),
  );
});
