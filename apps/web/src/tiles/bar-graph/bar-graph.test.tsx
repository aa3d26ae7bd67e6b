import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aReading, FixedReadings } from '#tile-kit/testing/tile-world.tsx';
import { renderEditor, renderTile } from '#tiles/testing/render-tile.tsx';
import { barGraphTile } from './tile.ts';

const readings = new FixedReadings({
  1: aReading({ name: 'Suction', value: 20, unit: 'psi', timestamp: Date.UTC(2026, 10, 20, 12) }),
  2: aReading({ name: '<b>Discharge</b>', value: 80, unit: 'psi', quality: 'bad' }),
  3: aReading({ name: 'State', isString: true, value: null, stringValue: 'Running', unit: '' }),
});
const definition = {
  slots: [],
  dataItemDefinitions: [
    { dataItemId: 1, label: 'suction' },
    { dataItemId: 2, label: 'discharge' },
  ],
};
const plots = [{ dataItem: 1 }, { dataItem: 2, color: '0af' }, { dataItem: 3 }, { dataItem: 99 }];

test('each bar is as high as its value on a scale from zero, in its own colour or one of the two defaults', async () => {
  const { container } = await renderTile(barGraphTile, { title: 'Pressures', plots }, { readings, definition });
  const bars = [...container.querySelectorAll<HTMLElement>('[role=img] > span')];
  expect(bars.map(({ style }) => style.height)).toEqual(['20%', '80%', '0%', '0%']);
  expect(bars.map(({ style }) => style.backgroundColor)).toEqual([
    'rgb(255, 0, 0)',
    'rgb(0, 170, 255)',
    'rgb(255, 0, 0)',
    'rgb(0, 255, 0)',
  ]);
});

test('a bar tells name, value, time and doubt; a string its string; a missing item that it is', async () => {
  const { container } = await renderTile(barGraphTile, { plots, decimals: 1 }, { readings, definition, zone: 'UTC' });
  const names = screen.getAllByRole('img').map((bar) => bar.getAttribute('aria-label'));
  expect(names[0]).toBe('Suction: 20.0 psi, 2026-11-20 12:00:00 UTC');
  expect(names[1]).toContain('<b>Discharge</b>: 80.0 psi');
  expect(names[1]).toContain('(bad quality)');
  expect(names[2]).toContain('State: Running');
  expect(names[3]).toBe('Cannot find data item');
  expect(container.querySelector('figcaption b, .name b b')).toBeNull();
});

test('set ends hold', async () => {
  const { container } = await renderTile(barGraphTile, { plots: plots.slice(0, 2), min: 0, max: 200 }, { readings });
  const bars = [...container.querySelectorAll<HTMLElement>('[role=img] > span')];
  expect(bars.map(({ style }) => style.height)).toEqual(['10%', '40%']);
});

test('the editor adds bars and keeps the colours of those that stay', async () => {
  const stored = { plots: [{ dataItem: 1, color: '#123456' }] };
  const { changes } = await renderEditor(barGraphTile, stored, { readings, definition });
  fireEvent.click(screen.getByRole('button', { name: /1 Selected/ }));
  fireEvent.click(await screen.findByText('Check all'));
  expect(changes.at(-1)?.plots).toMatchObject([
    { dataItem: 1, color: '#123456' },
    { dataItem: 2, color: '' },
  ]);
});
