import { expect, logIn, test } from '../testing/journey.ts';

interface Stored {
  dashboardId: number;
}

const NAMES = Array.from({ length: 6 }, (_, i) => `ROOM Reading with a long name ${i + 1}`);

test('a table of half the width keeps its last column in reach, and sizes cover no title while tiles are edited', async ({
  page,
  portal,
}) => {
  const { assetId, accessToken } = await portal.anAsset('ROOM-1', 'Room of tiles');
  const device = await portal.aDevice(accessToken);
  const values = Object.fromEntries(NAMES.map((name, i) => [name, 1_234_567.891 + i]));
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(values), { qos: 1 });
  await device.endAsync();
  const items = await portal.call<{ dataItemId: number }[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const tiles = [
    {
      id: 'table',
      properties: {
        type: { name: 'Data Item Table', value: 'DataItemTable', default: false },
        title: 'ROOM readings',
        dataItems: items.map(({ dataItemId }) => ({ dataItemId, slotPath: [] })),
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
        dataItem: items[i]?.dataItemId,
      },
      dataGrid: { x: 24 + 12 * i, y: 0, w: 12, h: 10 },
    })),
  ];
  await portal.call<Stored>('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Room',
    assetDefinitionId,
    config: JSON.stringify({ tabs: [{ id: 'tab', name: 'default', order: 0 }], tiles: { tab: tiles }, layouts: {} }),
  });
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
