import '#testing/setup.ts';
import { PLAIN_DISPLAY } from '@telltale/contract';
import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aReading, FixedReadings, TEST_ASSET_ID } from '#tile-kit/testing/tile-world.tsx';
import { renderEditor, renderTile, settingsOf } from '#tiles/testing/render-tile.tsx';
import { layoutDial } from './dial-layout.ts';
import { dialOf } from './gauge-geometry.ts';
import { GAUGE_STYLES, type GaugeSettings } from './settings.ts';
import { gaugeTile } from './tile.ts';

const show = (reading: Parameters<typeof aReading>[0], bag = {}) =>
  renderTile(gaugeTile, { dataItem: 5, ...bag }, { readings: new FixedReadings({ 5: aReading(reading) }) });
const needle = (container: HTMLElement) => container.querySelector<SVGGElement>('g[data-hollow]');

describe('the dial', () => {
  test('starts with the scale and the bands of its data item, 18 for every font, and the simple style', () => {
    expect(settingsOf(gaugeTile)).toMatchObject({
      min: null,
      max: null,
      decimals: null,
      bands: 'item',
      style: 'simple',
      half: false,
      titleFontSize: 18,
      valueFontSize: 18,
      unitFontSize: 18,
      labelFontSize: 18,
    });
  });

  test('shows name, value, unit and 11 labels', async () => {
    const { container } = await show({ value: 42.345 });
    expect(screen.getByRole('figure', { name: 'Motor current: 42.35 A' })).toBeDefined();
    const labels = [...container.querySelectorAll('text')].map((text) => text.textContent);
    expect(labels).toEqual(['0', '10', '20', '30', '40', '50', '60', '70', '80', '90', '100', '42.35', 'A']);
  });

  const described = {
    ...PLAIN_DISPLAY,
    min: 0,
    max: 400,
    decimals: 0,
    bands: { ...PLAIN_DISPLAY.bands, high: { limit: 300, color: '#123456', severity: 5 } },
  };
  const bandsIn = (container: HTMLElement) => [...container.querySelectorAll('path[data-active]')];

  test('reads its data item as that is described', async () => {
    const { container } = await show({ value: 320, display: described });
    expect(screen.getByRole('figure', { name: 'Motor current: 320 A' })).toBeDefined();
    expect(screen.getByText('400')).toBeDefined();
    expect(bandsIn(container).map((path) => [path.getAttribute('stroke'), path.getAttribute('data-active')])).toEqual([
      ['#123456', 'true'],
    ]);
  });

  test('has a scale, decimals and bands of its own where it says so', async () => {
    const { container } = await show({ value: 320, display: described }, { max: 500, decimals: 1, bands: 'none' });
    expect(screen.getByRole('figure', { name: 'Motor current: 320.0 A' })).toBeDefined();
    expect(screen.getByText('500')).toBeDefined();
    expect(bandsIn(container)).toEqual([]);
  });

  test('shows the word of a value', async () => {
    const words = [
      { value: 0, word: 'Closed' },
      { value: 1, word: 'Open' },
    ];
    await show({ value: 1, unit: '', display: { ...PLAIN_DISPLAY, words } });
    expect(screen.getByRole('figure', { name: 'Motor current: Open' })).toBeDefined();
  });

  test('has no bands where nothing is described, and what it recorded as its scale', async () => {
    const { container } = await renderTile(
      gaugeTile,
      { dataItem: 5 },
      {
        readings: new FixedReadings({ 5: aReading({ value: 310 }) }),
        answers: [[['recorded range', TEST_ASSET_ID, 5], { min: 0, max: 400 }]],
      },
    );
    expect(screen.getByText('400')).toBeDefined();
    expect(bandsIn(container)).toEqual([]);
    expect(screen.queryByText('▲ above scale')).toBeNull();
  });

  test('widens the scale that its record suggests for a value beyond it, and stays so wide', async () => {
    const readings = new FixedReadings({ 5: aReading({ value: 90 }) });
    const answers = [[['recorded range', TEST_ASSET_ID, 5], { min: 0, max: 100 }]] as const;
    await renderTile(gaugeTile, { dataItem: 5 }, { readings, answers });
    await act(async () => readings.set(5, aReading({ value: 310 })));
    expect(screen.getByText('400')).toBeDefined();
    expect(screen.queryByText('▲ above scale')).toBeNull();
    await act(async () => readings.set(5, aReading({ value: 20 })));
    expect(screen.getByText('400')).toBeDefined();
  });

  test('keeps its three bands where they, or its scale, were stored', () => {
    for (const bag of [{ min: 0, max: 100 }, { band1End: 20 }, { band2: 'red' }]) {
      expect(settingsOf(gaugeTile, bag)).toMatchObject({ bands: 'three' });
    }
    expect(settingsOf(gaugeTile, { min: 0, bands: 'none' })).toMatchObject({ bands: 'none' });
  });

  test('a name and a unit of its own go before those of the data item', async () => {
    await show({ value: 1 }, { name: 'Pump load', unit: 'kW' });
    expect(screen.getByRole('figure', { name: 'Pump load: 1.00 kW' })).toBeDefined();
  });

  test('a new gauge without a data item shows % and no needle', async () => {
    const { container } = await renderTile(gaugeTile, {});
    expect(screen.getByRole('figure', { name: 'Choose data item: - - %' })).toBeDefined();
    expect(needle(container)).toBeNull();
  });

  test('says so when the data item is not there', async () => {
    await renderTile(gaugeTile, { dataItem: 99 });
    expect(screen.getByText('Cannot find data item')).toBeDefined();
  });

  test.each(GAUGE_STYLES)('in the style %s the needle turns to the value', async (style) => {
    const { container } = await show({ value: 75 }, { style });
    expect(needle(container)?.style.transform).toBe('rotate(60deg)');
  });

  test('half a dial turns half as far to each side', async () => {
    const { container } = await show({ value: 100 }, { half: true });
    expect(needle(container)?.style.transform).toBe('rotate(90deg)');
  });

  test('a value beyond the scale stops at its end and is said to be there', async () => {
    const { container } = await show({ value: 150 });
    expect(needle(container)?.style.transform).toBe('rotate(120deg)');
    expect(screen.getByText('▲ above scale')).toBeDefined();
    expect(screen.getByText('A')).toBeDefined();
  });

  test('words too long to be read on a dial end early, and are whole under the pointer', async () => {
    const words = 'Waiting for the operator';
    const { container } = await show({ isString: true, value: null, stringValue: words });
    expect(screen.getByText('Waiting for t…')).toBeDefined();
    expect(container.querySelector('title')?.textContent).toBe(words);
  });

  test('without a value there is no needle', async () => {
    const { container } = await show({ value: null });
    expect(needle(container)).toBeNull();
    expect(screen.getByText('- -')).toBeDefined();
  });

  test('a doubtful value has a hollow needle and says why', async () => {
    const { container } = await show({ value: 5, quality: 'uncertain' });
    expect(needle(container)?.dataset.hollow).toBe('true');
    expect(screen.getByText('Uncertain')).toBeDefined();
  });

  test('bands stored under their older names are found', () => {
    expect(settingsOf(gaugeTile, { band1: '00ff00', band2Color: 'blue', band2: 'red' })).toMatchObject({
      band1Color: '#00ff00',
      band2Color: 'blue',
    });
  });
});

