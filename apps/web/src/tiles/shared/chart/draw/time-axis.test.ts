import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LEAST_SPAN_S, panBy, rangeBetween, zoomAbout } from '../model/time-range.ts';
import { decimalsForRange } from '../model/value-decimals.ts';
import { timeTickLabels } from './time-ticks.ts';

const at = (...parts: [number, number, number, number?, number?, number?]) => Date.UTC(...parts) / 1000;

describe('tick labels', () => {
  test('hours of two days: the date stands under the first of each', () => {
    const splits = [at(2026, 10, 19, 22), at(2026, 10, 19, 23), at(2026, 10, 20, 0), at(2026, 10, 20, 1)];
    expect(timeTickLabels(splits, 3600, 'UTC')).toEqual(['22:00\nNov 19', '23:00', '00:00\nNov 20', '01:00']);
  });
  test('the zone decides what the clock shows', () => {
    expect(timeTickLabels([at(2026, 10, 20, 3)], 3600, 'America/Chicago')).toEqual(['21:00\nNov 19']);
  });
  test('seconds and fractions where ticks are so close', () => {
    expect(timeTickLabels([at(2026, 10, 20, 3, 4, 5)], 5, 'UTC')).toEqual(['03:04:05\nNov 20']);
    expect(timeTickLabels([at(2026, 10, 20, 3, 4, 5) + 0.25], 0.05, 'UTC')).toEqual(['03:04:05.250\nNov 20']);
  });
  test('days and months have the year below', () => {
    expect(timeTickLabels([at(2026, 11, 31), at(2027, 0, 1), at(2027, 0, 2)], 86_400, 'UTC')).toEqual([
      'Dec 31\n2026',
      'Jan 1\n2027',
      'Jan 2',
    ]);
    expect(timeTickLabels([at(2026, 11, 1), at(2027, 0, 1)], 31 * 86_400, 'UTC')).toEqual(['Dec\n2026', 'Jan\n2027']);
    expect(timeTickLabels([at(2026, 0, 1), at(2027, 0, 1)], 366 * 86_400, 'UTC')).toEqual(['2026', '2027']);
  });
});

describe('ranges', () => {
  test('zooming keeps the moment under the pointer where it is', () => {
    const moment = fc.double({ min: 1.6e9, max: 1.9e9, noNaN: true });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const factor = fc.double({ min: 0.2, max: 5, noNaN: true });
    fc.assert(
      fc.property(moment, share, factor, (from, place, zoom) => {
        const range = { from, to: from + 3600 };
        const anchor = from + 3600 * place;
        const next = zoomAbout(range, anchor, zoom);
        expect((anchor - next.from) / (next.to - next.from)).toBeCloseTo(place, 3);
        expect(next.to - next.from).toBeCloseTo(3600 * zoom, 3);
      }),
    );
  });
  test('zooming in ends at the precision of the points', () => {
    let range = { from: 1.7e9, to: 1.7e9 + 10 };
    for (let i = 0; i < 100; i++) range = zoomAbout(range, 1.7e9 + 5, 0.5);
    expect(range.to - range.from).toBeCloseTo(LEAST_SPAN_S, 3);
  });
  test('panning keeps the length', () => expect(panBy({ from: 0, to: 100 }, 0.25)).toEqual({ from: 25, to: 125 }));
  test('a range may be drawn in either direction, but not be nothing', () => {
    expect(rangeBetween(20, 10)).toEqual({ from: 10, to: 20 });
    expect(rangeBetween(10, 10)).toBeUndefined();
    expect(rangeBetween(Number.NaN, 10)).toBeUndefined();
  });
});

test.each([
  [0.05, 5],
  [1, 3],
  [10, 2],
  [100, 2],
  [5000, 1],
  [30_000, 0],
  [2e-7, 10],
  [1e-30, 12],
  [0, 2],
  [Number.POSITIVE_INFINITY, 2],
])('values in a range of %d are told apart by %d decimals', (range, decimals) => {
  expect(decimalsForRange(range)).toBe(decimals);
});
