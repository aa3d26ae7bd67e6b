import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { findChromium } from '../chromium.ts';

/** Whose pictures are made: address, user and password of a demonstration. */
export interface Sitting {
  readonly base: string;
  readonly username: string;
  readonly password: string;
}

/** From the command line: address, user, password, and what else was given. */
export function readSitting(): Sitting & { readonly rest: readonly string[] } {
  const [base = '', username = '', password = '', ...rest] = process.argv.slice(2);
  if (password === '') throw new Error('Give the address of a demonstration, a user and a password.');
  return { base, username, password, rest };
}

/** A browser that draws maps without a graphics card. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  });
}

/** A page of a user who has just logged in. */
export async function openPage(browser: Browser, sitting: Sitting, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(`${sitting.base}/login`);
  await page.getByLabel('Username').fill(sitting.username);
  await page.getByLabel('Password', { exact: true }).fill(sitting.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(/assets/);
  return page;
}

/** What follows the first picture of a tile: lines of charts, shapes of maps, messages. */
const LAST_MS = 2_500;
const PATIENCE_MS = 90_000;

/** Waits until the tiles, or the one with this id, show what they are for and nothing that stands in its place. */
export async function settle(page: Page, tileId?: string): Promise<void> {
  const selector = tileId === undefined ? '[data-tile-id]' : `[data-tile-id="${tileId}"]`;
  await page.waitForFunction(
    (wanted) => {
      const tiles = [...document.querySelectorAll(wanted)].filter((tile) => {
        const { top, bottom } = tile.getBoundingClientRect();
        return bottom > 0 && top < window.innerHeight;
      });
      const isShown = (tile: Element) =>
        tile.firstElementChild?.firstElementChild != null &&
        tile.querySelector('[class*="skeleton"], [class*="waiting"], [aria-busy="true"]') === null;
      return tiles.length > 0 && tiles.every(isShown);
    },
    selector,
    { timeout: PATIENCE_MS },
  );
  await page.waitForTimeout(LAST_MS);
}
