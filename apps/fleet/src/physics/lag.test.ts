import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clamp, lag, ramp, toDecimals } from './lag.ts';

const finite = fc.double({ min: -1e6, max: 1e6, noNaN: true });

test('ten steps of a lag end where one of ten times the length ends', () => {
  fc.assert(
    fc.property(finite, finite, (from, target) => {
      let stepped = from;
      for (let i = 0; i < 10; i++) stepped = lag(stepped, target, 1, 40);
      expect(stepped).toBeCloseTo(lag(from, target, 10, 40), 4);
    }),
  );
});

test('a lag has gone 63 % of the way after its time constant, and never beyond the target', () => {
  expect(lag(0, 1, 40, 40)).toBeCloseTo(1 - Math.exp(-1), 10);
  expect(lag(0, 1, 1e9, 40)).toBe(1);
});

test('a ramp moves by no more than its rate and stops at the target', () => {
  expect(ramp(0, 100, 2, 10)).toBe(20);
  expect(ramp(95, 100, 2, 10)).toBe(100);
  expect(ramp(100, 0, 2, 10)).toBe(80);
});

test.each([
  [5, 0, 3, 3],
  [-1, 0, 3, 0],
  [2, 0, 3, 2],
])('clamp of %d to %d..%d is %d', (value, min, max, expected) => {
  expect(clamp(value, min, max)).toBe(expected);
});

test.each([
  [1.2345, 2, 1.23],
  [-0.0001, 2, 0],
  [1234.5, 0, 1235],
])('%d to %d decimals is %d', (value, decimals, expected) => {
  expect(toDecimals(value, decimals)).toBe(expected);
  expect(Object.is(toDecimals(value, decimals), -0)).toBe(false);
});
