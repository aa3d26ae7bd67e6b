import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expectAccessible } from './testing/accessible.ts';
import { expect, logInByForm, test } from './testing/journey.ts';
import { mailedLink } from './testing/mailed-link.ts';
import { ADMIN_PASSWORD } from './testing/portal.ts';

const ADDRESS = 'control-room@example.com';

test('an old login proves anew who it is, names another address, and that counts once its mailbox has confirmed it', async ({
  page,
  portal,
}) => {
  await logInByForm(page, portal);
  // As if ten minutes had passed since everybody's login.
  await portal.stop();
  const db = new DatabaseSync(join(portal.folder, 'data', 'portal.db'));
  db.exec('update sessions set proved_ms = proved_ms - 600000');
  db.close();
  await portal.start();

  await page.goto(`${portal.url}/user-settings`);
  const field = page.getByLabel('Alternative email');
  await field.fill(ADDRESS);
  await page.getByRole('button', { name: 'Save address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
  await expect(dialog.getByLabel(/^Password/)).toBeFocused();
  await expectAccessible(page, 'Confirm it is you');
  await dialog.getByLabel(/^Password/).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your password.')).toBeVisible();
  await dialog.getByLabel(/^Password/).fill(ADMIN_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${ADDRESS} waits to be confirmed`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(field).toHaveValue('');
  await expectAccessible(page, 'an address that waits');

  const { changeId } = await mailedLink(portal, ADDRESS, 'Confirm this address for Telltale');
  const link = `${portal.url}/confirm-address?changeId=${changeId}`;
  await page.goto(link);
  await expectAccessible(page, 'the page of the mailed link');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`Mails and reset links of admin now go to ${ADDRESS}.`)).toBeVisible();
  await page.goto(`${portal.url}/user-settings`);
  await expect(field).toHaveValue(ADDRESS);
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('This link has expired.')).toBeVisible();
});
