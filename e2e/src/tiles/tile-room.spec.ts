import type { Locator } from '@playwright/test';
import { expectColoursAccessible } from '../testing/accessible.ts';
import { cutNumbers } from '../testing/cut-numbers.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';

const NAMES = Array.from({ length: 6 }, (_, i) => `ROOM Reading with a long name ${i + 1}`);

/** An asset with large values under long names, its token, and what its data items and its definition are. */
async function largeValues(portal: Portal, serialNumber: string) {
  // A dashboard is of a definition: each journey has its own.
  const { assetId, accessToken } = await portal.anAsset(serialNumber, `Room of tiles ${serialNumber}`);
  const device = await portal.aDevice(accessToken);
  const values = Object.fromEntries(NAMES.map((name, i) => [name, 1_234_567.891 + i]));
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(values), { qos: 1 });
  await device.endAsync();
  const items = await portal.call<{ dataItemId: number }[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  return {
    assetId,
    assetDefinitionId,
    accessToken,
    chosen: items.map(({ dataItemId }) => ({ dataItemId, slotPath: [] })),
  };
}

async function aDashboard(portal: Portal, assetDefinitionId: number, tiles: readonly object[]): Promise<void> {
  await portal.call('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Room',
    assetDefinitionId,
    config: JSON.stringify({ tabs: [{ id: 'tab', name: 'default', order: 0 }], tiles: { tab: tiles }, layouts: {} }),
  });
}

/** Scrolls a table to its last column, all the way to its end. */
async function expectLastColumnInReach(tile: Locator): Promise<void> {
  const last = tile.getByRole('columnheader').last();
  await expect(last).toBeVisible();
  await last.scrollIntoViewIfNeeded();
  await tile.getByRole('grid').evaluate((grid) => grid.parentElement?.scrollBy(10_000, 0));
  await expect(async () => {
    const [frame, column] = [await tile.boundingBox(), await last.boundingBox()];
    expect((column?.x ?? 0) + (column?.width ?? Number.NaN)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
  }).toPass();
}

test('a table of half the width keeps its last column in reach, and sizes cover no title while tiles are edited', async ({
  page,
  portal,
}) => {
  const { assetId, assetDefinitionId, chosen } = await largeValues(portal, 'ROOM-1');
  const tiles = [
    {
      id: 'table',
      properties: {
        type: { name: 'Data Item Table', value: 'DataItemTable', default: false },
        title: 'ROOM readings',
        dataItems: chosen,
      },
      dataGrid: { x: 0, y: 0, w: 24, h: 18 },
    },
    ...NAMES.slice(0, 2).map((name, i) => ({
      id: name,
      properties: {
        type: { name: 'Text Indicator', value: 'Indicator', default: false },
        title: name,
        label: name,
        slotPath: [],
        dataItem: chosen[i]?.dataItemId,
      },
      dataGrid: { x: 24 + 12 * i, y: 0, w: 12, h: 10 },
    })),
  ];
  await aDashboard(portal, assetDefinitionId, tiles);
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);

  const table = page.getByRole('group', { name: 'ROOM readings' });
  await expectLastColumnInReach(table);

  await page.keyboard.press('e');
  for (const name of NAMES.slice(0, 2)) {
    const tile = page.getByRole('group', { name: new RegExp(`^${name}`) });
    const title = tile.getByText(name, { exact: true }).first();
    const size = tile.getByRole('button', { name: /^Move / }).locator('span');
    await expect(size).toBeVisible();
    await expect(async () => {
      const [said, over] = [await title.boundingBox(), await size.boundingBox()];
      if (said === null || over === null) throw new Error('The tile is not drawn yet.');
      const isBeside =
        over.x >= said.x + said.width ||
        over.x + over.width <= said.x ||
        over.y >= said.y + said.height ||
        over.y + over.height <= said.y;
      expect(isBeside, JSON.stringify({ said, over })).toBe(true);
    }).toPass();
  }
});

