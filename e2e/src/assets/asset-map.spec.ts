import { expectAccessible } from '../testing/accessible.ts';
import { expect, openAssets, test } from '../testing/journey.ts';
import { cornersAround, mappedRigs, placeAsset } from '../testing/mapped-rigs.ts';

test('assets are marked by drawing around them, and one that moved shows its way', async ({ page, portal }) => {
  await mappedRigs(portal, 'MAPPED', 'Mapped rigs');

  await openAssets(page, portal, 'mapped rigs');
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  const marker = page.getByRole('button', { name: /^MAPPED-1/ });
  await expect(marker).toBeVisible();
  await page.getByRole('button', { name: 'More of the list' }).click();
  await page.getByRole('menuitem', { name: 'Select assets' }).click();
  await page.getByRole('button', { name: 'Draw an area' }).click();
  for (const { x, y } of await cornersAround(page, ['MAPPED-1', 'MAPPED-2'])) await page.mouse.click(x, y);
  await expect(page.getByText('4 corners')).toBeVisible();
  await page.getByRole('region', { name: 'Area' }).getByRole('button', { name: 'Select' }).click();
  await expect(page.getByText('2 selected')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select MAPPED-2' })).toBeChecked();
  await expect(page.getByRole('row', { name: /MAPPED-3/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Done' }).click();

  await marker.click();
  await page.getByRole('button', { name: 'Track' }).click();
  const track = page.getByRole('region', { name: 'Track of MAPPED-1' });
  await expect(track).toContainText('276 miles, there since');
  await expectAccessible(page, 'the track of an asset');
  await track.getByRole('button', { name: 'Close' }).click();
  await expect(track).toHaveCount(0);
});

test('a location is typed beside the open window, and assets are pointed at with a tool in hand', async ({
  page,
  portal,
}) => {
  const typed = await portal.anAsset('TYPED-1', 'Typed rigs');
  const other = await portal.anAsset('TYPED-2', 'Typed rigs');
  await placeAsset(portal, typed.assetId, 0, -30);
  await placeAsset(portal, other.assetId, 0, -10);

  await openAssets(page, portal, 'typed rigs');
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  const map = page.getByRole('region', { name: 'Map', exact: true });
  await page.getByRole('button', { name: /^TYPED-1,/ }).click();
  await map.getByRole('button', { name: 'Move marker' }).click();

  // Each digit moves the marker and its window, and none of them takes the field from who types.
  const bar = page.getByRole('region', { name: 'Location of TYPED-1' });
  const latitude = bar.getByLabel('Latitude');
  await latitude.press('ControlOrMeta+A');
  await latitude.pressSequentially('12.5', { delay: 60 });
  await expect(latitude).toBeFocused();
  await expect(latitude).toHaveValue('12.5');
  await expect(map.getByRole('button', { name: 'Save location' })).toBeVisible();

  // What lies beyond the pole is said to, and kept by nobody.
  await latitude.fill('95');
  await latitude.press('Enter');
  await expect(bar.getByText('Degrees from -90 to 90, as 31.9686.')).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Save' })).toBeDisabled();
  await latitude.fill('10');
  await bar.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The location of TYPED-1 is saved.')).toBeVisible();
  await expect(map.getByText('10.00000, -30.00000')).toBeVisible();
  await map.getByRole('button', { name: 'Edit' }).press('Escape');
  await expect(map.getByRole('link', { name: 'Open Dashboard' })).toHaveCount(0);

  // The window would cover the marker that is to be pointed at.
  await page.getByRole('button', { name: /^TYPED-1,/ }).click();
  await expect(map.getByRole('link', { name: 'Open Dashboard' })).toBeVisible();
  await map.getByRole('button', { name: 'Measure a distance' }).click();
  await page.getByRole('button', { name: /^TYPED-1,/ }).click();
  await page.getByRole('button', { name: /^TYPED-2,/ }).click();
  await expect(page.getByRole('region', { name: 'Distance' })).toContainText('1,539 miles');
  await expect(map.getByRole('link', { name: 'Open Dashboard' })).toHaveCount(0);
});
