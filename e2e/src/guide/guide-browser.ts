import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { findChromium } from '../chromium.ts';
import type { Portal } from '../testing/portal.ts';

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

export const DESK = { width: 1440, height: 900 };
export const TABLET = { width: 820, height: 1180 };
export const PHONE = { width: 390, height: 844 };

const THEMES = ['dark', 'light', 'calm'] as const;

/** What a page is looked at with. */
export interface Look {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly theme: (typeof THEMES)[number];
}

export const EVERY_LOOK: readonly Look[] = [DESK, TABLET, PHONE].flatMap((viewport) =>
  THEMES.map((theme) => ({ viewport, theme })),
);

/** What tells the pictures of one screen apart. */
export const lookName = ({ viewport, theme }: Look) => `${viewport.width}-${theme}`;

/** A page as this look has it, of a user who has just logged in. */
export async function openLook(browser: Browser, sitting: Sitting, { viewport, theme }: Look): Promise<Page> {
  const isTouch = viewport.width < DESK.width;
  const page = await openPage(browser, sitting, { viewport, hasTouch: isTouch, isMobile: isTouch });
  await page.evaluate((chosen) => localStorage.setItem('theme', `palette-${chosen}`), theme);
  return page;
}

/** The same with a portal of the script's own, whose times are those of a field in Texas. */
export async function openOwnLook(browser: Browser, portal: Portal, { viewport, theme }: Look): Promise<Page> {
  const context = await browser.newContext({ viewport, timezoneId: 'America/Chicago' });
  await context.addCookies([portal.sessionCookie]);
  await context.addInitScript((chosen) => localStorage.setItem('theme', `palette-${chosen}`), theme);
  return context.newPage();
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
