import { expect, openAssets, test } from './testing/journey.ts';
import { ADMIN_PASSWORD } from './testing/portal.ts';

test('a wrong password shows the server’s text, the right one opens the assets, logging out says so', async ({
  page,
  portal,
}) => {
  await page.goto(portal.url);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByLabel('Password', { exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Login Error' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Assets' })).toBeVisible();

  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByText('You have been logged out.')).toBeVisible();
  await page.goto(`${portal.url}/assets`);
  await expect(page.getByLabel('Username')).toBeVisible();
});

test('the asset list finds an asset by serial number and opens its dashboard', async ({ page, portal }) => {
  const { accessToken } = await portal.anAsset('LIST-7', 'Listed equipment');
  const device = await portal.aDevice(accessToken);
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ Level: 7.5 }), { qos: 1 });

  await openAssets(page, portal);
  await page.getByRole('textbox', { name: /alias, serial number or definition/i }).fill('list-7');
  const row = page.getByRole('row', { name: /LIST-7/ });
  await expect(row).toContainText('Connected');
  await row.getByText('LIST-7').first().click();
  await expect(page).toHaveURL(/\/assets\/\d+\/dashboard/);
  await expect(page).toHaveTitle(/LIST-7/);
  await device.endAsync();
});
