import { expect, test } from 'vitest';
import { columnWindow, placeRows, rowWindow, scrollTopFor } from './row-window.ts';

const [ROW, VIEW] = [28, 280];

test('a table of any height shows its first row at the top and its last at the bottom', () => {
  for (const rows of [10, 1_000, 1_000_000, 2_000_000]) {
    const begin = rowWindow(rows, ROW, VIEW, 0);
    expect([begin.first, begin.top]).toEqual([0, 0]);
    const end = rowWindow(rows, ROW, VIEW, begin.height - VIEW);
    expect(end.first + end.count).toBe(rows);
    expect(end.top + end.count * ROW).toBeCloseTo(begin.height);
    expect(begin.height).toBeLessThanOrEqual(8_000_000);
    expect(end.count).toBeLessThanOrEqual(30);
  }
});

test('what is drawn fills the height, with the row that has the focus wherever it is', () => {
  for (const rows of [5, 1_000, 1_000_000]) {
    for (const scrollTop of [0, 3, 500, 7_000, 7_999_720]) {
      const window = rowWindow(rows, ROW, VIEW, scrollTop);
      for (const focused of [0, 4, 700, rows - 1]) {
        const placed = placeRows(window, ROW, rows, Math.min(focused, rows - 1));
        const gaps = placed.rows.reduce((sum, { gap }) => sum + gap, 0);
        // In proportion the last rows may stand out by what is not yet scrolled to.
        const height = gaps + placed.rows.length * ROW + placed.rest + placed.shift;
        expect(height - window.height).toBeGreaterThanOrEqual(-0.001);
        expect(height - window.height).toBeLessThan(window.scale === 1 ? 0.001 : 2 * ROW);
        expect(placed.rows.every(({ gap }) => gap >= 0) && placed.rest >= 0).toBe(true);
        const indexes = placed.rows.map(({ index }) => index);
        expect(indexes).toEqual([...new Set(indexes)].sort((a, b) => a - b));
      }
    }
  }
  expect(placeRows(rowWindow(1_000, ROW, VIEW, 0), ROW, 1_000, 999).rows.at(-1)).toEqual({
    index: 999,
    gap: 980 * ROW,
  });
});

test('a row is scrolled to, no further than needed, also where the scroll bar goes in proportion', () => {
  for (const rows of [1_000, 1_000_000]) {
    for (const index of [0, 500, rows - 1]) {
      const from = rowWindow(rows, ROW, VIEW, 5_000);
      const to = scrollTopFor(index, ROW, VIEW, 5_000, from);
      const { first, count } = rowWindow(rows, ROW, VIEW, to);
      expect(index >= first && index < first + count).toBe(true);
    }
  }
  expect(scrollTopFor(3, ROW, VIEW, 0, { scale: 1 })).toBe(0);
});

test('of hundreds of columns those in sight are drawn', () => {
  expect(columnWindow([0, 100, 200, 300, 400], 150, 100)).toEqual([1, 3]);
  expect(columnWindow([0, 100, 200, 300, 400], -64, 100)).toEqual([0, 1]);
});
