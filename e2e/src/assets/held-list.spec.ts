import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectWhole, pick, whereverHeld } from '../testing/held.ts';
import { expect, test } from '../testing/journey.ts';

const NAMES = ['HELD-1', 'HELD-2', 'HELD-3'];

const nameOf = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });

test('with a finger assets are filtered, marked and changed, made from a file and saved to one, and deleted', async ({
  browser,
  portal,
}) => {
  for (const name of NAMES) {
    const { accessToken } = await portal.anAsset(name, 'Held pump');
    if (name !== 'HELD-1') continue;
    const device = await portal.aDevice(accessToken);
    await device.publishAsync('v1/devices/me/telemetry', '{"Held level": 1}', { qos: 1 });
    await device.endAsync();
  }
  await whereverHeld(browser, portal, async (page, held) => {
    await page.goto(`${portal.url}/assets`);
    await page.getByRole('textbox', { name: /^Search by alias/ }).fill('held pump');
    await expect(nameOf(page, 'HELD-3')).toBeVisible();
    await page.getByRole('button', { name: 'Filters', exact: true }).tap();
    await pick(page, page.getByRole('combobox', { name: 'Connection' }), 'Never connected');
    await expect(nameOf(page, 'HELD-1')).toHaveCount(0);
    await expect(nameOf(page, 'HELD-2')).toBeVisible();
    await expectWhole(page, `the filters of the list on a ${held}`);
    await page.getByRole('button', { name: 'Clear all' }).tap();
    await page.getByRole('button', { name: /^Filters/ }).tap();
    await page.getByRole('textbox', { name: /^Search by alias/ }).fill('held pump');
    await expect(nameOf(page, 'HELD-1')).toBeVisible();

    // Many at once.
    const menu = page.getByRole('button', { name: 'More of the list' });
    await pick(page, menu, 'Select assets');
    for (const name of ['HELD-1', 'HELD-3']) await page.getByRole('checkbox', { name: `Select ${name}` }).tap();
    await expect(page.getByText('2 selected')).toBeVisible();
    await expectWhole(page, `marked assets on a ${held}`);
    await page.getByRole('button', { name: 'Attribute…' }).tap();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Name' }).fill('Carried by');
    await dialog.getByRole('textbox', { name: 'Value' }).fill(held);
    await expect(dialog.getByText('2 assets will change; 0 already have it.')).toBeVisible();
    await expectWhole(page, `a change of many assets on a ${held}`);
    await dialog.getByRole('button', { name: 'Set', exact: true }).tap();
    await expect(page.getByText('2 assets changed.')).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).tap();

    // To a file, and from one.
    const saving = page.waitForEvent('download');
    await pick(page, menu, 'Save the list as CSV');
    const saved = await readFile(await (await saving).path(), 'utf8');
    expect(saved).toMatch(new RegExp(`HELD-1,HELD-1,Held pump,.*,${held}\r\n`));
    await pick(page, menu, 'Create or update from CSV…');
    const line = (place: string) =>
      `Serial number,Definition,Latitude,Longitude\nHELD-${held},Held pump,${place},-30\n`;
    const give = async (text: string) => {
      const chooser = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: 'Open a file' }).tap();
      await (await chooser).setFiles({ name: 'assets.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await dialog.getByRole('button', { name: 'Preview' }).tap();
    };
    await give(line('north'));
    await expect(dialog.getByText('The latitude north is no number.')).toBeVisible();
    await expectWhole(page, `what is wrong with a file on a ${held}`);
    await give(line('10'));
    await expect(dialog.getByText('1 to create, 0 to change, 0 unchanged.')).toBeVisible();
    await expectWhole(page, `what a file would make on a ${held}`);
    await dialog.getByRole('button', { name: 'Create and change 1' }).tap();
    await expect(dialog).toBeHidden();

    // What is made by mistake goes again.
    await pick(page, page.getByRole('button', { name: `More of HELD-${held}` }), 'Delete…');
    const question = page.getByRole('dialog', { name: 'Delete asset' });
    await expect(question).toContainText(`This will permanently delete asset HELD-${held}.`);
    await expectWhole(page, `the question before an asset is deleted on a ${held}`);
    await question.getByRole('button', { name: 'Delete', exact: true }).tap();
    await expect(nameOf(page, `HELD-${held}`)).toHaveCount(0);
  });
});
