import { expectWhole, whereverHeld } from '../testing/held.ts';
import { expect, logInByForm, test } from '../testing/journey.ts';
import { panel, rest } from '../why/why-assets.ts';
import { aPump, aReader, gauge, PASSWORD } from './pressed-pump.ts';

test('with a finger a person sets how they read, finds a pump, reads it so, and asks where the number comes from', async ({
  browser,
  portal,
}) => {
  const assetId = await aPump(portal, 'SET-HELD');
  await whereverHeld(browser, portal, async (page, held) => {
    const username = `reader-of-${held}`;
    await aReader(portal, username);
    await page.context().clearCookies();
    await logInByForm(page, portal, username, PASSWORD);

    await page.goto(`${portal.url}/user-settings`);
    await page.getByLabel('First name').fill('Ann');
    await page.getByLabel('Last name').fill('Lee');
    await page.getByRole('button', { name: 'Save names' }).tap();
    await expect(page.getByRole('button', { name: 'Save names' })).toBeDisabled();
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await zone.tap();
    await zone.fill('Tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).tap();
    await expect(page.getByText(/Now it is .* GMT\+9\./)).toBeVisible();
    await page.getByRole('combobox', { name: 'Pressure', exact: true }).selectOption('bar');
    await page.getByLabel('Address').fill('/exports');
    await page.getByLabel('Text of the link').fill('My exports');
    await page.getByRole('button', { name: 'Add link' }).tap();
    await expect(page.getByRole('list', { name: 'My links' })).toContainText('My exports');
    await page.getByRole('radio', { name: /^Light/ }).tap();
    await expect(page.locator('html')).toHaveCSS('color', 'rgb(22, 32, 42)');
    await page.reload();
    await expect(page.getByLabel('First name')).toHaveValue('Ann');
    await expect(page.getByLabel('Last name')).toHaveValue('Lee');
    await expect(zone).toHaveValue('Asia/Tokyo');
    await expectWhole(page, `the settings on a ${held}`);

    await page.getByRole('button', { name: 'Search and commands' }).tap();
    await page.getByRole('combobox', { name: /Search/ }).fill('set-held');
    const found = page.getByRole('option', { name: /^SET-HELD/ }).first();
    await expect(found).toBeVisible();
    await expectWhole(page, `what was found on a ${held}`);
    await found.tap();
    await expect(page).toHaveURL(new RegExp(`/assets/${assetId}/dashboard`));

    await expect(gauge(page)).toHaveAccessibleName('SET-HELD pressure: 6.895 bar');
    await gauge(page).scrollIntoViewIfNeeded();
    await rest(page, gauge(page));
    await expect(panel(page).getByText('bar, as you chose: 100 PSI × 0.06894757 = 6.894757 bar')).toBeVisible();
    await expectWhole(page, `why on a ${held}`);
    await panel(page).getByRole('link', { name: 'Open as a page' }).tap();
    await expect(page).toHaveURL(/\/why/);
    await expect(page.getByText('6.895 bar').first()).toBeVisible();
    await expectWhole(page, `the page of why on a ${held}`);
  });
});
