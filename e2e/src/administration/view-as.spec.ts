import type { ownership } from '@telltale/contract';
import { expectAccessible, expectColoursAccessible } from '../testing/accessible.ts';
import { expect, logInByForm, test } from '../testing/journey.ts';

test('an administrator views the portal as a user: in one tab, with live values, and without changing anything', async ({
  page,
  portal,
}) => {
  const mine = await portal.anAsset('VIEWED-1', 'Viewed pump');
  await portal.anAsset('VIEWED-2', 'Viewed pump');
  const made = async <T>(path: string, body: unknown) => portal.call<T>('POST', path, body);
  const { userId } = await made<ownership.OwnedUser>('/api/users', { userId: 0, username: 'vera@example.com' });
  const crew = await made<ownership.UserGroup>('/api/usergroups', { userGroupName: 'Viewed crew' });
  const field = await made<ownership.AssetGroup>('/api/assetgroups', { assetGroupName: 'Viewed field' });
  const flags = { view: true, create: true, delete: true, modify: true };
  const types = ['Assets', 'CurrentDataItems', 'HistoricalDataItems', 'Attributes', 'Dashboard'];
  const rights = types.map((type) => ({ type, ...flags }));
  await portal.call('POST', `/api/usergroups/${crew.userGroupId}/permissions/groupedlist`, rights);
  await portal.call('PUT', `/api/usergroups/${crew.userGroupId}/users`, [userId]);
  await portal.call('PUT', `/api/usergroups/${crew.userGroupId}/assetgroups`, [field.assetGroupId]);
  await portal.call('PUT', `/api/assetgroups/${field.assetGroupId}/assets`, [mine.assetId]);

  await logInByForm(page, portal);
  await page.goto(`${portal.url}/access?user=${userId}`);
  await page.getByRole('button', { name: 'View as vera@example.com' }).click();
  const banner = page.getByRole('complementary', { name: 'Viewing as another user' });
  await expect(banner).toContainText('admin views the portal as vera@example.com until');
  await expect(page.getByText('VIEWED-1', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('VIEWED-2', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0);
  await expectAccessible(page, 'assets as another user sees them, dark, desk');

  // Another tab keeps its own session.
  const own = await page.context().newPage();
  await own.goto(`${portal.url}/assets?search=VIEWED`);
  await expect(own.getByText('VIEWED-2', { exact: true }).first()).toBeVisible();
  await expect(own.getByRole('complementary', { name: 'Viewing as another user' })).toHaveCount(0);
  await own.close();

  await page.goto(`${portal.url}/assets/${mine.assetId}/dashboard`);
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible();
  await expect(banner).toBeVisible();
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectColoursAccessible(page, 'a dashboard as another user sees it, dark, phone');
  await banner.getByRole('button', { name: 'End' }).click();
  await expect(page).toHaveURL(/\/access\?.*user=/);
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'View as vera@example.com' })).toBeVisible();
});
