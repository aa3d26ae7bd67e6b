import '#testing/setup.ts';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { WAITING_READING } from '#readings/readings.ts';
import { useSessionStore } from '#session/session-store.ts';
import { aReading, FixedReadings } from '#tile-kit/testing/tile-world.tsx';
import { renderTile } from '#tiles/testing/render-tile.tsx';
import { IndicatorFace } from './IndicatorFace.tsx';
import { indicatorTile } from './tile.ts';
import { fitValue } from './value-fit.ts';

const show = (reading: Parameters<typeof aReading>[0], bag = {}) =>
  renderTile(indicatorTile, { dataItem: 5, ...bag }, { readings: new FixedReadings({ 5: aReading(reading) }) });

test('shows name, value to two decimals, and unit', async () => {
  await show({ value: 1234.5678 });
  expect(screen.getByText('Motor current')).toBeDefined();
  expect(screen.getByText('1,234.57')).toBeDefined();
  expect(screen.getByText('A')).toBeDefined();
});

test('shows as many decimals as configured', async () => {
  await show({ value: 2 }, { decimals: 4 });
  expect(screen.getByText('2.0000')).toBeDefined();
});

test('no value reads - -, without a unit', async () => {
  await show({ value: null });
  expect(screen.getByText('- -')).toBeDefined();
  expect(screen.queryByText('A')).toBeNull();
});

test('a string item shows its string', async () => {
  await show({ isString: true, value: null, stringValue: 'Running' });
  expect(screen.getByText('Running')).toBeDefined();
});

test('the timestamp is shown when asked for, in the zone of the dashboard', async () => {
  const reading = aReading({ timestamp: Date.UTC(2026, 10, 20, 18) });
  await renderTile(
    indicatorTile,
    { dataItem: 5, showTimestamp: true },
    { readings: new FixedReadings({ 5: reading }), zone: 'America/Chicago' },
  );
  expect(screen.getByText('2026-11-20 12:00:00 CST')).toBeDefined();
});

test('quality that is not good is written out, good says nothing', async () => {
  await show({ quality: 'bad' });
  expect(screen.getByText('Bad quality')).toBeDefined();
});

test('a stale value shows its age', async () => {
  await show({ isStale: true, timestamp: Date.now() - 12.5 * 60_000 });
  expect(screen.getByText('12 min ago')).toBeDefined();
});

test('a data item that is not on the asset is said to be so', async () => {
  await renderTile(indicatorTile, { dataItem: 99 });
  expect(screen.getByText('Cannot find data item')).toBeDefined();
});

test('who may not see values is told so, and not that the data item is gone', async () => {
  useSessionStore.setState({ state: 'valid' });
  await renderTile(indicatorTile, { dataItem: 99 });
  useSessionStore.setState(useSessionStore.getInitialState());
  expect(screen.getByText('You are missing permissions to view data items.')).toBeDefined();
});

test.each([
  [320, '2026-11-20 12:00:00 CST'],
  [150, '2026-11-20 12:00:00'],
  [106, '12:00:00'],
])('in a tile of %d pixels the timestamp reads %s, never a part of it', (width, text) => {
  const timestamp = ['2026-11-20 12:00:00 CST', '2026-11-20 12:00:00', '12:00:00'];
  const colours = { labelColor: '', valueColor: '', backgroundColor: '' };
  const words = { label: 'State', text: 'Running', brief: 'Running', unit: '', timestamp, marks: null };
  render(<IndicatorFace {...words} {...colours} size={{ width, height: 100 }} isBusy={false} isDoubtful={false} />);
  expect(screen.getByTitle('2026-11-20 12:00:00 CST').textContent).toBe(text);
});

test.each([
  [40, 1],
  [80, 2],
  [240, 4],
])('words in a tile %d pixels high take %d lines at most, and leave its name alone', (height, lines) => {
  const fit = fitValue({ width: 90, height }, 'Waiting for the operator to confirm the valve position', '', 1);
  expect(fit.lines).toBe(lines);
});

test('while waiting nothing is claimed', async () => {
  const { container } = await renderTile(
    indicatorTile,
    { dataItem: 5 },
    { readings: new FixedReadings({ 5: WAITING_READING }) },
  );
  expect(container.querySelector('[aria-busy=true]')).not.toBeNull();
  expect(container.textContent).not.toContain('- -');
});

test('chosen colours are used, what is no colour is not', async () => {
  const { container } = await show({}, { valueColor: '0f0', backgroundColor: 'red;position:fixed' });
  expect(screen.getByText('12.50').closest<HTMLElement>('[data-doubtful]')?.style.color).toBe('rgb(0, 255, 0)');
  expect(container.querySelector('[data-painted=true]')).toBeNull();
});

test('the exception text is shown when drawing fails (E4)', async () => {
  const reading = aReading();
  Object.defineProperty(reading, 'value', {
    get: () => {
      throw new Error('<b>cannot</b> be read');
    },
  });
  const { container } = await renderTile(
    indicatorTile,
    { dataItem: 5 },
    { readings: new FixedReadings({ 5: reading }) },
  );
  expect(screen.getByText('<b>cannot</b> be read')).toBeDefined();
  expect(container.querySelector('b')).toBeNull();
});

test.each([
  [{ width: 280, height: 260 }, '42.35'],
  [{ width: 120, height: 60 }, '1,234.57'],
  [{ width: 1800, height: 1000 }, '7.00'],
])('in %j a value fits the width of its tile', (size, text) => {
  const { valuePx, unitPx } = fitValue(size, text, 'psi', 1);
  expect(valuePx * text.length * 0.62 + unitPx * 3 * 0.62).toBeLessThanOrEqual(size.width * 1.02);
  expect(valuePx).toBeLessThanOrEqual(size.height);
});

test('a number is never wrapped, however small its tile', () => {
  expect(fitValue({ width: 40, height: 40 }, '1,234,567.89', 'psi', 0).isWrapped).toBe(false);
  expect(fitValue({ width: 40, height: 40 }, '- -', '', 0).isWrapped).toBe(false);
});

test('a long text is wrapped instead of shrunk beyond reading', () => {
  expect(fitValue({ width: 120, height: 90 }, 'x'.repeat(80), '', 1)).toMatchObject({ isWrapped: true, valuePx: 14 });
});
