import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aReading, FixedReadings } from '#tile-kit/testing/tile-world.tsx';
import { gridRows } from '#tiles/testing/grid-rows.ts';
import { renderEditor, renderTile, settingsOf } from '#tiles/testing/render-tile.tsx';
import { exportedCsv } from '#tiles/testing/saved-files.ts';
import { dataItemTableTile } from './tile.ts';

const definition = {
  slots: [],
  dataItemDefinitions: [
    { dataItemId: 1, label: 'Pressure' },
    { dataItemId: 2, label: 'Flow (in)' },
    { dataItemId: 3, label: 'State' },
  ],
};
const board = () => ({
  definition,
  readings: new FixedReadings({
    1: aReading({ name: 'Pressure', unit: 'bar', value: 4.256 }),
    2: aReading({ name: 'Flow (in)', unit: 'm³/h', value: 12, quality: 'bad' }),
    3: aReading({ name: 'State', unit: '', isString: true, value: null, stringValue: 'Running' }),
  }),
});
const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);

test('starts with all data items, all columns and 10 rows', () => {
  expect(settingsOf(dataItemTableTile)).toMatchObject({
    showAll: true,
    showLabel: true,
    showValue: true,
    showUnit: true,
    pageSize: 10,
    decimals: null,
  });
});

test('shows label, value and unit of every data item, and follows their values', async () => {
  const dashboard = board();
  await renderTile(dataItemTableTile, {}, dashboard);
  expect(headers()).toEqual(['Label', 'Value', 'Unit']);
  expect(gridRows()).toEqual(['Pressure|4.26|bar', 'Flow (in)|12.00 (bad quality)|m³/h', 'State|Running|–']);
  act(() => dashboard.readings.set(1, aReading({ name: 'Pressure', unit: 'bar', value: 5 })));
  expect(gridRows()[0]).toBe('Pressure|5.00|bar');
});

test('shows what is chosen, with the columns and decimals that are chosen', async () => {
  const bag = { showAll: false, dataItems: [{ slotPath: [], dataItem: 1 }], showUnit: false, decimals: 0 };
  await renderTile(dataItemTableTile, bag, board());
  expect(headers()).toEqual(['Label', 'Value']);
  expect(gridRows()).toEqual(['Pressure|4']);
});

test.each([
  ['with the columns that are shown', {}, ['Label,Value,Unit', 'Pressure,4.256,bar', 'State,Running,']],
  [
    'with the units of its values, shown or not',
    { showUnit: false },
    ['Label,Value,Unit', 'Pressure,4.256,bar', 'State,Running,'],
  ],
  ['without units where no value is shown', { showUnit: false, showValue: false }, ['Label', 'Pressure', 'State']],
])('exports %s', async (_, bag, lines) => {
  const dataItems = [1, 3].map((dataItem) => ({ slotPath: [], dataItem }));
  await renderTile(dataItemTableTile, { showAll: false, dataItems, ...bag }, board());
  expect(await exportedCsv('Data items')).toEqual(lines);
});

test.each([
  ['^(pressure|state)$', ['Pressure|4.26|bar', 'State|Running|–']],
  ['flow (', ['Flow (in)|12.00 (bad quality)|m³/h']],
  ['PRESS', ['Pressure|4.26|bar']],
])('the filter %s leaves %s', async (filter, left) => {
  await renderTile(dataItemTableTile, {}, board());
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: filter } });
  await waitFor(() => expect(gridRows()).toEqual(left));
});

test('what the asset calls a data item is shown, and found by its label as well', async () => {
  const named = {
    readings: new FixedReadings({ 1: aReading({ name: 'Wellhead', label: 'PT-101', unit: 'bar', value: 4 }) }),
    definition: {
      slots: [],
      dataItemDefinitions: [
        { dataItemId: 1, label: 'PT-101', alias: 'Wellhead' },
        { dataItemId: 2, label: 'FT-7', alias: 'Flow' },
      ],
    },
  };
  await renderTile(dataItemTableTile, {}, named);
  // The second has no value of which its name could be read.
  expect(gridRows()).toEqual(['Wellhead|4.00|bar', 'Flow|Cannot find data item|–']);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'pt-1' } });
  await waitFor(() => expect(gridRows()).toEqual(['Wellhead|4.00|bar']));
});

test('search, rows per page and header are there when they are wanted', async () => {
  await renderTile(dataItemTableTile, { search: false, showPageSize: true, showHeader: false }, board());
  expect(screen.queryByRole('searchbox')).toBeNull();
  // A part of its own that is loaded when it is wanted.
  expect(await screen.findByRole('textbox', { name: 'Rows per page' })).toBeDefined();
  expect(screen.getByRole('grid').dataset.headless).toBe('true');
});

test('without any column it says so', async () => {
  const { container } = await renderTile(
    dataItemTableTile,
    { showLabel: false, showValue: false, showUnit: false },
    board(),
  );
  expect(container.textContent).toContain('All columns are hidden');
});

test('its editor chooses columns', async () => {
  const { changes } = await renderEditor(dataItemTableTile, {}, board());
  fireEvent.click(screen.getByRole('switch', { name: 'Unit' }));
  expect(changes.at(-1)).toMatchObject({ showUnit: false });
});

test('on the dashboard of a system each name stands after its slots', async () => {
  const pump = { slots: [], dataItemDefinitions: [{ dataItemId: 1, label: 'Pressure' }] };
  const slots = [
    { slotId: 1, name: 'Pump A', assetDefinition: pump },
    { slotId: 2, name: 'Pump B', assetDefinition: pump },
  ];
  const onPad = { ...board(), assetId: 0, definition: { slots, dataItemDefinitions: [] } };
  const dataItems = [2, 1].map((slotId) => ({ slotPath: [slotId], dataItem: 1 }));
  await renderTile(dataItemTableTile, { showAll: false, dataItems, showUnit: false }, onPad);
  expect(gridRows()).toEqual(['Pump B › Pressure|4.26', 'Pump A › Pressure|4.26']);
});
