import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { DESK, EVERY_LOOK, type Look, lookName, openBrowser, openLook, PHONE } from '../guide/guide-browser.ts';
import { ADMIN_PASSWORD, endPortal, startPortal } from '../testing/portal.ts';
import { aRigThatTrips } from './a-rig.ts';

/*
 * Makes the pictures of floods in docs/guide/alarms.md with a portal of its own: `node e2e/src/alarms/guide-floods.ts`. With a folder
 * behind it, each screen is made there at every width and in every theme instead.
 */

const OUT = resolve(import.meta.dirname, '../../../docs/images/alarms');
const [everything] = process.argv.slice(2);
/** What slides in has come to rest by then. */
const LAST_MS = 1_200;

const screens: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['closed', showFlood],
  ['opened', openFlood],
  ['health', showHealth],
];

async function showFlood(page: Page): Promise<void> {
  await page.goto(`${portal.url}/alarms`);
  await page.getByText(/first out:/).waitFor();
}

async function openFlood(page: Page): Promise<void> {
  await showFlood(page);
  await page.getByRole('button', { name: /^Alarms of the flood/ }).click();
  await page.getByText('First out', { exact: true }).waitFor();
}

async function showHealth(page: Page): Promise<void> {
  await page.goto(`${portal.url}/alarms/health?span=1d`);
  await page.getByRole('region', { name: 'Floods' }).getByRole('table').scrollIntoViewIfNeeded();
}

const portal = await startPortal();
const browser = await openBrowser();
const sitting = { base: portal.url, username: 'admin', password: ADMIN_PASSWORD };

async function take(prepare: (page: Page) => Promise<void>, path: string, look: Look): Promise<void> {
  const page = await openLook(browser, sitting, look);
  await prepare(page);
  await page.waitForTimeout(LAST_MS);
  await page.screenshot({ path });
  await page.context().close();
  process.stdout.write(`${path}\n`);
}

try {
  await aRigThatTrips(portal, 'Rig 7');
  if (everything === undefined) {
    await take(openFlood, resolve(OUT, 'flood.png'), { viewport: DESK, theme: 'dark' });
    await take(showHealth, resolve(OUT, 'health.png'), { viewport: DESK, theme: 'dark' });
    await take(openFlood, resolve(OUT, 'flood-phone.png'), { viewport: PHONE, theme: 'dark' });
  } else {
    for (const [name, prepare] of screens) {
      for (const look of EVERY_LOOK) {
        await take(prepare, resolve(everything, `${name}-${lookName(look)}.png`), look);
      }
    }
  }
} finally {
  await browser.close();
  await endPortal(portal);
}
