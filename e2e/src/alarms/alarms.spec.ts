import type { alarmLists } from '@telltale/contract';
import { expectAccessible } from '../testing/accessible.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import { anAlarmedFleet } from './alarmed-fleet.ts';

test('an operator works through the alarms of a shift with the keyboard alone', async ({ page, portal }) => {
  await anAlarmedFleet(portal, 'SHIFT', 8);
  const listed = (query: string) =>
    portal.call<{ total: number; alarms: alarmLists.ListedAlarm[] }>('GET', `/api/ef/alarms/list?text=SHIFT&${query}`);
  await expect.poll(async () => (await listed('')).total).toBe(14);
  await logIn(page, portal);
  await page.goto(`${portal.url}/alarms?text=SHIFT`);
  const grid = page.getByRole('grid', { name: 'Alarms' });
  await expect(grid.getByRole('row')).toHaveCount(15);
  await expectAccessible(page, 'alarms');

  // Ten are chosen and acknowledged; what nobody has acknowledged moves up.
  for (let line = 0; line < 10; line++) {
    await page.keyboard.press('x');
    await page.keyboard.press('j');
  }
  await expect(page.getByText('10 selected')).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByText('10 alarms acknowledged.')).toBeVisible();
  await expect.poll(async () => (await listed('status=2')).total).toBe(10);

  // One is put aside for an hour, with a note.
  await page.keyboard.press('s');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'shelving');
  await page.keyboard.type('The fitter is on the way.');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/: shelved\.$/)).toBeVisible();
  expect((await listed('view=shelved')).alarms[0]?.shelved?.note).toBe('The fitter is on the way.');

  // The list of keys names them; Enter leads to the dashboard at the alarm's moment.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toContainText('Acknowledge');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('k');
  await grid.getByRole('row').nth(1).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/assets\/\d+\/dashboard\?.*t=20/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('an alarm is acknowledged with a finger', async ({ page, portal }) => {
    await anAlarmedFleet(portal, 'FINGER', 2);
    await logIn(page, portal);
    await page.goto(`${portal.url}/alarms?text=FINGER-2`);
    const row = page.getByRole('row', { name: /Pressure above 100/ });
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).tap();
    await expect(row).toContainText('Acknowledged');
    await expectAccessible(page, 'alarms on a phone');
  });
});
