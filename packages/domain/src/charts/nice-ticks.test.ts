import fc from 'fast-check';
import { expect, test } from 'vitest';
import { niceTicks } from './nice-ticks.ts';

test.each([
  [3, 97, 5, [0, 25, 50, 75, 100]],
  [0, 1, 6, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [-12, 30, 5, [-20, 0, 20, 40]],
  [5, 5, 3, [2.5, 5, 7.5]],
])('%d to %d in about %d ticks', (min, max, count, ticks) => {
  expect(niceTicks(min, max, count)).toEqual(ticks);
});

test('they cover the range in equal steps, and are never many more than asked for', () => {
  const value = fc.double({ min: -1e9, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(
      value,
      fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
      fc.integer({ min: 2, max: 12 }),
      (min, span, count) => {
        const max = min + span;
        fc.pre(max - min > Math.abs(min) * 1e-9);
        const ticks = niceTicks(min, max, count);
        const tolerance = span * 1e-6;
        expect(ticks[0]).toBeLessThanOrEqual(min + tolerance);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max - tolerance);
        expect(ticks.length).toBeLessThanOrEqual(count + 2);
      },
    ),
  );
});
