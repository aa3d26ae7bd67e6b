import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expectAccessible, expectColoursAccessible } from '../testing/accessible.ts';
import { expectFits } from '../testing/fits.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import { aPump, aPumpOfDecades } from './exported-pump.ts';

test('the history of an asset becomes a file by the menu of its dashboard', async ({ page, portal }) => {
  // What makes the file gives way to all else that the machine has to do.
  test.setTimeout(150_000);
  const { path, timeMs } = await aPump(portal, 'EXP-1');
  await logIn(page, portal);
  await page.goto(path);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export Data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export to CSV' });
  await dialog.getByRole('checkbox', { name: 'Exported pressure' }).check();
  await dialog.getByLabel('File name').fill('night shift');
  await expectFits(page, 'the export dialog', () => expect(dialog.getByLabel('File name')).toBeVisible());
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const link = dialog.getByRole('link', { name: 'Download night shift.csv.gz' });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('night shift.csv.gz');
  const iso = (index: number) => new Date(timeMs + 1000 * index).toISOString();
  expect(gunzipSync(await readFile(await download.path())).toString()).toBe(
    `Time,Exported pressure\r\n${iso(0)},41.5\r\n${iso(1)},42\r\n`,
  );

  await dialog.getByRole('link', { name: 'Your exports' }).click();
  await expectFits(page, 'the page of exports', () =>
    expect(page.getByRole('row', { name: /night shift/ })).toContainText('2 values'),
  );

  // Every night from now on, of an asset that is chosen here.
  await page.getByRole('button', { name: 'New export' }).click();
  await dialog.getByRole('combobox', { name: 'Assets and systems' }).fill('EXP-1');
  await page.getByRole('option', { name: 'EXP-1' }).click();
  await dialog.getByRole('checkbox', { name: 'Exported flow' }).check();
  await dialog.getByLabel('File name').fill('every night');
  await dialog.getByLabel('Repeat').selectOption('Every day');
  await dialog.getByLabel('At', { exact: true }).selectOption('05:45');
  await dialog.getByRole('button', { name: 'Schedule' }).click();
  await expect(page.getByText(/ is made for the first time at .* 05:45/)).toBeVisible();
  const schedule = page.getByRole('table', { name: 'Scheduled exports' }).getByRole('row', { name: /every night/ });
  await expect(schedule).toContainText('Every day at 05:45');
  await page.getByRole('button', { name: 'Remove the scheduled every night' }).click();
  await page.getByRole('dialog', { name: 'Remove scheduled export' }).getByRole('button', { name: 'Remove' }).click();
  await expect(schedule).toHaveCount(0);
});

test('an export that is being made is cancelled on the page of exports, and the next one is made', async ({
  page,
  portal,
}) => {
  const { days, begin } = await aPumpOfDecades(portal, 'EXP-DECADES');
  await begin('each second', 1);
  await begin('each day', 86_400);
  await logIn(page, portal);
  await page.goto(`${portal.url}/exports`);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(row('each second').getByRole('status')).toHaveText(/ values? (?:is|are) written\.$/);
  await expect(row('each day')).toContainText('Waiting for its turn…');
  await expectAccessible(page, 'an export that is being made');
  await page.getByRole('button', { name: 'Cancel each second.csv' }).click();
  await expect(row('each second')).toContainText('Cancelled.');
  // It would wait for the other one.
  const link = row('each day').getByRole('link', { name: 'Download each day.csv' });
  await expect(link).toBeVisible();
  await expect(row('each day')).toContainText(`${days.toLocaleString('en')} values`);
  for (const palette of ['palette-light', 'palette-calm', 'palette-dark']) {
    await page.evaluate((name) => localStorage.setItem('theme', name), palette);
    await page.reload();
    await expect(link).toBeVisible();
    await expectColoursAccessible(page, `an export that is ready, ${palette}`);
  }
  await page.getByRole('button', { name: 'Remove each second.csv' }).click();
  await expect(row('each second')).toHaveCount(0);
});
