import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findGaps, gapLimit } from './gaps.ts';

const everySecond = Array.from({ length: 100 }, (_, i) => i);
const ones = (count: number) => Array.from({ length: count }, () => 1);

test('a hole of a minute in a 1 Hz series is a gap', () => {
  const times = everySecond.map((t) => (t < 50 ? t : t + 60));
  const limit = gapLimit(times, ones(100));
  expect(limit).toBe(6);
  expect(findGaps(times, ones(100), limit)).toEqual([[49, 50]]);
});

test('two missed reports in a 1 Hz series are no gap', () => {
  const times = everySecond.map((t) => (t < 50 ? t : t + 2));
  expect(findGaps(times, ones(100), gapLimit(times, ones(100)))).toEqual([]);
});

test('a slow series beside a fast one has no gaps: rows of the other series do not count', () => {
  const slow = everySecond.map((t) => (t % 10 === 0 ? 5 : null));
  const limit = gapLimit(everySecond, slow);
  expect(limit).toBe(60);
  expect(findGaps(everySecond, slow, limit)).toEqual([]);
});

test('a series that reports on change, at any pace, is not cut to pieces', () => {
  let time = 0;
  const times = Array.from({ length: 200 }, (_, i) => (time += i % 7 === 0 ? 90 : 1 + (i % 3)));
  expect(findGaps(times, ones(200), gapLimit(times, ones(200)))).toEqual([]);
});

test.each([0, 1, 2])('with %i points no pace is known, so nothing is a gap', (count) => {
  expect(gapLimit(everySecond.slice(0, count), ones(count))).toBe(Number.POSITIVE_INFINITY);
});

test('a long column is sampled and still learns the pace', () => {
  const times = Array.from({ length: 200_000 }, (_, i) => i * 0.5);
  expect(gapLimit(times, ones(200_000))).toBeCloseTo(3);
});

test('no gap is found in any evenly spaced series, and one is wherever ten intervals are missing', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 30, max: 300 }),
      fc.double({ min: 0.1, max: 3600, noNaN: true }),
      fc.integer({ min: 5, max: 25 }),
      (count, step, holeAt) => {
        const even = Array.from({ length: count }, (_, i) => i * step);
        expect(findGaps(even, ones(count), gapLimit(even, ones(count)))).toEqual([]);
        const holed = even.map((t, i) => (i <= holeAt ? t : t + 10 * step));
        expect(findGaps(holed, ones(count), gapLimit(holed, ones(count)))).toEqual([[holeAt, holeAt + 1]]);
      },
    ),
  );
});
