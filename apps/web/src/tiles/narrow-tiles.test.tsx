import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { PLAIN_DISPLAY } from '@telltale/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { aReading, FixedReadings } from '#tile-kit/testing/tile-world.tsx';
import { layoutCylinder, MARK_PX, mostFigures } from './cylinder-gauge/cylinder-geometry.ts';
import { cylinderGaugeTile } from './cylinder-gauge/tile.ts';
import { dataItemTableTile } from './data-item-table/tile.ts';
import { gaugeTile } from './gauge/tile.ts';
import { indicatorTile } from './indicator/tile.ts';
import { fitValue } from './indicator/value-fit.ts';
import { pieChartTile } from './pie-chart/tile.ts';
import { renderTile } from './testing/render-tile.tsx';

/*
 * A number is never cut, however narrow its tile: it is written smaller as long as it can be read, and to fewer figures
 * from there on. Who cannot see it, or points at it, gets all of it.
 */

const display = { ...PLAIN_DISPLAY, min: 0, max: 200_000_000 };
const readings = new FixedReadings({ 5: aReading({ name: 'Oil', unit: '', value: 98_765_432.1, display }) });
const WHOLE = '98,765,432.10';
const BRIEF = '98.77M';
afterEach(cleanup);

test.each([
  ['gauge', gaugeTile, { width: 113, height: 190 }],
  ['cylinder', cylinderGaugeTile, { width: 70, height: 190 }],
  ['indicator', indicatorTile, { width: 70, height: 90 }],
])('a %s writes to four figures what would be too small to read, and says all of it', async (_what, tile, size) => {
  const { container } = await renderTile(tile, { dataItem: 5, min: 0, max: 200_000_000 }, { readings }, size);
  expect(screen.getByText(BRIEF)).toBeDefined();
  const told = [...container.querySelectorAll('[aria-label], [title], title')].map(
    (one) => `${one.getAttribute('aria-label')} ${one.getAttribute('title')} ${one.textContent}`,
  );
  expect(told.join()).toContain(WHOLE);
});

test.each([
  ['gauge', gaugeTile],
  ['cylinder', cylinderGaugeTile],
  ['indicator', indicatorTile],
])('a %s of 200 pixels writes the whole number', async (_what, tile) => {
  const size = { width: 200, height: 200 };
  await renderTile(tile, { dataItem: 5, min: 0, max: 200_000_000 }, { readings }, size);
  expect(screen.getAllByText(WHOLE).length).toBeGreaterThan(0);
});

test('the middle of a ring has its sum to four figures, its legend each number whole', async () => {
  await renderTile(pieChartTile, { plots: [{ slotPath: [], dataItem: 5 }] }, { readings });
  expect(screen.getByText(BRIEF)).toBeDefined();
  expect(screen.getByRole('cell', { name: WHOLE })).toBeDefined();
});

describe('a cylinder', () => {
  const layoutOf = (width: number, height: number) =>
    layoutCylinder({ size: { width, height }, name: 'Oil', valueText: WHOLE, unit: '', markLabel: '200M' });

  test.each([97, 115, 200])('%d pixels wide has room for the widest mark of its scale, or no marks', (width) => {
    const { vessel, marks } = layoutOf(width, 180);
    // An M is nearly as wide as its font is high.
    const label = 3 * 0.62 * MARK_PX + 0.9 * MARK_PX;
    if (marks > 0) expect(vessel.x + vessel.width + 10 + label).toBeLessThanOrEqual(width);
  });

  test('has a number under it that has no room beside it', () => {
    const { value, valuePx } = layoutOf(97, 62);
    expect(value.isBeside).toBe(false);
    expect(WHOLE.length * valuePx * 0.62).toBeLessThanOrEqual(97);
    expect(mostFigures({ width: 97, height: 62 })).toBeGreaterThanOrEqual(WHOLE.length);
  });
});

test('an indicator says where its whole number would be too small', () => {
  expect(fitValue({ width: 70, height: 90 }, WHOLE, '', 1).isTight).toBe(true);
  expect(fitValue({ width: 200, height: 90 }, WHOLE, '', 1).isTight).toBe(false);
});

test('a table writes a number smaller that is longer than its column', async () => {
  const long = new FixedReadings({ 5: aReading({ name: 'Oil', value: 198_765_432.1 }) });
  const chosen = { showAll: false, dataItems: [{ slotPath: [], dataItem: 5 }] };
  await renderTile(dataItemTableTile, chosen, { readings: long });
  const cell = screen.getByText('198,765,432.10').parentElement;
  expect(Number.parseFloat(cell?.style.fontSize ?? '')).toBeCloseTo(12 / 14, 2);
});

test('a narrow table has each number under its name, and no header', async () => {
  const chosen = { showAll: false, dataItems: [{ slotPath: [], dataItem: 5 }] };
  const { container } = await renderTile(dataItemTableTile, chosen, { readings }, { width: 113, height: 190 });
  expect(container.querySelector('[data-stacked] table[data-headless=true]')).not.toBeNull();
  expect(screen.getByText(WHOLE)).toBeDefined();
});
