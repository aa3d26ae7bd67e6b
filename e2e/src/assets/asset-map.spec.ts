import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/accessible.ts';
import { expect, openAssets, test } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';

const place = (portal: Portal, assetId: number, latitude: number, longitude: number) =>
  portal.call('POST', `/api/assets/${assetId}/coordinates`, { latitude, longitude });

/** Points at places of the map, pixels from its middle. */
async function pointAt(page: Page, places: readonly (readonly [number, number])[]): Promise<void> {
  const box = await page.locator('.maplibregl-canvas').boundingBox();
  if (box === null) throw new Error('There is no map.');
  for (const [x, y] of places) await page.mouse.click(box.x + box.width / 2 + x, box.y + box.height / 2 + y);
}

test('assets are marked by drawing around them, and one that moved shows its way', async ({ page, portal }) => {
  const moved = await portal.anAsset('MAPPED-1', 'Mapped rigs');
  const near = await portal.anAsset('MAPPED-2', 'Mapped rigs');
  const far = await portal.anAsset('MAPPED-3', 'Mapped rigs');
  await place(portal, moved.assetId, 0, -32);
  await place(portal, moved.assetId, 0, -30);
  await place(portal, near.assetId, 6, -24);
  await place(portal, far.assetId, 0, 30);

  await openAssets(page, portal, 'mapped rigs');
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  const marker = page.getByRole('button', { name: /^MAPPED-1/ });
  await expect(marker).toBeVisible();
  await page.getByRole('button', { name: 'More of the list' }).click();
  await page.getByRole('menuitem', { name: 'Select assets' }).click();
  await page.getByRole('button', { name: 'Draw an area' }).click();
  await pointAt(page, [
    [-240, -110],
    [-60, -110],
    [-60, 110],
    [-240, 110],
  ]);
  await expect(page.getByText('4 corners')).toBeVisible();
  await page.getByRole('region', { name: 'Area' }).getByRole('button', { name: 'Select' }).click();
  await expect(page.getByText('2 selected')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select MAPPED-2' })).toBeChecked();
  await expect(page.getByRole('row', { name: /MAPPED-3/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Done' }).click();

  await marker.click();
  await page.getByRole('button', { name: 'Track' }).click();
  const track = page.getByRole('region', { name: 'Track of MAPPED-1' });
  await expect(track).toContainText('138 miles, there since');
  await expectAccessible(page, 'the track of an asset');
  await track.getByRole('button', { name: 'Close' }).click();
  await expect(track).toHaveCount(0);
});
