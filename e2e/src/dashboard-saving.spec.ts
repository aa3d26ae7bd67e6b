import type { Page } from '@playwright/test';
import { aDashboard, storedTiles, tile } from './testing/edited-dashboard.ts';
import { expect, logIn, openAssets, test } from './testing/journey.ts';

test('changes that were not saved outlive a crash of the page', async ({ page, portal }) => {
  const { address, dashboardId } = await aDashboard(portal, ['First', 'Second']);
  await logIn(page, portal);
  await page.goto(`${address}?mode=builder`);
  await tile(page, 'First').getByRole('button', { name: 'Tile menu' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(tile(page, 'First')).toBeHidden();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('draft.'))))
    .toBe(true);
  const crashed = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => undefined);
  await crashed;

  const again = await page.context().newPage();
  await again.goto(address);
  await expect(again.getByText('Your unsaved changes are back.', { exact: false })).toBeVisible();
  await expect(tile(again, 'Second')).toBeVisible();
  await expect(tile(again, 'First')).toBeHidden();
  await again.keyboard.press('Control+s');
  await expect(again.getByText('Dashboard saved.')).toBeVisible();
  expect((await storedTiles(portal, dashboardId)).tiles.map(({ id }) => id)).toEqual(['Second']);
});

test('the back button asks before it leaves changes, and they are there on return', async ({ page, portal }) => {
  const { address, serial } = await aDashboard(portal, ['First', 'Second']);
  await openAssets(page, portal, serial);
  await page.getByText(serial, { exact: true }).first().click();
  await expect(tile(page, 'First')).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByRole('button', { name: 'Add tile' })).toBeVisible();
  await tile(page, 'First').focus();
  await page.keyboard.press('Delete');
  await expect(tile(page, 'First')).toBeHidden();
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(tile(page, 'Second')).toBeVisible();
  expect(page.url()).toContain('/dashboard');
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
  await page.goto(address);
  await expect(page.getByText('Your unsaved changes are back.', { exact: false })).toBeVisible();
  await expect(tile(page, 'First')).toBeHidden();
});

test('two people save the same dashboard: different tiles merge, the same tile asks', async ({ browser, portal }) => {
  const { address, dashboardId } = await aDashboard(portal, ['First', 'Second', 'Third']);
  const [ada, grace] = [await (await browser.newContext()).newPage(), await (await browser.newContext()).newPage()];
  async function setDecimals(page: Page, title: string, decimals: string): Promise<void> {
    await tile(page, title).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Edit tile: Text Indicator' });
    await dialog.getByLabel('Decimals').fill(decimals);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog).toBeHidden();
  }
  for (const page of [ada, grace]) {
    await logIn(page, portal);
    await page.goto(`${address}?mode=builder`);
    await expect(tile(page, 'First')).toBeVisible();
  }
  await setDecimals(ada, 'First', '1');
  await setDecimals(grace, 'Second', '0');
  await ada.keyboard.press('Control+s');
  await expect(ada.getByText('Dashboard saved.')).toBeVisible();
  await grace.keyboard.press('Control+s');
  await expect(grace.getByText(/Dashboard saved, with the changes that admin made meanwhile/)).toBeVisible();
  await expect(tile(grace, 'First')).toContainText('12.3');
  const merged = await storedTiles(portal, dashboardId);
  expect(merged.version).toBe(3);
  expect(merged.tiles.map(({ properties }) => properties.decimals)).toEqual([1, 0, undefined]);

  await ada.keyboard.press('e');
  await setDecimals(ada, 'Third', '1');
  await setDecimals(ada, 'Second', '3');
  await ada.keyboard.press('Control+s');
  const question = ada.getByRole('dialog', { name: 'Changed by both of you' });
  await expect(question.getByRole('group', { name: 'Tile ‘Second’' })).toBeVisible();
  await expect(question.getByRole('row', { name: /^decimals/ })).toHaveText('decimals30');
  await question.getByRole('radio', { name: 'From admin' }).check();
  await question.getByRole('button', { name: 'Save merged dashboard' }).click();
  await expect(question).toBeHidden();
  const chosen = await storedTiles(portal, dashboardId);
  expect(chosen.tiles.map(({ properties }) => properties.decimals)).toEqual([1, 0, 1]);
  for (const page of [ada, grace]) await page.context().close();
});

test('an earlier version is looked at, brought back, and undone', async ({ page, portal }) => {
  const { address, dashboardId } = await aDashboard(portal, ['First', 'Second']);
  await logIn(page, portal);
  await page.goto(`${address}?mode=builder`);
  await tile(page, 'First').focus();
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Dashboard saved.')).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Versions…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Versions of/ });
  await expect(dialog.getByRole('img', { name: /1 removed/ })).toBeVisible();
  await dialog.getByRole('button', { name: /^Version 1/ }).click();
  await dialog.getByText('Changed since then').click();
  await expect(dialog.getByRole('img', { name: /1 removed/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByText('Version 1 is back, saved as version 3.')).toBeVisible();
  await expect(tile(page, 'First')).toBeVisible();
  expect((await storedTiles(portal, dashboardId)).version).toBe(3);
});
