import { readFile } from 'node:fs/promises';
import type { definitions } from '@telltale/contract';
import { expectAccessible } from '../testing/accessible.ts';
import { expect, logIn, openAssets, test } from '../testing/journey.ts';
import { endPortal, startPortal } from '../testing/portal.ts';

test('an engineer copies a definition, adapts it, and moves it to another portal by its file', async ({
  browser,
  page,
  portal,
}) => {
  const { assetDefinitionId } = await portal.call<definitions.AssetDefinition>('POST', '/api/ef/assetdefinitions', {
    assetDefinitionName: 'Carried pump',
  });
  await portal.call('POST', `/api/ef/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`, [
    { label: 'Carried 101', unit: 'bar' },
    { label: 'Carried 13', unit: 'bar' },
  ]);
  const flee = JSON.stringify({ expression: '_Carried_13 >= 80', variables: [] });
  await portal.call('PUT', '/api/ef/alarmdefinitions', [
    { assetDefinitionId, name: 'Carried hot', severity: 10, flee },
  ]);
  await openAssets(page, portal);
  await page.goto(`${portal.url}/configuration/assetdefinitions?search=carried`);
  await page.getByRole('link', { name: 'Carried pump' }).click();
  await page.getByRole('button', { name: 'Copy' }).click();
  const copy = page.getByRole('dialog', { name: 'Copy Carried pump' });
  await copy.getByRole('textbox', { name: 'Name' }).fill('Carried booster');
  await copy.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('heading', { name: 'Carried booster', level: 2 })).toBeVisible();

  // Adapted where it stands; labels come as people count them.
  await page.getByRole('tab', { name: 'Data items' }).click();
  const table = page.getByRole('table', { name: 'Data items' });
  await expect(table.getByRole('rowheader')).toHaveText([/Carried 13/, /Carried 101/]);
  const decimals = table.getByRole('textbox', { name: 'Decimals of Carried 13' });
  await decimals.fill('1');
  await decimals.press('Enter');
  await expect(decimals).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page, 'the data items of a definition');
  await page.getByRole('tab', { name: 'Alarms' }).click();
  await expect(page.getByRole('row', { name: /Carried hot/ })).toContainText('Alarm 10');
  await expectAccessible(page, 'the alarms of a definition');

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save as file' }).click();
  const path = await (await download).path();
  const file = JSON.parse(await readFile(path, 'utf8'));
  expect(file).toMatchObject({ name: 'Carried booster', alarms: [{ expression: '_Carried_13 >= 80' }] });

  // A portal of its own, in which the same labels have other ids.
  const elsewhere = await startPortal();
  const context = await browser.newContext();
  try {
    await elsewhere.call('POST', '/api/ef/dataitemdefinitions', [
      { label: 'Of that portal' },
      { label: 'Carried 101' },
    ]);
    const there = await context.newPage();
    await logIn(there, elsewhere);
    const give = async (content: object) => {
      await there.goto(`${elsewhere.url}/configuration/assetdefinitions`);
      await there.getByRole('button', { name: 'From a file' }).click();
      const dialog = there.getByRole('dialog', { name: 'Asset definition from a file' });
      const buffer = Buffer.from(JSON.stringify(content));
      const chosen = { name: 'pump.json', mimeType: 'application/json', buffer };
      await dialog.locator('input[type=file]').setInputFiles(chosen);
      return dialog;
    };
    const first = await give(file);
    await expect(first.getByText('There is no asset definition named Carried booster yet: it is made.')).toBeVisible();
    await expectAccessible(there, 'what a file would make');
    await first.getByRole('button', { name: 'Make it' }).click();
    await expect(there.getByRole('heading', { name: 'Carried booster', level: 2 })).toBeVisible();
    await there.getByRole('tab', { name: 'Data items' }).click();
    const items = there.getByRole('table', { name: 'Data items' });
    await expect(items.getByRole('rowheader')).toHaveText([/Carried 13/, /Carried 101/]);
    await expect(items.getByRole('textbox', { name: 'Decimals of Carried 13' })).toHaveValue('1');

    // Its next version changes what is there.
    const second = await give({ ...file, alarms: [{ ...file.alarms[0], severity: 5 }] });
    await expect(second.getByText(/1 would be changed, 0 added and 0 removed/)).toBeVisible();
    await second.getByText('Carried hot').click();
    await expect(second.getByRole('list', { name: 'Changes' })).toContainText('severity');
    await second.getByRole('button', { name: 'Apply' }).click();
    await there.getByRole('tab', { name: 'Alarms' }).click();
    await expect(there.getByRole('row', { name: /Carried hot/ })).toContainText('Warning 5');
  } finally {
    await context.close();
    await endPortal(elsewhere);
  }
});
