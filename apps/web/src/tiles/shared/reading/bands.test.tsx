import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { PLAIN_DISPLAY } from '@telltale/contract';
import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aReading, FixedReadings } from '#tile-kit/testing/tile-world.tsx';
import { cylinderGaugeTile } from '#tiles/cylinder-gauge/tile.ts';
import { dataItemTableTile } from '#tiles/data-item-table/tile.ts';
import { gaugeTile } from '#tiles/gauge/tile.ts';
import { indicatorTile } from '#tiles/indicator/tile.ts';
import { renderTile } from '#tiles/testing/render-tile.tsx';
import { bandNameOf } from './use-band.ts';

const band = (limit: number, color = '') => ({ limit, color, severity: 5 });
const display = {
  ...PLAIN_DISPLAY,
  min: 0,
  max: 100,
  bands: { lowLow: band(5), low: band(10), high: band(80, '#aa5500'), highHigh: band(95) },
};
const readingsOf = (value: number) => ({ readings: new FixedReadings({ 5: aReading({ value, display }) }) });

describe('a value in a band of its data item', () => {
  test.each([
    [3, 'Low-low'],
    [10, 'Low'],
    [85, 'High'],
    [95, 'High-high'],
  ])('of %d is said to be %s by word and sign on an indicator', async (value, word) => {
    await renderTile(indicatorTile, { dataItem: 5 }, readingsOf(value));
    expect(screen.getByText(word)).toBeDefined();
  });

  test('in the normal range says nothing', async () => {
    await renderTile(indicatorTile, { dataItem: 5 }, readingsOf(50));
    expect(screen.queryByText(/^(High|Low)/)).toBeNull();
  });

  test('fills a cylinder with the band’s colour, unless the tile has its own', async () => {
    const first = await renderTile(cylinderGaugeTile, { dataItem: 5 }, readingsOf(85));
    expect(first.container.innerHTML).toContain('rgb(170, 85, 0)');
    first.unmount();
    const second = await renderTile(cylinderGaugeTile, { dataItem: 5, color: '#0000ff' }, readingsOf(85));
    expect(second.container.innerHTML).not.toContain('rgb(170, 85, 0)');
  });

  test('is not said on a gauge with bands of its own', async () => {
    const first = await renderTile(gaugeTile, { dataItem: 5 }, readingsOf(85));
    expect(screen.getByText('High')).toBeDefined();
    first.unmount();
    await renderTile(gaugeTile, { dataItem: 5, bands: 'three' }, readingsOf(85));
    expect(screen.queryByText('High')).toBeNull();
  });

  test('is marked in a table, in words for who cannot see the sign', async () => {
    await renderTile(dataItemTableTile, { showAll: false, dataItems: [{ slotPath: [], dataItem: 5 }] }, readingsOf(85));
    expect(await screen.findByText('(high)')).toBeDefined();
    expect(screen.getByTitle('High')).toBeDefined();
  });

  test('counts only for a number of good or uncertain quality', () => {
    expect(bandNameOf(aReading({ value: 85, display }))).toBe('high');
    expect(bandNameOf(aReading({ value: 85, display, quality: 'bad' }))).toBeUndefined();
    expect(bandNameOf(aReading({ value: null, display, isString: true, stringValue: '85' }))).toBeUndefined();
  });
});
