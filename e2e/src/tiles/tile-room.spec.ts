import type { Locator } from '@playwright/test';
import { expect, logIn, test } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';

const NAMES = Array.from({ length: 6 }, (_, i) => `ROOM Reading with a long name ${i + 1}`);

/** An asset with large values under long names, and what its data items and its definition are. */
async function largeValues(portal: Portal, serialNumber: string) {
  // A dashboard is of a definition: each journey has its own.
  const { assetId, accessToken } = await portal.anAsset(serialNumber, `Room of tiles ${serialNumber}`);
  const device = await portal.aDevice(accessToken);
  const values = Object.fromEntries(NAMES.map((name, i) => [name, 1_234_567.891 + i]));
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(values), { qos: 1 });
  await device.endAsync();
  const items = await portal.call<{ dataItemId: number }[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  return { assetId, assetDefinitionId, chosen: items.map(({ dataItemId }) => ({ dataItemId, slotPath: [] })) };
}

async function aDashboard(portal: Portal, assetDefinitionId: number, tiles: readonly object[]): Promise<void> {
  await portal.call('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Room',
    assetDefinitionId,
    config: JSON.stringify({ tabs: [{ id: 'tab', name: 'default', order: 0 }], tiles: { tab: tiles }, layouts: {} }),
  });
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
  const last = table.getByRole('columnheader').last();
  await expect(last).toBeVisible();
  await last.scrollIntoViewIfNeeded();
  await expect(async () => {
    const [frame, column] = [await table.boundingBox(), await last.boundingBox()];
    expect((column?.x ?? 0) + (column?.width ?? Number.NaN)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
  }).toPass();

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

/** Numbers of a tile that something cuts, to the left or to the right. What scrolls is looked at as far as it begins. */
function cutNumbers(tile: Locator): Promise<string[]> {
  return tile.evaluate((frame) => {
    const isCut = (text: Text): boolean => {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      if (width <= 1) return false;
      for (let at = text.parentElement; at !== null; at = at === frame ? null : at.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(at);
        // Said to screen readers only.
        if (clipPath !== 'none') return false;
        if (overflowX === 'visible' && at !== frame) continue;
        const room = at.getBoundingClientRect();
        if (left < room.left - 1 || right > room.right + 1) return true;
      }
      return false;
    };
    const texts: Text[] = [];
    const walker = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    const isOfNextSeries = (text: Text) => text.parentElement?.closest('ul[aria-label=Series] > li:not(:first-child)');
    return texts
      .filter((text) => /^-?\d/.test(text.data) && !isOfNextSeries(text) && isCut(text))
      .map(({ data }) => data);
  });
}

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
    ['DataItemTable', 'Values', { dataItems: chosen }],
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
  await expect(page.getByRole('grid', { name: 'Values' })).toContainText('1,234,572.89');
  await expect(page.getByText('Reported')).toHaveCount(2);
  await expect(shown).toHaveCount(kinds.length);
  for (const tile of await shown.all()) {
    expect((await tile.boundingBox())?.width).toBeLessThan(120);
    await expect.poll(() => cutNumbers(tile)).toEqual([]);
  }
});
