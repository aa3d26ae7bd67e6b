import { expect, test } from 'vitest';
import { placeTooltip } from './tooltip-place.ts';

const plot = { width: 600, height: 300 };
const box = { width: 160, height: 60 };

test('stands 20 px to the right of the crosshair, half above it', () => {
  expect(placeTooltip({ at: { left: 100, top: 150 }, box, plot, points: [] })).toEqual({ left: 120, top: 120 });
});

test('stands on the left where the right has no room, and stays within the plot', () => {
  expect(placeTooltip({ at: { left: 590, top: 2 }, box, plot, points: [] })).toEqual({ left: 410, top: 0 });
  expect(placeTooltip({ at: { left: 590, top: 299 }, box, plot, points: [] })).toEqual({ left: 410, top: 240 });
});

test('on a narrow plot it makes way in steps of 3 px until it lies on no point', () => {
  const narrow = { width: 200, height: 300 };
  const at = { left: 100, top: 150 };
  const free = placeTooltip({ at, box, plot: narrow, points: [] });
  const { top } = placeTooltip({ at, box, plot: narrow, points: [{ left: 100, top: 150 }] });
  expect(free.top).toBe(120);
  expect((free.top - top) % 3).toBe(0);
  expect(top + box.height).toBeLessThanOrEqual(145);
  expect(top + box.height).toBeGreaterThan(142);
});

test('where every place lies on a point it stays at the crosshair', () => {
  const points = Array.from({ length: 60 }, (_, n) => ({ left: 100, top: 5 * n }));
  expect(placeTooltip({ at: { left: 100, top: 150 }, box, plot: { width: 200, height: 300 }, points }).top).toBe(120);
});
