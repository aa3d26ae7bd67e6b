import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { assets } from '@telltale/contract';
import { DESK, type Look, openBrowser, openLook, PHONE, readSitting, settle } from '../guide/guide-browser.ts';
import { openPortal } from '../guide/portal-client.ts';

/*
 * Makes the pictures of docs/guide/alarms.md: `npm run demo` in one terminal, then
 * `node e2e/src/alarms/guide-alarms.ts http://localhost:8080 admin PASSWORD`.
 */

const OUT = resolve(import.meta.dirname, '../../../docs/images/alarms');
const sitting = readSitting();
const client = await openPortal(sitting.base, sitting.username, sitting.password);
const { alarms } = await client.call<{ alarms: { assetId: number; severity: number }[] }>(
  '/api/ef/alarms/list?sort=severity&direction=desc',
);
const fleet = await client.call<assets.Asset[]>('/api/ef/assets');
const alarmed = alarms[0]?.assetId ?? fleet[0]?.assetId;

const DARK: Look = { viewport: DESK, theme: 'dark' };
const screens: readonly [string, Look, (page: Page) => Promise<void>][] = [
  ['page-dark', DARK, showAlarms],
  ['page-light', { viewport: DESK, theme: 'light' }, showAlarms],
  ['page-phone', { viewport: PHONE, theme: 'dark' }, showAlarms],
  ['shelve', DARK, shelve],
  ['bell', DARK, openBell],
  ['set-up', DARK, setUp],
];

async function showAlarms(page: Page): Promise<void> {
  await page.goto(`${sitting.base}/alarms`);
  await page.getByRole('grid', { name: 'Alarms' }).waitFor();
  // The demonstration begins with a flood, whose alarms would be one row.
  const collapse = page.getByRole('button', { name: 'Collapse floods', pressed: true });
  if (await collapse.isVisible()) await collapse.click();
}

async function shelve(page: Page): Promise<void> {
  await showAlarms(page);
  await page.keyboard.press('x');
  await page.keyboard.press('s');
  await page.getByRole('dialog').waitFor();
}

async function openBell(page: Page): Promise<void> {
  await page.goto(`${sitting.base}/assets/${alarmed}/dashboard`);
  await settle(page);
  await page.getByRole('button', { name: /open alarms/ }).click();
}

async function setUp(page: Page): Promise<void> {
  await page.goto(`${sitting.base}/assets/${alarmed}/dashboard`);
  await settle(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Set Up Alarms' }).click();
  await page
    .getByRole('button', { name: /^Override / })
    .first()
    .click();
  await page.getByText(/It would have been raised|It would not have been raised/).waitFor();
}

const browser = await openBrowser();
try {
  for (const [name, look, prepare] of screens) {
    const page = await openLook(browser, sitting, look);
    await prepare(page);
    await page.waitForTimeout(1_000);
    await page.screenshot({ path: resolve(OUT, `${name}.png`) });
    await page.context().close();
  }
} finally {
  await browser.close();
}
