import '#testing/setup.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aReading, FixedReadings } from '#tile-kit/testing/tile-world.tsx';
import { renderEditor, renderTile, settingsOf } from '#tiles/testing/render-tile.tsx';
import { fillPercent, layoutCylinder } from './cylinder-geometry.ts';
import { cylinderGaugeTile } from './tile.ts';

const show = (reading: Parameters<typeof aReading>[0], bag = {}) =>
  renderTile(cylinderGaugeTile, { dataItem: 5, ...bag }, { readings: new FixedReadings({ 5: aReading(reading) }) });
const level = (container: HTMLElement) => container.querySelector<SVGGElement>('g[data-percent]');

test('starts with the scale and the decimals of its data item', () => {
  const inherited = { min: null, max: null, decimals: null };
  expect(settingsOf(cylinderGaugeTile)).toMatchObject({ ...inherited, color: '', strokeColor: '' });
});

test.each([
  [42, 0, 100, 42],
  [-5, 0, 100, 0],
  [1e9, 0, 100, 100],
  [15, 10, 20, 50],
  [15, 20, 10, 50],
  [7, 7, 7, 0],
  [8, 7, 7, 100],
])('%s on a scale of %s to %s fills %s percent', (value, min, max, percent) => {
  expect(fillPercent(value, min, max)).toBe(percent);
});

test('shows name, value and unit, and fills to the value', async () => {
  const { container } = await show({ value: 42.345 }, { color: '3366cc' });
  expect(screen.getByRole('figure', { name: 'Motor current: 42.35 A' })).toBeDefined();
  expect(level(container)?.dataset.percent).toBe('42.35');
  expect(container.innerHTML).toContain('rgb(51, 102, 204)');
});

test('a value beyond the scale fills to its end and is said to be there', async () => {
  const { container } = await show({ value: 250 });
  expect(level(container)?.dataset.percent).toBe('100');
  expect(screen.getByText('▲ above scale')).toBeDefined();
});

test('without a value the vessel is empty', async () => {
  const { container } = await show({ value: null });
  expect(level(container)).toBeNull();
  expect(screen.getByRole('figure', { name: 'Motor current: - -' })).toBeDefined();
});

test('a doubtful value is hatched and says why', async () => {
  const { container } = await show({ value: 50, quality: 'bad' });
  expect(container.querySelector('[data-hatched]')).not.toBeNull();
  expect(screen.getByText('Bad quality')).toBeDefined();
});

test('says so when the data item is not there', async () => {
  await renderTile(cylinderGaugeTile, { dataItem: 99 });
  expect(screen.getByText('Cannot find data item')).toBeDefined();
});

test.each([
  [0, 0],
  [40, 40],
  [90, 400],
  [1600, 900],
])('everything stays within a tile of %s by %s', (width, height) => {
  const { vessel, value } = layoutCylinder({
    size: { width, height },
    name: 'Oil level of the first tank',
    valueText: '100.00',
    unit: 'bbl',
    markLabel: '100',
  });
  expect(Object.values(vessel).every((part) => Number.isFinite(part) && part >= 0)).toBe(true);
  expect(vessel.x + vessel.width).toBeLessThanOrEqual(width);
  expect(vessel.y + vessel.height).toBeLessThanOrEqual(Math.max(height, 16));
  expect(value.x).toBeLessThanOrEqual(width);
});

test('its editor changes the scale', async () => {
  const { changes } = await renderEditor(cylinderGaugeTile, { dataItem: 5 }, {});
  fireEvent.change(screen.getByLabelText(/Max/), { target: { value: '250' } });
  expect(changes.at(-1)).toMatchObject({ max: 250 });
});
