import { expectFits } from '../testing/fits.ts';
import { expect, openAssets, test } from '../testing/journey.ts';
import { setAttribute } from '../testing/recorded-dashboard.ts';

test('the list of assets is arranged and its map followed, on a phone, a tablet and a desk', async ({
  page,
  portal,
}) => {
  const names = ['LISTED-1', 'LISTED-2', 'LISTED-3'];
  const made = [];
  for (const name of names) made.push(await portal.anAsset(name, 'Listed pump'));
  const [, connected, placed] = made;
  await portal.call('POST', `/api/assets/${placed?.assetId}/coordinates`, { latitude: 10, longitude: 20 });
  const device = await portal.aDevice(connected?.accessToken ?? '');
  await device.publishAsync('v1/devices/me/telemetry', '{"Listed level": 1}', { qos: 1 });
  // What was heard of a minute ago is not connected any more, and stands elsewhere.
  await setAttribute(portal, connected?.assetId ?? 0, 'pingrate', String(3_600_000));

  await openAssets(page, portal, 'listed pump');
  const links = page.getByRole('link', { name: /^LISTED-/ });
  // What is connected, then by alias; what is pinned before either.
  await expect(links).toHaveText(['LISTED-2', 'LISTED-1', 'LISTED-3']);
  const choose = async (name: string, entry: string) => {
    await page.getByRole('button', { name: `More of ${name}` }).click();
    await page.getByRole('menuitem', { name: entry, exact: true }).click();
  };
  await choose('LISTED-3', 'Pin');
  await expect(links).toHaveText(['LISTED-3', 'LISTED-2', 'LISTED-1']);
  await choose('LISTED-3', 'Unpin');
  await expect(links).toHaveText(['LISTED-2', 'LISTED-1', 'LISTED-3']);
  await page.getByLabel('Rows per page').fill('2');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(links).toHaveText(['LISTED-3']);
  await expectFits(page, 'the list of assets', async (size) => {
    const list = page.getByRole(size === 'phone' ? 'list' : 'grid', { name: 'Assets' });
    await expect(list.getByRole('link', { name: /^LISTED-3/ })).toBeVisible();
  });

  // The map and the list of a phone stand below each other.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Page before' }).click();
  await choose('LISTED-1', 'Set location');
  // Near enough to LISTED-3 that a map of any size which begins there has both.
  const bar = page.getByRole('region', { name: 'Location of LISTED-1' });
  await bar.getByLabel('Latitude').fill('10');
  await bar.getByLabel('Longitude').fill('40');
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The location of LISTED-1 is saved.')).toBeVisible();
  const marker = page.getByRole('button', { name: /^LISTED-1,/ });
  await marker.click();
  const map = page.getByRole('region', { name: 'Map', exact: true });
  await expectFits(page, 'an asset on the map', async () => {
    await expect(map.getByText('10.00000, 40.00000')).toBeVisible();
    for (const name of ['Edit', 'Move marker']) await expect(map.getByRole('button', { name })).toBeVisible();
  });
  await map.getByRole('link', { name: 'Open Dashboard' }).click();
  await expect(page).toHaveURL(new RegExp(`/assets/${made[0]?.assetId}/dashboard`));
  await device.endAsync();
});

test('on a tablet the list says how bad an alarm is, to the last figure', async ({ page, portal }) => {
  const { assetId, accessToken } = await portal.anAsset('LISTED-ALARM', 'Listed alarm');
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const device = await portal.aDevice(accessToken);
  const send = (ListedFlow: number) =>
    device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ListedFlow }), { qos: 1 });
  await send(1);
  const flee = JSON.stringify({ expression: '_ListedFlow > 5' });
  await portal.call('PUT', '/api/ef/alarmdefinitions', [{ assetDefinitionId, name: 'Listed', severity: 12, flee }]);
  await send(9);
  await device.endAsync();
  await page.setViewportSize({ width: 820, height: 1180 });
  await openAssets(page, portal, 'LISTED-ALARM');
  const said = page.getByTitle('1 open, worst severity 12');
  await expect(said).toBeVisible();
  await expect(async () => {
    const [text, cell] = [await said.boundingBox(), await page.locator('td', { has: said }).boundingBox()];
    expect((text?.x ?? 0) + (text?.width ?? Number.NaN)).toBeLessThanOrEqual((cell?.x ?? 0) + (cell?.width ?? 0));
  }).toPass();
});
