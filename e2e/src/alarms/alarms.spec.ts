import type { alarmLists } from '@telltale/contract';
import { expectAccessible } from '../testing/accessible.ts';
import { typeInto } from '../testing/by-keyboard.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import { anAlarmedFleet } from './alarmed-fleet.ts';

test('an operator works through the alarms of a shift with the keyboard alone', async ({ page, portal }) => {
  await anAlarmedFleet(portal, 'SHIFT', 8);
  const listed = (query: string) =>
    portal.call<{ total: number; alarms: alarmLists.ListedAlarm[] }>('GET', `/api/ef/alarms/list?text=SHIFT&${query}`);
  await expect.poll(async () => (await listed('')).total).toBe(14);
  await logIn(page, portal);
  await page.goto(`${portal.url}/alarms?text=SHIFT&floods=off`);
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
  await typeInto(page, page.getByRole('dialog').getByLabel('Note'), 'The fitter is on the way.');
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

test('two who acknowledge at once are both told whose deed stands', async ({ page, portal, browser }) => {
  await anAlarmedFleet(portal, 'TWICE', 2);
  const other = await browser.newPage();
  const both = [page, other];
  for (const one of both) {
    await logIn(one, portal);
    await one.goto(`${portal.url}/alarms?text=TWICE-2`);
    await one
      .getByRole('row', { name: /Pressure above 100/ })
      .getByRole('checkbox')
      .check();
  }
  // Neither answer comes before both have asked.
  let asked = 0;
  const { promise: bothAsked, resolve } = Promise.withResolvers<void>();
  for (const one of both) {
    await one.route('**/api/ef/alarms/act', async (route) => {
      if (++asked === 2) resolve();
      await bothAsked;
      await route.continue();
    });
  }
  await Promise.all(both.map((one) => one.getByRole('button', { name: 'Acknowledge', exact: true }).click()));
  const told = await Promise.all(
    both.map((one) => one.getByText(/Pressure above 100 of TWICE-2: acknowledged/).textContent()),
  );
  expect(told.toSorted()).toEqual([
    'Pressure above 100 of TWICE-2: acknowledged already by admin.',
    'Pressure above 100 of TWICE-2: acknowledged.',
  ]);
  await other.close();
});

test('a dashboard says in its head what is open, and leads to it', async ({ page, portal }) => {
  const [assetId] = await anAlarmedFleet(portal, 'HEADED', 1);
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  await page.getByRole('link', { name: '3 alarms, severity 10' }).click();
  await expect(page).toHaveURL(new RegExp(`/alarms\\?asset=${assetId}`));
  await expect(page.getByRole('grid', { name: 'Alarms' }).getByRole('row')).toHaveCount(4);
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
