import { expect, test } from 'vitest';
import { layoutBars, numberRoom } from './bar-layout.ts';

const free = { min: null, max: null };

test('unset ends follow the values, from zero', () => {
  const { ticks, base, shareOf } = layoutBars([37, 82], free, 220);
  expect(ticks).toEqual([0, 20, 40, 60, 80, 100]);
  expect(base).toBe(0);
  expect(shareOf(50)).toBe(0.5);
});

test('negative values hang below zero', () => {
  const { ticks, base, shareOf } = layoutBars([-30, 50], free, 220);
  expect(ticks[0]).toBeLessThanOrEqual(-30);
  expect(base).toBe(0);
  expect(shareOf(0)).toBeGreaterThan(shareOf(-30));
});

test('set ends hold, and what lies outside is cut off there', () => {
  const { ticks, base, shareOf } = layoutBars([5, 500], { min: 10, max: 110 }, 220);
  expect([ticks[0], ticks.at(-1)]).toEqual([10, 110]);
  expect(base).toBe(10);
  expect([shareOf(5), shareOf(500)]).toEqual([0, 1]);
});

test('ends that leave no room count as unset, and nothing at all has a scale still', () => {
  expect(layoutBars([4], { min: 9, max: 3 }, 220).shareOf(4)).toBeGreaterThan(0.5);
  expect(layoutBars([], free, 220).ticks).toEqual(expect.arrayContaining([0, 1]));
  expect(layoutBars([0], free, 10).ticks.length).toBeGreaterThan(1);
});

test('no label of the scale lies over that of a set end', () => {
  const { ticks, shareOf } = layoutBars([100], { min: 1, max: 484 }, 150);
  const gaps = ticks.slice(1).map((tick, index) => (shareOf(tick) - shareOf(ticks[index] ?? 0)) * 150);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(14);
  expect([ticks[0], ticks.at(-1)]).toEqual([1, 484]);
});

test.each([
  [900, 'with-unit'],
  [75, 'bare'],
  [30, 'none'],
] as const)('in %d pixels a bar has a number that is %s', (px, kind) => {
  expect(
    numberRoom(
      [
        { text: '1,234.50', unit: 'psi' },
        { text: '7.00', unit: '' },
      ],
      px,
    ),
  ).toBe(kind);
});
