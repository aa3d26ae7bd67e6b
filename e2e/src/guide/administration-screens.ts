import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { sendWhatIsRefused, tellOfPumps } from '../administration/told-world.ts';
import { endPortal, startPortal } from '../testing/portal.ts';
import { DESK, EVERY_LOOK, type Look, lookName, openBrowser, openOwnLook, PHONE } from './guide-browser.ts';

/*
 * Makes the pictures of who is told, of gaps and of what was refused for docs/guide, with a portal of its own: `npm run build`, then
 * `node e2e/src/guide/administration-screens.ts`. With a folder behind it every page goes there in three themes and three widths.
 */

const IMAGES = resolve(import.meta.dirname, '../../../docs/images');

interface Screen extends Look {
  readonly path: string;
  /** Below the images. */
  readonly name: string;
  readonly ready: string;
  readonly prepare?: (page: Page) => Promise<void>;
}

const screens: readonly Screen[] = [
  { viewport: DESK, theme: 'dark', path: '/alerts?tab=told', name: 'alerts/who-is-told', ready: 'North crew' },
  { viewport: DESK, theme: 'light', path: '/alerts?tab=gaps', name: 'alerts/gaps', ready: 'North pump 3' },
  {
    viewport: PHONE,
    theme: 'dark',
    path: '/alerts?tab=told',
    name: 'alerts/told-people',
    ready: 'North crew',
    prepare: showPeople,
  },
  {
    ...{ viewport: { width: 1440, height: 520 }, theme: 'light', path: '/access', name: 'admin-view-as' },
    ready: 'Choose an asset',
    prepare: viewAsOperator,
  },
  { viewport: DESK, theme: 'dark', path: '/quarantine', name: 'quarantine', ready: 'not valid JSON' },
];

async function showPeople(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^People of North crew/ }).click();
  await page.getByRole('list', { name: 'People' }).getByText('North-cas').waitFor();
}

/** Somebody of the crew, who sees the pumps. */
async function viewAsOperator(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'What may this user?' }).click();
  await page.getByRole('combobox', { name: 'User' }).fill('North-ann');
  await page.getByRole('option', { name: /^North-ann/ }).click();
  await page.getByRole('button', { name: /^View as/ }).click();
  await page.getByRole('complementary', { name: 'Viewing as another user' }).waitFor();
  await page.getByText('North pump 1').first().waitFor();
}

const [folder] = process.argv.slice(2);
const portal = await startPortal();
const browser = await openBrowser();
try {
  const { forgotten } = await tellOfPumps(portal, 'North');
  await sendWhatIsRefused(portal, forgotten.accessToken);
  for (const { path, name, ready, prepare, ...look } of screens) {
    for (const one of folder === undefined ? [look] : EVERY_LOOK) {
      const page = await openOwnLook(browser, portal, one);
      await page.goto(`${portal.url}${path}`);
      await page.getByText(ready).first().waitFor();
      await prepare?.(page);
      const file = folder === undefined ? resolve(IMAGES, name) : resolve(folder, `${name}-${lookName(one)}`);
      await mkdir(resolve(file, '..'), { recursive: true });
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${file}.png` });
      await page.context().close();
    }
  }
} finally {
  await browser.close();
  await endPortal(portal);
}