test('the legend of a pie 200 px wide has a line for each slice, and writes no number over another', async ({
  page,
  portal,
}) => {
  const { assetId, assetDefinitionId, chosen } = await largeValues(portal, 'ROOM-2');
  const plots = chosen.slice(0, 4).map(({ dataItemId, slotPath }) => ({ slotPath, dataItem: dataItemId, color: '' }));
  const type = { name: 'Pie Chart', value: 'PieChart', default: false };
  const place = { x: 0, y: 0, w: 15, h: 20 };
  await aDashboard(portal, assetDefinitionId, [
    { id: 'pie', properties: { type, title: 'ROOM shares', plots }, dataGrid: place },
  ]);
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);

  const legend = page.getByRole('table', { name: 'ROOM shares' });
  const rows = legend.getByRole('row');
  await expect(legend.getByRole('cell', { name: '1,234,567.89' })).toBeVisible();
  await expect(async () => {
    const lines: number[] = [];
    for (const row of (await rows.all()).slice(-plots.length)) {
      const name = await row.getByRole('rowheader').boundingBox();
      const value = await row.getByRole('cell').first().boundingBox();
      if (name === null || value === null) throw new Error('The legend is not drawn yet.');
      expect(value.y).toBeCloseTo(name.y, 0);
      expect(value.x).toBeGreaterThanOrEqual(name.x + name.width - 1);
      lines.push(value.y);
    }
    expect(new Set(lines.map(Math.round)).size).toBe(plots.length);
  }).toPass();
});

test('no number is cut in tiles 115 px wide', async ({ page, portal }) => {
  const { assetId, assetDefinitionId, chosen } = await largeValues(portal, 'ROOM-3');
  const one = { slotPath: [], dataItem: chosen[0]?.dataItemId };
  const scale = { min: 0, max: 100_000_000 };
  const command = { module: 'pump', command: 'speed' };
  const kinds: [type: string, title: string, settings: object][] = [
    ['CylinderGauge', 'Level', { ...one, ...scale }],
    ['Gauge', 'Dial', { ...one, ...scale }],
    ['Indicator', 'Words', { ...one }],
    ['AdvancedGraph', 'Lines', { series: [one] }],
    ['PieChart', 'Shares', { plots: [one] }],
    ['HourlyHeatMap', 'Hours', { ...one, start: 0, stop: 23 }],
    ['HourlyHeatMap', 'Hours from seven', { ...one, start: 7, stop: 23 }],
    ['DataItemTable', 'Values', { dataItems: chosen }],
    ['Table', 'All values', { option: 'dataItems' }],
    ['Table', 'Marked values', { option: 'dataItems', selectionMarkers: true }],
    ['CommandSlider', 'Slider', { ...one, ...scale, ...command }],
    ['Setpoint', 'Setpoint', { ...one, ...command }],
  ];
  const tiles = kinds.map(([type, title, settings], i) => ({
    id: title,
    properties: { type: { name: type, value: type, default: false }, title, ...settings },
    dataGrid: { x: 8 * i, y: 0, w: 8, h: 22 },
  }));
  await aDashboard(portal, assetDefinitionId, tiles);
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);

  const lines = page.getByRole('list', { name: 'Series' });
  await expect(lines).toContainText('1,234,56');
  const shown = page.locator('[data-tile-id]');
  for (const name of ['Values', 'All values', 'Marked values'])
    await expect(page.getByRole('grid', { name, exact: true })).toContainText('1,234,572.89');
  await expect(page.getByText('Reported')).toHaveCount(2);
  await expect(shown).toHaveCount(kinds.length);
  for (const tile of await shown.all()) {
    expect((await tile.boundingBox())?.width).toBeLessThan(120);
    await expect.poll(() => cutNumbers(tile)).toEqual([]);
  }
});

/** Colours of both sides of the middle, and the middle itself. */
const PAINTS = ['#102a43', '#d93025', '#808080', '#ffe066'];

test('on a colour of its own an indicator is legible in every theme, its age included', async ({ page, portal }) => {
  const { assetId, assetDefinitionId, accessToken, chosen } = await largeValues(portal, 'ROOM-4');
  const device = await portal.aDevice(accessToken);
  const values = { [NAMES[0] ?? '']: 484 };
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts: Date.now() + 1, values }), { qos: 1 });
  await device.endAsync();
  const pingrate = { attributeName: 'pingrate', attributeValue: '1' };
  await portal.call('PUT', `/api/assets/${assetId}/attributes`, pingrate);
  const type = { name: 'Text Indicator', value: 'Indicator', default: false };
  const one = { slotPath: [], dataItem: chosen[0]?.dataItemId };
  const tiles = PAINTS.map((backgroundColor, i) => ({
    id: backgroundColor,
    properties: { type, ...one, backgroundColor, showTimestamp: true },
    dataGrid: { x: 15 * i, y: 0, w: 15, h: 12 },
  }));
  await aDashboard(portal, assetDefinitionId, tiles);
  await logIn(page, portal);
  for (const theme of ['dark', 'light', 'calm']) {
    await page.addInitScript((chosenTheme) => localStorage.setItem('theme', `palette-${chosenTheme}`), theme);
    await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
    await expect(page.getByText(/ ago$/)).toHaveCount(PAINTS.length);
    await expectColoursAccessible(page, `painted indicators, ${theme}`);
  }
});

