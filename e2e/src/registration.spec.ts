import type { Page } from '@playwright/test';
import type { ownership } from '@telltale/contract';
import { expect, logInByForm, test } from './testing/journey.ts';
import { mailedLink } from './testing/mailed-link.ts';
import type { Portal } from './testing/portal.ts';

const USERNAME = 'rosa@example.com';
const FIRST_PASSWORD = 'seven quiet pumps';
const SECOND_PASSWORD = 'eight louder rigs';

async function fillIn(page: Page, password: string, confirmation: string): Promise<void> {
  await page.getByLabel('Email').fill(USERNAME);
  await page.getByLabel('First Name').fill('Rosa');
  await page.getByLabel('Last Name').fill('Okafor');
  await page.getByLabel(/^Password/).fill(password);
  await page.getByLabel('Confirm Password').fill(confirmation);
  await page.getByRole('button', { name: 'Sign Up' }).click();
}

/** What an administrator does after a registration: a group that may view assets, with the user in it. */
async function letViewAssets(portal: Portal, adminId: number): Promise<void> {
  const { users } = await portal.call<ownership.Ownership>('GET', `/api/ef/admin/users/ownership?adminId=${adminId}`);
  const user = users.find(({ username }) => username === USERNAME);
  const group = await portal.call<ownership.UserGroup>('POST', '/api/usergroups', {
    userGroupId: 0,
    userGroupName: 'Newcomers',
    adminId,
    description: '',
    parentGroupId: 1,
  });
  const path = `/api/usergroups/${group.userGroupId}`;
  await portal.call('PUT', `${path}/users`, [user?.userId]);
  const flags = { type: 'Assets', view: true, create: false, delete: false, modify: false };
  await portal.call('POST', `${path}/permissions/groupedlist`, [flags]);
}

test('a newcomer registers, is given permissions, forgets the password, and logs in with a new one', async ({
  page,
  portal,
}) => {
  await page.goto(`${portal.url}/login`);
  await page.getByRole('link', { name: 'Register an account' }).click();
  await expect(page.getByText('an administrator still needs to assign permissions')).toBeVisible();
  await fillIn(page, FIRST_PASSWORD, 'another password');
  await expect(page.getByText('Passwords do not match').first()).toBeVisible();
  await fillIn(page, FIRST_PASSWORD, FIRST_PASSWORD);

  // Logged in at once, and seeing nothing until somebody says what.
  await expect(page.getByText('You are missing permissions to view assets.')).toBeVisible();
  await letViewAssets(portal, 1);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
  await expect(page.getByText('You are missing permissions to view assets.')).toBeHidden();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByText('You have been logged out.')).toBeVisible();

  await page.goto(`${portal.url}/register`);
  await fillIn(page, SECOND_PASSWORD, SECOND_PASSWORD);
  const prompt = page.getByRole('dialog', { name: 'Account exists' });
  await expect(prompt).toContainText('This Account already exists. Would you like a password reset email?');
  await prompt.getByRole('button', { name: 'Reset Password' }).click();
  const sent = page.getByRole('dialog', { name: 'Reset link sent' });
  await sent.getByRole('link', { name: 'Return to login' }).click();
  await expect(page).toHaveURL(/\/login$/);

  const { changeId, username } = await mailedLink(portal, USERNAME, 'Set your Telltale password');
  const link = `${portal.url}/login?changeId=${changeId}&username=${encodeURIComponent(username)}`;
  await page.goto(link);
  await expect(page.getByLabel('Username')).toHaveValue(USERNAME);
  await page.getByLabel(/^Password/).fill(SECOND_PASSWORD);
  await page.getByLabel('Confirm password').fill(SECOND_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('heading', { name: 'Assets' })).toBeVisible();

  // The link worked once, the old password no more.
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByLabel(/^Password/).fill(FIRST_PASSWORD);
  await page.getByLabel('Confirm password').fill(FIRST_PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('This link has expired.')).toBeVisible();
  await logInByForm(page, portal, USERNAME, SECOND_PASSWORD);
});
