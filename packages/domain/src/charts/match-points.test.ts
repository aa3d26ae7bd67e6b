import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchPoints } from './match-points.ts';

const series = (points: [number, number][], breaks: number[] = []) => ({
  times: points.map(([time]) => time),
  values: points.map(([, value]) => value),
  breaks,
});
const pairs = ({ x, y }: { x: Float64Array; y: Float64Array }) => [...x].map((value, index) => [value, y[index]]);
const x = series([
  [0, 10],
  [1, 11],
  [2, 12],
  [5, 15],
]);
const y = series([
  [1, 100],
  [3, 300],
  [5, 500],
]);

test('equal times only', () => {
  expect(pairs(matchPoints(x, y, 'equal'))).toEqual([
    [11, 100],
    [15, 500],
  ]);
});

test('interpolated: y is read off its line, not before its first point', () => {
  expect(pairs(matchPoints(x, y, 'interpolated'))).toEqual([
    [11, 100],
    [12, 200],
    [15, 500],
  ]);
});

test('nothing is read across a gap', () => {
  expect(pairs(matchPoints(x, { ...y, breaks: [1] }, 'interpolated'))).toEqual([
    [11, 100],
    [15, 500],
  ]);
});

test('a series matched with itself is itself', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 1e6 }), { maxLength: 50 }), (unordered) => {
      const times = unordered.sort((a, b) => a - b);
      const own = { times, values: times.map((t) => t * 2), breaks: [] };
      for (const mode of ['equal', 'interpolated'] as const) {
        const matched = matchPoints(own, own, mode);
        expect([...matched.times]).toEqual(times);
        expect([...matched.x]).toEqual([...matched.y]);
      }
    }),
  );
});
