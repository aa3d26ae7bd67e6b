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

test('interpolated: each is read off its line at the times of the other, not before its first point', () => {
  expect(pairs(matchPoints(x, y, 'interpolated'))).toEqual([
    [11, 100],
    [12, 200],
    [13, 300],
    [15, 500],
  ]);
});

test('nothing is read across a gap', () => {
  const matched = matchPoints(x, { ...y, breaks: [1] }, 'interpolated');
  expect(pairs(matched)).toEqual([
    [11, 100],
    [13, 300],
    [15, 500],
  ]);
  expect(matched.breaks).toEqual([1]);
});

test('no point of either is lost where both were measured all along, an extreme one least of all', () => {
  const times = fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 40 });
  const within = (list: number[]) => [0, ...list.sort((a, b) => a - b), 1000];
  fc.assert(
    fc.property(times, times, fc.infiniteStream(fc.integer()), (first, second, values) => {
      const [a, b] = [first, second].map((list) => series(within(list).map((time) => [time, values.next().value])));
      if (a === undefined || b === undefined) throw new Error('two series were expected');
      const matched = matchPoints(a, b, 'interpolated');
      for (const [{ times, values: measured }, found] of [
        [a, matched.x],
        [b, matched.y],
      ] as const) {
        for (const [index, time] of times.entries()) expect(found[matched.times.indexOf(time)]).toBe(measured[index]);
      }
    }),
  );
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
