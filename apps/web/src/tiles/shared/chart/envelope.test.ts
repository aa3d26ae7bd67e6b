import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EnvelopeRequest, foldIntoBins } from './envelope.ts';

function fold(times: number[], column: (number | null)[], more: Partial<EnvelopeRequest> = {}) {
  return foldIntoBins({
    times,
    column,
    first: 0,
    last: times.length - 1,
    gaps: [],
    from: 0,
    perSecond: 1,
    width: 1000,
    binPx: 2,
    toY: (value) => -value,
    ...more,
  });
}

test('each bin has the lowest and the highest of its points', () => {
  const { runs, density } = fold([0, 0.5, 1, 2, 3], [5, 9, 1, 4, null]);
  expect(runs).toEqual([
    [
      { x: 1, high: -9, low: -1, rises: false },
      { x: 3, high: -4, low: -4, rises: true },
    ],
  ]);
  expect(density).toBe(2);
});

test('a bin tells its direction, on an inverted axis as well', () => {
  const rises = (column: number[], toY: (value: number) => number) =>
    fold([0, 1, 1.5], column, { toY }).runs.map((run) => run.map((bin) => bin.rises));
  expect(rises([1, 2, 3], (value) => -value)).toEqual([[true]]);
  expect(rises([3, 2, 1], (value) => -value)).toEqual([[false]]);
  expect(rises([1, 2, 3], (value) => value)).toEqual([[false]]);
});

test('a gap ends a run, within a bin too', () => {
  const { runs } = fold([0, 1, 10, 11, 11.5], [1, 2, 3, 4, 5], {
    gaps: [
      [1, 2],
      [3, 4],
    ],
  });
  expect(runs.map((run) => run.map(({ x }) => x))).toEqual([[1], [11], [11]]);
});

test('nothing is nothing', () => {
  expect(fold([], [])).toEqual({ runs: [], density: 0, swingPx: 0 });
  expect(fold([1, 2], [null, null])).toEqual({ runs: [], density: 0, swingPx: 0 });
});

test('no extreme is ever lost', () => {
  const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 500 }), fc.integer({ min: 1, max: 50 }), (column, binPx) => {
      const { runs } = fold(
        column.map((_, i) => i),
        column,
        { binPx },
      );
      const bins = runs.flat();
      expect(Math.max(...bins.map(({ low }) => low))).toBe(-Math.min(...column));
      expect(Math.min(...bins.map(({ high }) => high))).toBe(-Math.max(...column));
    }),
  );
});
