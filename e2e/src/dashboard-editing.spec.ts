import type { Locator, Page } from '@playwright/test';
import { aDashboard, type Stored, storedTiles, tile } from './testing/edited-dashboard.ts';
import { expect, logIn, test } from './testing/journey.ts';

/** Presses Tab until an element has the focus, as who has no mouse does once it is there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluateAll((found) => found.some((element) => element === document.activeElement))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The element is not reached by Tab.');
}

/** Moves through an open menu until an entry has the focus, and chooses it. */
async function chooseByArrows(page: Page, entry: Locator): Promise<void> {
  await expect(entry.first()).toBeVisible();
  await expect(page.locator('[role="menu"]:focus-within')).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if (await entry.first().evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
}

test('a dashboard is built without a mouse: a tile added, set up, moved, resized, saved', async ({ page, portal }) => {
  const { address, dashboardId } = await aDashboard(portal, ['First']);
  await logIn(page, portal);
  await page.goto(address);
  await expect(tile(page, 'First')).toBeVisible();
  await page.keyboard.press('e');
  await tabTo(page, page.getByRole('button', { name: 'Add tile' }));
  await page.keyboard.press('Enter');
  await chooseByArrows(page, page.getByRole('menuitem', { name: 'Dial Gauge' }));
  const dialog = page.getByRole('dialog', { name: 'Edit tile: Dial Gauge' });
  await expect(page.locator('[role="dialog"]:focus-within')).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: /Choose data item/ }));
  await page.keyboard.press('Enter');
  // The search takes the keys once it has the focus, and gives it back with what was chosen.
  await expect(page.getByRole('option', { name: /^Inlet/ })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Search data items' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: /Inlet/ })).toBeFocused();
  await tabTo(page, dialog.getByRole('button', { name: 'Submit' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  await expect(tile(page, 'Dial Gauge')).toBeFocused();
  for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('Dial Gauge: column 6, row 1, 20 wide, 21 high.')).toBeAttached();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Dashboard saved.')).toBeVisible();

  await page.reload();
  await expect(tile(page, 'Dial Gauge')).toContainText('12.3');
  const { tiles, layout } = await storedTiles(portal, dashboardId);
  expect(tiles.map(({ properties }) => properties.type.value).sort()).toEqual(['Gauge', 'Indicator']);
  const placed = layout.find(({ i }) => i !== 'First');
  expect(placed).toMatchObject({ x: 5, y: 0, w: 20, h: 21 });
});

test('every step is undone and done again, and the buttons say which', async ({ page, portal }) => {
  const { address, dashboardId } = await aDashboard(portal, ['First', 'Second', 'Third']);
  await logIn(page, portal);
  await page.goto(`${address}?mode=builder`);
  const second = tile(page, 'Second');
  await second.getByRole('button', { name: 'Tile menu' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(second).toBeHidden();
  const third = tile(page, 'Third');
  const before = await third.boundingBox();
  await third
    .locator('.tt-tile-surface')
    .dragTo(page.locator('#dashboard-tab'), { targetPosition: { x: 1250, y: 60 } });
  await expect(page.getByRole('button', { name: 'Undo: Move Third' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo: Move Third' }).click();
  await expect.poll(async () => (await third.boundingBox())?.x).toBe(before?.x);
  await page.keyboard.press('Control+z');
  await expect(second).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Redo: Delete Second' }).click();
  await expect(second).toBeHidden();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Dashboard saved.')).toBeVisible();
  expect((await storedTiles(portal, dashboardId)).tiles.map(({ id }) => id)).toEqual(['First', 'Third']);
});

test('several tiles are copied to another dashboard, and pulled up with a rectangle', async ({ page, portal }) => {
  const from = await aDashboard(portal, ['First', 'Second', 'Third']);
  const to = await aDashboard(portal, ['Other']);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await logIn(page, portal);
  await page.goto(`${from.address}?mode=builder`);
  await expect(tile(page, 'Third')).toBeVisible();
  const grid = await page.locator('#dashboard-tab').boundingBox();
  const first = await tile(page, 'Second').boundingBox();
  if (grid === null || first === null) throw new Error('nothing is drawn');
  await page.mouse.move(first.x + first.width - 20, first.y + first.height + 60);
  await page.mouse.down();
  await page.mouse.move(first.x + 20, first.y + first.height - 20, { steps: 5 });
  await page.mouse.up();
  await expect(page.locator('[data-selected]')).toHaveCount(1);
  await tile(page, 'First')
    .locator('.tt-tile-surface')
    .click({ modifiers: ['Shift'] });
  await expect(page.locator('[data-selected]')).toHaveCount(2);
  await page.keyboard.press('Control+c');
  await page.goto(`${to.address}?mode=builder`);
  await expect(tile(page, 'Other')).toBeVisible();
  await page.keyboard.press('Control+v');
  await expect(tile(page, 'Second')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Dashboard saved.')).toBeVisible();
  const { tiles } = await storedTiles(portal, to.dashboardId);
  expect(tiles.map(({ properties }) => properties.title)).toEqual(['Other', 'First', 'Second']);
});

test('a dashboard that is not JSON inside, and one of 5,000 tiles, open and can be edited', async ({
  page,
  portal,
}) => {
  const { address, dashboardId } = await aDashboard(portal, ['First']);
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>(
    'GET',
    `/api/dashboards/${dashboardId}`,
  );
  const tiles = Array.from({ length: 5_000 }, (_, index) => ({
    id: `t${index}`,
    properties: { type: { name: 'Text/Image', value: 'TextBox' }, title: `Tile ${index}`, text: `Text ${index}` },
    dataGrid: { x: (index % 8) * 12, y: Math.floor(index / 8) * 10, w: 12, h: 10 },
  }));
  const many = await portal.call<Stored>('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Many',
    assetDefinitionId,
    config: JSON.stringify({ tabs: [{ id: 'tab', name: 'default', order: 0 }], tiles: { tab: tiles }, layouts: {} }),
  });
  await logIn(page, portal);
  await page.goto(`${address}?dashboardId=${many.dashboardId}&mode=builder`);
  await expect(tile(page, 'Tile 7')).toBeVisible({ timeout: 60_000 });
  await tile(page, 'Tile 7').focus();
  await page.keyboard.press('Delete');
  await expect(tile(page, 'Tile 7')).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(tile(page, 'Tile 4999')).toBeVisible();
  expect(await page.locator('[data-tile-id]').count()).toBeLessThan(300);

  const odd = await portal.call<Stored>('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Odd',
    assetDefinitionId,
    config: '["not", "a dashboard"]',
  });
  await page.goto(`${address}?dashboardId=${odd.dashboardId}`);
  await expect(page.getByText('Stored dashboard unreadable')).toBeVisible();
  expect((await portal.call<Stored>('GET', `/api/dashboards/${odd.dashboardId}`)).config).toBe(
    '["not", "a dashboard"]',
  );
});
