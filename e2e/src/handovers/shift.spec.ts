import type { Page } from '@playwright/test';
import type { alarmLists, handovers } from '@telltale/contract';
import { anAlarmedFleet } from '../alarms/alarmed-fleet.ts';
import { expectAccessible } from '../testing/accessible.ts';
import { tabTo, typeInto } from '../testing/by-keyboard.ts';
import { aSecondPerson, SECOND_PASSWORD } from '../testing/commanded-pump.ts';
import { expect, logIn, logInByForm, test } from '../testing/journey.ts';

async function openByPalette(page: Page, label: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await typeInto(page, page.getByRole('dialog').getByRole('combobox'), label);
  await expect(page.getByRole('option', { name: label }).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
}

test('an operator works a shift and hands over with the keyboard alone, and the coming one signs', async ({
  page,
  portal,
  browser,
}) => {
  // A whole shift, with seven looks at what a screen reader is given: a minute where the machine is slow.
  test.slow();
  const second = 'coming@example.com';
  const [assetId] = await anAlarmedFleet(portal, 'WATCH', 8);
  await aSecondPerson(portal, second);
  const listed = (query: string) =>
    portal.call<{ total: number; alarms: alarmLists.ListedAlarm[] }>('GET', `/api/ef/alarms/list?text=WATCH&${query}`);
  await expect.poll(async () => (await listed('')).total).toBe(14);
  const begun = await portal.call<handovers.HandoverSummary>('POST', '/api/adminunits/1/handovers');

  // An alarm is opened, and what was seen is noted at its moment.
  await logIn(page, portal);
  await page.goto(`${portal.url}/alarms?text=WATCH&floods=off`);
  const grid = page.getByRole('grid', { name: 'Alarms' });
  await expect(grid.getByRole('row')).toHaveCount(15);
  for (let line = 0; line < 10; line++) {
    await page.keyboard.press('x');
    await page.keyboard.press('j');
  }
  await page.keyboard.press('a');
  await expect(page.getByText('10 alarms acknowledged.')).toBeVisible();
  await expect.poll(async () => (await listed('status=2')).total).toBe(10);
  await page.keyboard.press('s');
  await typeInto(page, page.getByRole('dialog').getByLabel('Note'), 'The fitter is on the way.');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/: shelved\.$/)).toBeVisible();

  await page.goto(`${portal.url}/assets/${assetId}/timeline`);
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Pressure above 100');
  await expectAccessible(page, 'timeline');
  await tabTo(page, /^Add note$/);
  await page.keyboard.press('Enter');
  const note = page.getByRole('dialog', { name: 'Add note' });
  await typeInto(page, note.getByLabel('Note'), 'Relief valve WATCH-1 sticks.');
  await expectAccessible(page, 'a note');
  await tabTo(page, /^Add note$/);
  await expect(note.getByRole('button', { name: 'Add note' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(note).toBeHidden();
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Relief valve WATCH-1 sticks.');

  // The handover has written itself; what it cannot know is written to it, and it is signed.
  await openByPalette(page, 'Handovers');
  await expect(page.getByRole('heading', { name: 'Handovers' })).toBeVisible();
  await expectAccessible(page, 'handovers');
  await tabTo(page, new RegExp(`^${begun.shift}, since`));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Notes and events' })).toContainText('Relief valve WATCH-1 sticks.');
  await expect(page.getByRole('region', { name: 'Shelved' })).toContainText('The fitter is on the way.');
  await expect(page.getByRole('region', { name: 'Still open' })).toContainText('acknowledged');
  await tabTo(page, /^Summary of the shift$/);
  await typeInto(page, page.getByLabel('Summary of the shift'), 'Watch the relief valves.');
  await expect(page.getByText('Saved, last by admin')).toBeVisible();
  await expectAccessible(page, 'a handover');
  await page.setViewportSize({ width: 820, height: 1180 });
  await expectAccessible(page, 'a handover on a tablet');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'a handover on a phone');
  await page.keyboard.press('Shift+Tab');
  await page.getByRole('heading', { name: /^Handover: / }).click();
  await tabTo(page, /^Hand over$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Sign and hand over$/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Signed by admin, to be accepted')).toBeVisible();

  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const coming = await context.newPage();
  await logInByForm(coming, portal, second, SECOND_PASSWORD);
  await coming.goto(`${portal.url}/handovers/${begun.handoverId}`);
  await expect(coming.getByText('Watch the relief valves.')).toBeVisible();
  await tabTo(coming, /^Take over$/);
  await coming.keyboard.press('Enter');
  await typeInto(coming, coming.getByRole('dialog', { name: 'Take over' }).getByLabel('Remark'), 'Seen.');
  await expectAccessible(coming, 'taking over');
  await tabTo(coming, /^Sign and take over$/);
  await coming.keyboard.press('Enter');
  // The next one has begun where it ended.
  const list = coming.getByRole('list', { name: 'Handovers' });
  await expect(list.getByText(`Handed over by admin to ${second}`)).toBeVisible();
  await expect(list.getByText('Running')).toBeVisible();
  await context.close();
});

test('a note stands on every chart of its asset at once, also for others', async ({ page, portal, browser }) => {
  const [assetId] = await anAlarmedFleet(portal, 'NOTED', 1);
  await logIn(page, portal);
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const other = await context.newPage();
  await logIn(other, portal);
  for (const one of [page, other]) await one.goto(`${portal.url}/assets/${assetId}/dashboard`);
  const chartOf = (one: Page) =>
    one
      .getByRole('group', { name: /Graph/ })
      .filter({ has: one.locator('.u-over') })
      .first();
  const table = async (one: Page) => {
    const chart = chartOf(one);
    await chart.hover();
    await chart.getByRole('button', { name: 'Chart menu' }).click();
    await one.getByRole('menuitem', { name: 'Show as table' }).click();
  };
  await expect(chartOf(other)).toBeVisible();
  await table(other);
  // By the key n on the chart, as its menu offers it.
  await expect(chartOf(page)).toBeVisible();
  await chartOf(page).locator('[role="img"][tabindex]').focus();
  await page.keyboard.press('n');
  await expect(page.getByRole('dialog', { name: 'Add note' })).toBeVisible();
  await typeInto(page, page.getByRole('dialog').getByLabel('Note'), 'Seen from the road.');
  await page.getByRole('dialog').getByRole('button', { name: 'Add note' }).press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(other.getByText(/Seen from the road. \(admin, /)).toBeVisible();
  await context.close();
});
