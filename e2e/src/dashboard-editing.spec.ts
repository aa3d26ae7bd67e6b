import type { Locator, Page } from '@playwright/test';
import { expect, logIn, openAssets, test } from './journey.ts';
import type { Portal } from './portal.ts';

interface Stored {
  dashboardId: number;
  version: number;
  config: string;
}

interface Settings {
  title?: string;
  decimals?: number;
}

let lastAsset = 0;

/** An asset of its own definition with one value and a dashboard of text indicators, one for each title. */
async function aDashboard(portal: Portal, titles: readonly string[]) {
  const serial = `EDIT-${++lastAsset}`;
  const { assetId, accessToken } = await portal.anAsset(serial, `Editing ${lastAsset}`);
  const device = await portal.aDevice(accessToken);
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ Inlet: 12.345 }), { qos: 1 });
  await device.endAsync();
  const [item] = await portal.call<{ dataItemId: number }[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const tiles = titles.map((title, index) => ({
    id: title,
    properties: {
      type: { name: 'Text Indicator', value: 'Indicator', default: false },
      title,
      label: title,
      slotPath: [],
      dataItem: item?.dataItemId,
      future: 'kept',
    },
    dataGrid: { x: 24 * index, y: 0, w: 24, h: 14 },
  }));
  const stored = await portal.call<Stored>('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Editing',
    assetDefinitionId,
    config: JSON.stringify({ tabs: [{ id: 'tab', name: 'default', order: 0 }], tiles: { tab: tiles }, layouts: {} }),
  });
  return { assetId, serial, address: `${portal.url}/assets/${assetId}/dashboard`, dashboardId: stored.dashboardId };
}

async function storedTiles(portal: Portal, dashboardId: number) {
  const { config, version } = await portal.call<Stored>('GET', `/api/dashboards/${dashboardId}`);
  const { tiles, layouts } = JSON.parse(config) as {
    tiles: { tab: { id: string; properties: Settings & { type: { value: string } } }[] };
    layouts: { tab?: { lg?: { i: string; x: number; y: number; w: number; h: number }[] } };
  };
  return { version, tiles: tiles.tab, layout: layouts.tab?.lg ?? [] };
}

const tile = (page: Page, title: string) => page.getByRole('group', { name: new RegExp(`^${title}(,|$)`) });

/** Presses Tab until an element has the focus, as who has no mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluateAll((found) => found.some((element) => element === document.activeElement))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The element is not reached by Tab.');
}

/** Moves through an open menu until an entry has the focus, and chooses it. */
async function chooseByArrows(page: Page, entry: Locator): Promise<void> {
  await expect(entry.first()).toBeVisible();
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
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: /Choose data item/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Inlet', { exact: true }).last()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Submit' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  const gauge = tile(page, 'Dial Gauge');
  await tabTo(page, gauge);
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
  await openAssets(page, portal);
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
