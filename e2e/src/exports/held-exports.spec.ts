import { readFile } from 'node:fs/promises';
import { expectWhole, pick, whereverHeld } from '../testing/held.ts';
import { expect, test } from '../testing/journey.ts';
import { aPump, aPumpOfDecades } from './exported-pump.ts';

test('with a finger history becomes a file, once and every week, and what was made is found and removed', async ({
  browser,
  portal,
}) => {
  const { path, timeMs } = await aPump(portal, 'EXP-HELD');
  await whereverHeld(browser, portal, async (page, held) => {
    const name = `round of the ${held}`;
    await page.goto(path);
    await pick(page, page.getByRole('button', { name: 'More', exact: true }), 'Export Data');
    const dialog = page.getByRole('dialog', { name: 'Export to CSV' });
    // From the time of day at which the values came, the day before.
    const [hour, minute] = [new Date(timeMs).getHours(), new Date(timeMs).getMinutes()];
    await dialog.getByLabel('Start time: hour').selectOption(String(hour % 12 || 12));
    await dialog.getByLabel('Start time: minute').selectOption(String(minute).padStart(2, '0'));
    await dialog.getByLabel('Start time: AM or PM').selectOption(hour < 12 ? 'AM' : 'PM');
    await dialog.getByRole('checkbox', { name: 'Exported flow' }).tap();
    await expect(dialog.getByRole('status')).toHaveText('1 Selected');
    await dialog.getByLabel('File name').fill(name);
    await dialog.getByRole('checkbox', { name: 'Compress' }).tap();
    await expectWhole(page, `the export dialog on a ${held}`);
    await dialog.getByRole('button', { name: 'Export', exact: true }).tap();
    const link = dialog.getByRole('link', { name: `Download ${name}.csv` });
    await expect(link).toBeVisible({ timeout: 60_000 });
    await expectWhole(page, `the link of an export on a ${held}`);
    const [download] = await Promise.all([page.waitForEvent('download'), link.tap()]);
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^Time,Exported flow\r\n.*Z,3\r\n.*Z,3\r\n$/);
    await dialog.getByRole('button', { name: 'Cancel' }).tap();

    // Again and again.
    await pick(page, page.getByRole('button', { name: 'More', exact: true }), 'Export Data');
    await dialog.getByRole('button', { name: 'Check all' }).tap();
    await dialog.getByLabel('File name').fill(`weekly ${name}`);
    await dialog.getByText('More', { exact: true }).tap();
    await dialog.getByLabel('Repeat').selectOption('Every week');
    await dialog.getByLabel('On', { exact: true }).selectOption('Friday');
    await dialog.getByLabel('At', { exact: true }).selectOption('05:45');
    await dialog.getByLabel('Values').selectOption('One per hour');
    await dialog.getByRole('checkbox', { name: 'Maximum' }).tap();
    await expectWhole(page, `an export of every week on a ${held}`);
    await dialog.getByRole('button', { name: 'Schedule' }).tap();
    await expect(page.getByText(/ is made for the first time at .* 05:45/)).toBeVisible();

    await page.goto(`${portal.url}/exports`);
    const schedule = page.getByRole('row', { name: new RegExp(`weekly ${name}`) });
    await expect(schedule).toContainText('Every Friday at 05:45');
    await pick(page, page.getByRole('combobox', { name: 'State' }), 'Failed');
    await expect(page.getByText('No export matches.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).tap();
    const made = page.getByRole('row', { name: new RegExp(`^${name}`) });
    await expect(made).toContainText('2 values');
    await expectWhole(page, `the page of exports on a ${held}`);
    for (const button of [`Remove the scheduled weekly ${name}`, `Remove ${name}.csv`]) {
      await page.getByRole('button', { name: button, exact: true }).tap();
      const question = page.getByRole('dialog', { name: /^Remove / });
      await question.getByRole('button', { name: 'Remove' }).tap();
      await expect(question).toBeHidden();
    }
    await expect(schedule.or(made)).toHaveCount(0);
  });
});

test('with a finger an export that is being made is cancelled', async ({ browser, portal }) => {
  const { begin } = await aPumpOfDecades(portal, 'EXP-DECADES-HELD');
  await whereverHeld(browser, portal, async (page, held) => {
    await begin(`each second of the ${held}`, 1);
    await page.goto(`${portal.url}/exports`);
    const row = page.getByRole('row', { name: new RegExp(`^each second of the ${held}`) });
    await expect(row.getByRole('status')).toHaveText(/ values? (?:is|are) written\.$/);
    await expectWhole(page, `an export that is being made on a ${held}`);
    await page.getByRole('button', { name: `Cancel each second of the ${held}.csv` }).tap();
    await expect(row).toContainText('Cancelled.');
    await expectWhole(page, `an export that was cancelled on a ${held}`);
    await page.getByRole('button', { name: `Remove each second of the ${held}.csv` }).tap();
    await expect(row).toHaveCount(0);
  });
});
