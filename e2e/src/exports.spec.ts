import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expectFits } from './testing/fits.ts';
import { expect, logIn, test } from './testing/journey.ts';
import type { Portal } from './testing/portal.ts';

const QUARTER_MS = 15 * 60_000;

/** An asset with two values of an hour ago, and a dashboard. */
async function aPump(portal: Portal, serialNumber: string) {
  const { assetId, accessToken } = await portal.anAsset(serialNumber, `Kind of ${serialNumber}`);
  const timeMs = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS - 4 * QUARTER_MS;
  const device = await portal.aDevice(accessToken);
  const points = [41.5, 42].map((value, index) => ({
    ts: timeMs + 1000 * index,
    values: { 'Exported pressure': value, 'Exported flow': 3 },
  }));
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(points), { qos: 1 });
  await device.endAsync();
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const config = { tabs: [{ id: 'tab-0', name: 'First', order: 0 }], tiles: { 'tab-0': [] }, layouts: {} };
  const board = { dashboardId: 0, dashboardName: 'Board', assetDefinitionId, config: JSON.stringify(config) };
  await portal.call('POST', '/api/dashboards', board);
  return { path: `${portal.url}/assets/${assetId}/dashboard`, timeMs };
}

test('the history of an asset becomes a file by the menu of its dashboard', async ({ page, portal }) => {
  // What makes the file gives way to all else that the machine has to do.
  test.setTimeout(150_000);
  const { path, timeMs } = await aPump(portal, 'EXP-1');
  await logIn(page, portal);
  await page.goto(path);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export Data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export to CSV' });
  await dialog.getByRole('checkbox', { name: 'Exported pressure' }).check();
  await dialog.getByLabel('File name').fill('night shift');
  await expectFits(page, 'the export dialog', () => expect(dialog.getByLabel('File name')).toBeVisible());
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const link = dialog.getByRole('link', { name: 'Download night shift.csv.gz' });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('night shift.csv.gz');
  const iso = (index: number) => new Date(timeMs + 1000 * index).toISOString();
  expect(gunzipSync(await readFile(await download.path())).toString()).toBe(
    `Time,Exported pressure\r\n${iso(0)},41.5\r\n${iso(1)},42\r\n`,
  );

  await dialog.getByRole('link', { name: 'Your exports' }).click();
  await expectFits(page, 'the page of exports', () =>
    expect(page.getByRole('row', { name: /night shift/ })).toContainText('2 values'),
  );
});
