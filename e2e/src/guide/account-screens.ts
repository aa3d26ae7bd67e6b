import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { endPortal, startPortal } from '../testing/portal.ts';
import { DESK, openBrowser, openOwnLook } from './guide-browser.ts';

/*
 * Makes the pictures of one's own account and of an entry of the journal for docs/guide/accounts.md, with a portal of its own:
 * `npm run build`, then `node e2e/src/guide/account-screens.ts`.
 */

const IMAGES = resolve(import.meta.dirname, '../../../docs/images/accounts');
/** What slides in has come to rest by then. */
const LAST_MS = 800;

const screens: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['settings', showEndOfSettings],
  ['token', makeToken],
  ['two-step', setUpTwoSteps],
  ['audit', openEntry],
];

async function showSettings(page: Page): Promise<void> {
  await page.goto(`${portal.url}/user-settings`);
  await page.getByRole('button', { name: 'New token' }).waitFor();
}

async function showEndOfSettings(page: Page): Promise<void> {
  await showSettings(page);
  await page.getByRole('button', { name: 'New token' }).scrollIntoViewIfNeeded();
}

async function makeToken(page: Page): Promise<void> {
  await showSettings(page);
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Name/).fill('Shift report');
  await dialog.getByRole('radio', { name: /^Only what/ }).check();
  await dialog.getByRole('checkbox', { name: 'Assets View' }).check();
}

async function setUpTwoSteps(page: Page): Promise<void> {
  await showSettings(page);
  await page.getByRole('button', { name: 'Set up two-step login' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('dialog').getByLabel(/^Code/).waitFor();
}

async function openEntry(page: Page): Promise<void> {
  await page.goto(`${portal.url}/audit?kind=asset`);
  await page.getByRole('grid').getByText('changed').first().click();
  await page.getByText('Before and after').waitFor();
}

const portal = await startPortal();
const browser = await openBrowser();
try {
  const { assetId } = await portal.anAsset('PS-1101', 'North pump 1');
  await portal.call('PUT', `/api/assets/${assetId}`, {
    assetAlias: 'North pump 1, rebuilt',
    description: 'New impeller',
  });
  for (const [name, permissionIds] of [
    ['Shift report', [6, 34]],
    ['Prometheus', []],
  ] as const) {
    await portal.call('POST', '/api/tokens', { name, permissionIds });
  }
  for (const [name, prepare] of screens) {
    const page = await openOwnLook(browser, portal, { viewport: DESK, theme: 'dark' });
    await prepare(page);
    await page.waitForTimeout(LAST_MS);
    await page.screenshot({ path: resolve(IMAGES, `${name}.png`) });
    await page.context().close();
    process.stdout.write(`${name}\n`);
  }
} finally {
  await browser.close();
  await endPortal(portal);
}
