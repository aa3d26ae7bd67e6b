import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldColumns, indexAtOrAfter } from './fold-columns.ts';
import { MinMaxPyramid } from './min-max-pyramid.ts';

const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });

test('the lowest and the highest of any run are found, the earliest of equal ones', () => {
  const run = fc
    .array(fc.oneof(value, fc.constantFrom(0, 1)), { minLength: 1, maxLength: 3000 })
    .chain((values) => fc.tuple(fc.constant(values), fc.nat(values.length - 1), fc.nat(values.length - 1)));
  fc.assert(
    fc.property(run, ([values, a, b]) => {
      const [first, last] = [Math.min(a, b), Math.max(a, b)];
      const pyramid = new MinMaxPyramid(Float64Array.from(values));
      pyramid.scan(first, last);
      const part = values.slice(first, last + 1);
      expect(pyramid.lowAt).toBe(first + part.indexOf(Math.min(...part)));
      expect(pyramid.highAt).toBe(first + part.indexOf(Math.max(...part)));
    }),
  );
});

test('at every zoom each column has the minimum, maximum, first and last of its points, as a slow count has them', () => {
  const series = fc.array(fc.tuple(fc.double({ min: 0.001, max: 20, noNaN: true }), value), {
    minLength: 1,
    maxLength: 800,
  });
  const zoom = fc.record({
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    perTime: fc.constantFrom(0.001, 0.1, 1, 30),
  });
  fc.assert(
    fc.property(series, zoom, (points, { share, perTime }) => {
      let time = 1_700_000_000;
      const times = Float64Array.from(points, ([step]) => (time += step));
      const values = Float64Array.from(points, ([, v]) => v);
      const from = (times[0] ?? 0) + share * (time - (times[0] ?? 0));
      const fold = foldColumns({
        times,
        pyramid: new MinMaxPyramid(values),
        first: 0,
        last: times.length - 1,
        from,
        perTime,
      });
      const slow = new Map<number, number[]>();
      for (let i = 0; i < times.length; i++) {
        const column = Math.floor(((times[i] ?? 0) - from) * perTime);
        slow.set(column, [...(slow.get(column) ?? []), i]);
      }
      expect(fold.length).toBe(slow.size);
      let row = 0;
      for (const [column, indexes] of slow) {
        const own = indexes.map((i) => values[i] ?? Number.NaN);
        expect(fold.column[row]).toBe(column);
        expect(fold.first[row]).toBe(indexes[0]);
        expect(fold.last[row]).toBe(indexes.at(-1));
        expect(values[fold.low[row] ?? -1]).toBe(Math.min(...own));
        expect(values[fold.high[row] ?? -1]).toBe(Math.max(...own));
        row++;
      }
    }),
  );
});

test('a spike of one sample among a day of seconds stands in the column of its time, at every zoom', () => {
  const values = new Float64Array(86_400).fill(5);
  values[50_001] = 99;
  values[70_003] = -99;
  const times = Float64Array.from(values, (_, i) => i);
  const pyramid = new MinMaxPyramid(values);
  for (const columns of [37, 600, 1440, 5000]) {
    for (const [from, to] of [
      [0, 86_400],
      [40_000, 80_000],
      [49_900, 50_100],
    ] as const) {
      const first = indexAtOrAfter(times, from);
      const last = indexAtOrAfter(times, to) - 1;
      const fold = foldColumns({ times, pyramid, first, last, from, perTime: columns / (to - from) });
      const peak = [...fold.high.subarray(0, fold.length)].filter((index) => values[index] === 99);
      expect(peak).toEqual([50_001]);
    }
  }
});

test('nothing folds into nothing', () => {
  const times = new Float64Array(0);
  const fold = foldColumns({ times, pyramid: new MinMaxPyramid(times), first: 0, last: -1, from: 0, perTime: 1 });
  expect(fold.length).toBe(0);
});
