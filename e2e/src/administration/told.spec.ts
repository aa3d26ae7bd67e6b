import { expectAccessible } from '../testing/accessible.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import { tellOfPumps } from './told-world.ts';

test('an administrator sees who is told of the pumps and of which nobody is', async ({ page, portal }) => {
  const { forgotten, pumps } = await tellOfPumps(portal, 'Told');
  await logIn(page, portal);
  await page.goto(`${portal.url}/alerts?tab=told&search=Told`);
  const row = page.getByRole('row', { name: /^Told crew/ });
  await expect(row).toContainText('2 by mail');
  await expect(row).toContainText('1 person cannot be told');
  await expect(row).toContainText('After 15 min Told relief');
  await expectAccessible(page, 'who is told, dark, desk');
  await row.getByRole('button', { name: /^People/ }).click();
  await expect(page.getByRole('list', { name: 'People' })).toContainText('Is told nothing: has no mail address');
  await page.keyboard.press('Escape');

  // The link of a gap leads to where it is mended; then it is none.
  await page.goto(`${portal.url}/alerts?tab=gaps&search=Told%20pump`);
  await expectAccessible(page, 'gaps, dark, desk');
  await expect(page.getByRole('link', { name: 'Told pump 3' })).toBeVisible();
  await portal.call('PUT', `/api/assetgroups/${pumps.assetGroupId}/assets`, [forgotten.assetId]);
  await page.reload();
  await expect(page.getByText(/^(Nothing matches|Somebody is told about every asset)/)).toBeVisible();
});
