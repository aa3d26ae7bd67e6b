import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aReading, FixedReadings } from '#tile-kit/testing/tile-world.tsx';
import { renderEditor, renderTile } from '#tiles/testing/render-tile.tsx';
import { scaleChannel, scalingText } from './scale-channel.ts';
import { aiSettingsTile } from './tile.ts';

const line = { unscaledMin: 4, unscaledMax: 20, scaledMin: 0, scaledMax: 250, offset: 0 };

test.each([
  [4, line, 0],
  [20, line, 250],
  [12, line, 125],
  [2, line, -31.25],
  [12, { ...line, offset: 5 }, 130],
  [12, { ...line, scaledMin: 250, scaledMax: 0 }, 125],
  [12, { ...line, unscaledMax: 4 }, null],
  [null, line, null],
  [1e308, { ...line, scaledMax: 1e308 }, null],
])('a raw value of %s on %j is %s', (raw, scaling, value) => expect(scaleChannel(raw, scaling)).toBe(value));

test('a scaling is told in words', () => {
  expect(scalingText({ ...line, offset: -2 })).toBe('4–20 → 0–250, −2');
});

test('shows each channel with its scaled value, zero and span', async () => {
  const channels = [{ dataItem: 5, channel: 'AI 1', alias: 'Suction', unit: 'bar', scaledMax: 250 }];
  const readings = new FixedReadings({ 5: aReading({ value: 12 }) });
  await renderTile(aiSettingsTile, { channels, decimals: 1 }, { readings });
  const names = screen.getAllByRole('columnheader').map((header) => header.textContent);
  expect(names).toEqual(['Channel', 'Value', 'Alias', 'Unit', 'Zero', 'Span', 'Scaling']);
  const [, row] = within(screen.getByRole('grid')).getAllByRole('row');
  const cells = within(row as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells).toEqual(['AI 1', '125.0', 'Suction', 'bar', '0.0', '250.0', '4–20 → 0–250']);
});

test('without channels it says what to do', async () => {
  const { container } = await renderTile(aiSettingsTile, {});
  expect(container.textContent).toContain('No analog inputs yet');
});

test('its editor adds, changes and removes channels', async () => {
  const { changes } = await renderEditor(aiSettingsTile, {});
  fireEvent.click(screen.getByRole('button', { name: 'Add analog input' }));
  expect(changes.at(-1)).toMatchObject({ channels: [{ channel: 'AI 1', unscaledMin: 4, unscaledMax: 20 }] });
  fireEvent.change(screen.getByLabelText(/Scaled Max/), { target: { value: '40' } });
  expect(changes.at(-1)).toMatchObject({ channels: [{ scaledMax: 40 }] });
  fireEvent.click(screen.getByRole('button', { name: 'Remove AI 1' }));
  expect(changes.at(-1)).toMatchObject({ channels: [] });
});