/** Records of many columns, which scroll sideways in a tile of 115 pixels. */
const WIDE: [type: string, title: string, settings: object][] = [
  ['Table', 'ROOM events', { option: 'events' }],
  ['AISettings', 'ROOM inputs', { channels: [{ channel: 'AI 1', slotPath: [], dataItem: null }] }],
  [
    'CustomTable',
    'ROOM assets',
    {
      columns: 'assetId serialNumber assetAlias',
      fetch: { url: '/api/ef/assets', method: 'GET', headers: [], body: '' },
    },
  ],
];

test('a table hardly wider than its buttons says what they are for, and has its last column at its end', async ({
  page,
  portal,
}) => {
  const { assetId, assetDefinitionId, accessToken } = await largeValues(portal, 'ROOM-5');
  const flee = JSON.stringify({ expression: '_RoomFlow > 5' });
  const device = await portal.aDevice(accessToken);
  const send = (RoomFlow: number) =>
    device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ RoomFlow }), { qos: 1 });
  await send(1);
  const alarm = { assetDefinitionId, name: 'ROOM flow', severity: 5, selfAck: false, flee };
  await portal.call('PUT', '/api/ef/alarmdefinitions', [alarm]);
  await send(9);
  await device.endAsync();
  await portal.call('PUT', '/api/events', [{ assetId, timestamp: new Date().toISOString(), cause: 'Looked at' }]);
  const type = { name: 'Basic Table', value: 'Table', default: false };
  await aDashboard(portal, assetDefinitionId, [
    {
      id: 'alarms',
      properties: { type, title: 'ROOM alarms', option: 'alarms' },
      dataGrid: { x: 0, y: 0, w: 15, h: 20 },
    },
    ...WIDE.map(([value, title, settings], i) => ({
      id: title,
      properties: { type: { name: value, value, default: false }, title, ...settings },
      dataGrid: { x: 15 + 8 * i, y: 0, w: 8, h: 22 },
    })),
  ]);
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  const name = page.getByRole('gridcell', { name: 'ROOM flow', exact: true });
  await expect(name).toBeVisible();
  const isOnTop = () =>
    name.evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const { right, top, height } = range.getBoundingClientRect();
      return cell.contains(document.elementFromPoint(right - 2, top + height / 2));
    });
  await expect.poll(isOnTop).toBe(true);
  const button = page.getByRole('button', { name: 'Close alarm' });
  await button.scrollIntoViewIfNeeded();
  await expect(button).toBeInViewport({ ratio: 1 });
  for (const [, title] of WIDE) await expectLastColumnInReach(page.getByRole('group', { name: title }));
});

test('the bubble of a marker stands within a map 200 px wide, and what it leads to is in reach', async ({
  page,
  portal,
}) => {
  const { assetId, assetDefinitionId } = await largeValues(portal, 'ROOM-6');
  await portal.call('POST', `/api/assets/${assetId}/coordinates`, { latitude: 31.5, longitude: -102.25 });
  const properties = { type: { name: 'Google Map', value: 'Map', default: false }, title: 'ROOM map', assets: 'own' };
  await aDashboard(portal, assetDefinitionId, [{ id: 'map', properties, dataGrid: { x: 0, y: 0, w: 15, h: 18 } }]);
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  const map = page.getByRole('group', { name: 'ROOM map' });
  await map.getByRole('button', { name: /^ROOM-6, / }).click();
  const bubble = map.locator('.maplibregl-popup-content');
  await expect(async () => {
    const [inner, outer] = [await bubble.boundingBox(), await map.boundingBox()];
    if (inner === null || outer === null) throw new Error('The bubble is not drawn yet.');
    expect(inner.x).toBeGreaterThanOrEqual(outer.x);
    expect(inner.y).toBeGreaterThanOrEqual(outer.y);
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
    expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
  }).toPass();
  const link = map.getByRole('link', { name: 'Open Dashboard' });
  await link.scrollIntoViewIfNeeded();
  await expect(link).toBeInViewport({ ratio: 1 });
});
