import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../testing/accessible.ts';
import { expect, logIn } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';

/** How a tile comes onto a dashboard by hand, and what it then shows of data that is known. */
export interface TileJourney {
  /** As it is stored in `properties.type.value`. */
  readonly type: string;
  /** As menus and the form name it. */
  readonly name: string;
  /** Whether Add tile lists it; the others are added by name. */
  readonly isInMenu: boolean;
  /** What it is called on the dashboard where its settings give it a title, which is filled in first. */
  readonly title?: string;
  /** Fills in the rest of its form. */
  readonly configure?: (dialog: Locator, page: Page) => Promise<void>;
  /** Looks at it on the saved dashboard, opened anew. */
  readonly shows: (tile: Locator, page: Page) => Promise<void>;
}

/** Only for the titles of tiles that are journeys' own: part of `Level high` is not `Level`. */
export const tileNamed = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

/** Adds a tile as a user does and answers its form. */
export async function addTile(
  page: Page,
  { name, isInMenu }: Pick<TileJourney, 'name' | 'isInMenu'>,
): Promise<Locator> {
  await page.getByRole('button', { name: 'Add tile', exact: true }).click();
  if (isInMenu) {
    await page.getByRole('menuitem', { name, exact: true }).click();
  } else {
    await page.getByRole('menuitem', { name: 'Add by name' }).click();
    const byName = page.getByRole('dialog', { name: 'Add tile by name' });
    await byName.getByLabel('Name').fill(name);
    await byName.getByLabel('Name').press('Enter');
  }
  const dialog = page.getByRole('dialog', { name: `Edit tile: ${name}` });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Adds and configures all tiles on one dashboard, saves it, opens it anew and looks at each of them. */
export async function buildAndSeeAgain(
  page: Page,
  portal: Portal,
  assetId: number,
  journeys: readonly TileJourney[],
): Promise<void> {
  const address = `${portal.url}/assets/${assetId}/dashboard`;
  await logIn(page, portal);
  await page.goto(`${address}?mode=builder`);
  for (const journey of journeys) {
    const dialog = await addTile(page, journey);
    if (journey.title !== undefined) await dialog.getByLabel('Title', { exact: true }).fill(journey.title);
    await journey.configure?.(dialog, page);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog).toBeHidden();
  }
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Dashboard saved.')).toBeVisible();

  await page.goto(address);
  for (const { name, title = name, shows } of journeys) await shows(await bringIntoSight(page, title), page);
  await expectAccessible(page, 'dashboard');
}

/** Tiles far below the window are not drawn before somebody scrolls to them. */
async function bringIntoSight(page: Page, name: string): Promise<Locator> {
  const tile = tileNamed(page, name);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect
    .poll(async () => {
      if ((await tile.count()) > 0) return true;
      await page.evaluate(() => window.scrollBy(0, window.innerHeight / 2));
      return false;
    })
    .toBe(true);
  await tile.scrollIntoViewIfNeeded();
  return tile;
}

/** Chooses a data item where none is chosen yet. */
export async function chooseItem(within: Locator, page: Page, label: string): Promise<void> {
  await within
    .getByRole('button', { name: /Choose data item$/ })
    .first()
    .click();
  await page.getByRole('option', { name: new RegExp(`^${label}`) }).click();
}

/** Chooses several data items in a tile's form. */
export async function chooseItems(dialog: Locator, page: Page, labels: readonly string[]): Promise<void> {
  // The preview of a dynamic graph has such a button of its own.
  const form = dialog.locator('section', { has: page.getByRole('heading', { name: 'Tile Settings' }) });
  await form
    .getByRole('button', { name: /0 Selected/ })
    .first()
    .click();
  for (const label of labels) await page.getByRole('option', { name: new RegExp(`^${label}`) }).click();
  await page.getByRole('button', { name: 'Done' }).click();
}

/** Chooses an entry of a list. */
export async function choose(within: Locator, page: Page, field: string, option: string): Promise<void> {
  await within.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Gives something a colour by its value. */
export async function paint(within: Locator, page: Page, what: string, colour: string): Promise<void> {
  await within.getByRole('button', { name: new RegExp(`^${what}: `) }).click();
  await page.getByLabel(`${what}, value`, { exact: true }).fill(colour);
  await page.keyboard.press('Escape');
}

/** Turns a switch; Mantine hides the box itself, so its label is pressed. */
export async function turn(within: Locator, label: string): Promise<void> {
  await within.getByRole('switch', { name: label, exact: true }).press('Space');
}
