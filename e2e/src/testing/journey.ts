import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { ADMIN_PASSWORD, endPortal, type Portal, startPortal } from './portal.ts';

interface WorkerFixtures {
  /** One portal for all journeys; each makes its own assets. */
  portal: Portal;
}

export const test = base.extend<object, WorkerFixtures>({
  portal: [
    // Playwright reads a fixture's needs from this pattern, so there must be one.
    async ({ browserName: _browser }, use) => {
      const portal = await startPortal();
      await use(portal);
      await endPortal(portal);
    },
    { scope: 'worker', timeout: 130_000 },
  ],
});

export { expect };

/** Gives the browser the session of the portal's own calls: for journeys whose matter is not the login. */
export async function logIn(page: Page, portal: Portal): Promise<void> {
  await page.context().addCookies([portal.sessionCookie]);
}

/** Begins on the list of assets, logged in. @param search finds the journey's own: a page of the list is short */
export async function openAssets(page: Page, portal: Portal, search = ''): Promise<void> {
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets${search === '' ? '' : `?search=${encodeURIComponent(search)}`}`);
  await expect(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
}

/** Logs in on the login page, as a user does, to a session of its own. */
export async function logInByForm(
  page: Page,
  portal: Portal,
  username = 'admin',
  password = ADMIN_PASSWORD,
): Promise<void> {
  await page.goto(`${portal.url}/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
}

/** A file of the recordings that lie beside the checkout, or under TELLTALE_TEST_DATA; undefined when absent. */
export function findRecording(file: string): string | undefined {
  const folders = [process.env.TELLTALE_TEST_DATA, resolve(import.meta.dirname, '../../../../shared/data')];
  for (const folder of folders) {
    if (folder && existsSync(resolve(folder, file))) return resolve(folder, file);
  }
  return undefined;
}
