import type { Locator } from '@playwright/test';
import { expectAccessible } from '../testing/accessible.ts';
import { expect, logIn, test } from '../testing/journey.ts';

/** Types a part of a name and takes what is offered for it, by keyboard, once it is offered. */
async function choose(field: Locator, part: string): Promise<void> {
  const page = field.page();
  await field.fill(part);
  await expect(page.getByRole('option', { name: new RegExp(part) })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

test('an administrator has a crew on call by turns, by keyboard, and somebody sets quiet hours', async ({
  page,
  portal,
}) => {
  const crew = { userGroupId: 0, userGroupName: 'Compressor crew' };
  const { userGroupId } = await portal.call<{ userGroupId: number }>('POST', '/api/usergroups', crew);
  for (const username of ['olga@example.com', 'otto@example.com']) {
    const user = { userId: 0, username, password: '', email: false };
    const { userId } = await portal.call<{ userId: number }>('POST', '/api/users?sendEmail=false', user);
    await portal.call('PUT', `/api/usergroups/${userGroupId}/users`, [userId]);
  }
  await logIn(page, portal);
  await page.goto(`${portal.url}/alerts?tab=oncall`);
  await page.getByRole('button', { name: 'Set up for a group' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Who is on call' });
  await choose(dialog.getByRole('combobox', { name: 'User group' }), 'Compressor');
  for (const name of ['olga', 'otto']) {
    await choose(dialog.getByRole('combobox', { name: 'Add a user of the group' }), name);
  }
  await dialog.getByRole('button', { name: 'Move otto@example.com up' }).press('Enter');
  await expectAccessible(page, 'the dialog of who is on call');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Compressor crew' })).toBeVisible();
  await expect(page.getByText(/^On call now: otto@example\.com, until /)).toBeVisible();
  const weeks = page.getByRole('list', { name: 'The next weeks' });
  await expect(weeks.getByRole('button', { name: /^otto@example\.com, .*take over$/ })).toHaveCount(4);

  await weeks.getByRole('button').nth(1).press('Enter');
  const override = page.getByRole('dialog', { name: 'Take over in Compressor crew' });
  await choose(override.getByRole('combobox', { name: 'Who takes over' }), 'otto');
  await override.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(weeks.getByRole('button', { name: /^otto@example\.com instead of olga@example\.com, / })).toBeVisible();
  await expectAccessible(page, 'the page of who is on call');
  await page.getByRole('button', { name: /^Remove the override of otto@example\.com / }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(page.getByRole('table', { name: 'Overrides' })).toHaveCount(0);

  await page.goto(`${portal.url}/user-settings#quiet-heading`);
  await page.getByRole('button', { name: 'Add quiet hours' }).press('Enter');
  const row = page.getByRole('group', { name: 'Quiet hours 1' });
  await row.getByRole('checkbox', { name: 'Sun' }).press('Space');
  await page.getByRole('button', { name: 'Save quiet hours' }).press('Enter');
  await expect(page.getByText('Your quiet hours are saved.')).toBeVisible();
  await expect(page.getByText(/^It is (not quiet now|quiet until)/)).toBeVisible();
  await expectAccessible(page, 'the settings with quiet hours');
  await page.getByRole('button', { name: 'Remove quiet hours 1' }).press('Enter');
  await page.getByRole('button', { name: 'Save quiet hours' }).press('Enter');
  await expect(page.getByText('You have no quiet hours: alerts come at any time.')).toBeVisible();
});