describe('the layout', () => {
  const settings = settingsOf(gaugeTile) as GaugeSettings;
  const layoutAt = (width: number, height: number, labels: string[]) =>
    layoutDial({
      dial: dialOf({ ...settings, min: 0, max: 100 }),
      style: 'simple',
      barWidth: 11,
      size: { width, height },
      fonts: { title: 18, value: 18, unit: 18, label: 18 },
      texts: { longestValue: '100.00', hasUnit: true, labels },
    });
  const labels = Array.from({ length: 11 }, (_, i) => String(i * 10));

  test('at full screen the value can be read from three metres', () => {
    const { valueUnits, viewBox, width, height } = layoutAt(1900, 1000, labels);
    const [, , boxWidth = 1, boxHeight = 1] = viewBox.split(' ').map(Number);
    // A figure of 15 mm is 57 px on a screen of 96 dpi.
    expect(valueUnits * Math.min(width / boxWidth, height / boxHeight)).toBeGreaterThan(57);
  });

  test('in a small tile labels stay readable and become fewer', () => {
    const small = layoutAt(90, 80, labels);
    expect(small.labelEvery).toBeGreaterThan(1);
    expect(layoutAt(300, 280, labels).labelEvery).toBe(1);
    expect(
      layoutAt(
        300,
        280,
        labels.map((label) => `${label},000,000`),
      ).labelEvery,
    ).toBeGreaterThan(1);
  });

  test('a tile of no size is drawn without complaint', () => {
    expect(Object.values(layoutAt(0, 0, labels)).every((value) => !Number.isNaN(value))).toBe(true);
  });
});

test('the editor turns and spans the scale, except of a half circle', async () => {
  const { changes } = await renderEditor(gaugeTile, { dataItem: 5 });
  fireEvent.change(screen.getByLabelText('Start angle (°)'), { target: { value: '45' } });
  fireEvent.change(screen.getByLabelText('Tick angle (°)'), { target: { value: '270' } });
  expect(changes.at(-1)).toMatchObject({ startAngle: 45, tickAngle: 270 });
  fireEvent.click(screen.getByRole('switch', { name: 'Half circle' }));
  expect(screen.getByLabelText<HTMLInputElement>('Start angle (°)').disabled).toBe(true);
});
