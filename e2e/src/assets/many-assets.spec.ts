import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/accessible.ts';
import { typeInto } from '../testing/by-keyboard.ts';
import { expect, logIn, openAssets, test } from '../testing/journey.ts';
import { endPortal, type Portal, startPortal } from '../testing/portal.ts';

const FILE = [
  'Serial number,Definition,Alias,Latitude,Longitude,Attribute Station',
  'MANY-1,Many pumps,Many 1,31.5,-102.1,West',
  'MANY-2,Many pumps,Many 2,31.6,-102.2,West',
  'MANY-3,Many pumps,=Many 3,31.7,-102.3,East',
].join('\n');

const makeDefinition = (portal: Portal, assetDefinitionName: string) =>
  portal.call('POST', '/api/ef/assetdefinitions', { assetDefinitionName });

async function listMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More of the list' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('a file makes assets, and what is changed or deleted together is seen before', async ({ page, portal }) => {
  await makeDefinition(portal, 'Many pumps');
  // The list has its menu once there is something in it.
  await portal.anAsset('BESIDE-1', 'What stands beside many');
  await openAssets(page, portal, 'many pumps');
  await listMenu(page, 'Create or update from CSV…');
  const dialog = page.getByRole('dialog');
  const text = dialog.getByRole('textbox', { name: /^Assets, with the column/ });
  await text.fill(FILE.replace('31.6', 'north').replace('MANY-3,Many pumps', 'MANY-3,Nothing known'));
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText(/^2 lines cannot be taken/)).toBeVisible();
  await expect(dialog.getByText('The latitude north is no number.')).toBeVisible();
  await text.fill(FILE);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('3 to create, 0 to change, 0 unchanged.')).toBeVisible();
  await expectAccessible(page, 'a file of assets');
  await dialog.getByRole('button', { name: 'Create and change 3' }).click();
  await expect(page.getByRole('row', { name: /MANY-2/ })).toBeVisible();

  await listMenu(page, 'Select assets');
  await page.getByRole('checkbox', { name: 'Select Many 1' }).check();
  await page.getByRole('checkbox', { name: 'Select =Many 3' }).check();
  await expectAccessible(page, 'marked assets');
  await page.getByRole('button', { name: 'Attribute…' }).click();
  await dialog.getByRole('combobox', { name: 'Name' }).fill('Station');
  await dialog.getByRole('textbox', { name: 'Value' }).fill('East');
  await expect(dialog.getByText('1 asset will change; 1 already has it.')).toBeVisible();
  await expectAccessible(page, 'a change of many assets');
  await dialog.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(page.getByText('1 asset changed.')).toBeVisible();

  const saving = page.waitForEvent('download');
  await listMenu(page, 'Save the list as CSV');
  const saved = await readFile(await (await saving).path(), 'utf8');
  expect(saved).toMatch(/MANY-1,Many 1,Many pumps,.*,East\r\n/);
  // What a spreadsheet would run is text in it, and comes back as it was.
  expect(saved).toContain("'=Many 3");
  await listMenu(page, 'Create or update from CSV…');
  await text.fill(saved);
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await expect(dialog.getByText('0 to create, 0 to change, 3 unchanged.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Select all 3' }).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await dialog.getByLabel('Type 3 to confirm').fill('3');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('3 assets deleted.')).toBeVisible();
  await expect(page.getByText('No asset matches.')).toBeVisible();
});

test('an operator finds a given pump among 10,000 in three actions', async ({ page }) => {
  const portal = await startPortal();
  try {
    await makeDefinition(portal, 'Pump');
    const lines = Array.from({ length: 10_000 }, (_, at) => ({
      line: at + 2,
      serialNumber: `P-${at}`,
      assetAlias: `Pump ${at} of station ${at % 250}`,
      assetDefinition: 'Pump',
      latitude: 25 + (at % 200) / 10,
      longitude: -120 + Math.floor(at / 200),
    }));
    await portal.call('POST', '/api/ef/assets/import', { lines });
    await logIn(page, portal);
    await page.goto(`${portal.url}/assets`);
    await expect(page.getByText('of 10,000', { exact: false }).first()).toBeVisible();

    await page.keyboard.press('/');
    await typeInto(page, page.getByRole('textbox', { name: /alias, serial number or definition/i }), 'pump 7342');
    await page.getByRole('link', { name: 'Pump 7342 of station 92' }).click();
    await expect(page).toHaveURL(/\/assets\/\d+\/dashboard/);
    await expect(page.getByText('Pump 7342 of station 92').first()).toBeVisible();
  } finally {
    await endPortal(portal);
  }
});
