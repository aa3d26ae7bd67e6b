import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { codeOf } from '../testing/authenticator.ts';
import { aSecondPerson, SECOND_PASSWORD } from '../testing/commanded-pump.ts';
import { expectWhole, type Held, whereverHeld } from '../testing/held.ts';
import { expect, logInByForm, test } from '../testing/journey.ts';
import { mailedLink } from '../testing/mailed-link.ts';
import type { Portal } from '../testing/portal.ts';

/** Steps from now, of an app whose clock is ten minutes ahead. */
const OF_LATER = 20;

/** Begins in the settings of a person of this journey alone. */
async function inOwnSettings(page: Page, portal: Portal, username: string): Promise<void> {
  await aSecondPerson(portal, username);
  await page.context().clearCookies();
  await logInByForm(page, portal, username, SECOND_PASSWORD);
  await page.goto(`${portal.url}/user-settings`);
}

/** On a phone it is in the panel of the navigation. */
async function logOut(page: Page, held: Held): Promise<void> {
  if (held === 'phone') await page.getByRole('button', { name: 'Open navigation' }).tap();
  await page.getByRole('button', { name: 'Log Out' }).tap();
  await expect(page.getByText('You have been logged out.')).toBeVisible();
  await expectWhole(page, `the login page after logging out on a ${held}`);
}

test('with a finger a person names a second address, and confirms it from its mailbox', async ({ browser, portal }) => {
  await whereverHeld(browser, portal, async (page, held) => {
    const username = `addressed-by-${held}@example.com`;
    const address = `second-of-${held}@example.com`;
    await inOwnSettings(page, portal, username);
    const field = page.getByLabel('Alternative email');
    // No address: nothing is mailed.
    await field.fill(username.replace('@', ' at '));
    await page.getByRole('button', { name: 'Save address' }).tap();
    expect(await field.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(false);
    await expect(page.getByText(/ waits to be confirmed/)).toHaveCount(0);
    await field.fill(address);
    await page.getByRole('button', { name: 'Save address' }).tap();
    await expect(page.getByText(`${address} waits to be confirmed`)).toBeVisible();
    await expect(field).toHaveValue('');
    await expectWhole(page, `an address that waits on a ${held}`);
    const subject = 'Confirm this address for Telltale';
    const first = await mailedLink(portal, address, subject);
    await page.getByRole('button', { name: 'Mail the link again' }).tap();
    await expect(page.getByText('The link was mailed again.')).toBeVisible();
    const again = await mailedLink(portal, address, subject, 2);

    // The first one ended when the second was mailed.
    await page.goto(`${portal.url}/confirm-address?changeId=${first.changeId}`);
    await page.getByRole('button', { name: 'Confirm' }).tap();
    await expect(page.getByText('This link has expired.')).toBeVisible();
    await expectWhole(page, `a mailed link that has ended on a ${held}`);
    await page.goto(`${portal.url}/confirm-address?changeId=${again.changeId}`);
    await page.getByRole('button', { name: 'Confirm' }).tap();
    await expect(page.getByText(`Mails and reset links of ${username} now go to ${address}.`)).toBeVisible();
    await expectWhole(page, `an address that is confirmed on a ${held}`);
    await page.getByRole('main').getByRole('link', { name: 'Settings' }).tap();
    await expect(field).toHaveValue(address);
  });
});

test('with a finger two-step login is set up, asked for and turned off', async ({ browser, portal }) => {
  await whereverHeld(browser, portal, async (page, held) => {
    const username = `two-steps-on-${held}@example.com`;
    await inOwnSettings(page, portal, username);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Set up two-step login' }).tap();
    await dialog.getByRole('button', { name: 'Continue' }).tap();
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    await expectWhole(page, `the code for the app on a ${held}`);
    const secret = await dialog.locator('code').innerText();
    const link = dialog.getByRole('link', { name: 'Open in an authenticator app' });
    const keyUri = new URL((await link.getAttribute('href')) ?? '');
    expect(`${keyUri.protocol}//${keyUri.host}${keyUri.pathname}`).toBe(
      `otpauth://totp/Telltale:${encodeURIComponent(username)}`,
    );
    expect(Object.fromEntries(keyUri.searchParams)).toEqual({
      issuer: 'Telltale',
      secret: secret.replaceAll(' ', ''),
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    const code = page.getByLabel(/^Code/);
    await code.fill(codeOf(secret, OF_LATER));
    await dialog.getByRole('button', { name: 'Turn on' }).tap();
    await expect(dialog.getByText('This code is wrong. Look whether the clock of the device is right.')).toBeVisible();
    await expectWhole(page, `a code that is none on a ${held}`);
    await code.fill(codeOf(secret));
    await dialog.getByRole('button', { name: 'Turn on' }).tap();
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    await expectWhole(page, `recovery codes on a ${held}`);
    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).tap();
    const saved = await readFile(await (await saving).path(), 'utf8');
    for (const one of await codes.allInnerTexts()) expect(saved).toContain(one);
    await dialog.getByRole('button', { name: 'Done' }).tap();
    await expect(page.getByText(/10 recovery codes are left/)).toBeVisible();

    await logOut(page, held);
    await page.goto(`${portal.url}/login?next=%2Fuser-settings`);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(SECOND_PASSWORD);
    await page.getByRole('button', { name: 'Login', exact: true }).tap();
    await code.fill(codeOf(secret, OF_LATER));
    await page.getByRole('button', { name: 'Login', exact: true }).tap();
    const refused = page.getByRole('dialog', { name: 'Login Error' });
    await expect(refused).toContainText('This code is wrong, or was used already. Wait for the next one.');
    await expectWhole(page, `a login that is refused on a ${held}`);
    await refused.getByRole('button', { name: 'OK' }).tap();
    await expect(refused).toBeHidden();
    await expectWhole(page, `a login that asks for a code on a ${held}`);
    // Each code counts once.
    await code.fill(codeOf(secret, 1));
    await page.getByRole('button', { name: 'Login', exact: true }).tap();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();

    await page.getByRole('button', { name: 'Turn off' }).tap();
    await expectWhole(page, `the question before two-step login is turned off on a ${held}`);
    await dialog.getByRole('button', { name: 'Turn off' }).tap();
    await expect(page.getByRole('button', { name: 'Set up two-step login' })).toBeVisible();
  });
});
