import type { ownership } from '@telltale/contract';
import { expectAccessible } from '../testing/accessible.ts';
import { expect, logIn, test } from '../testing/journey.ts';

const FAR = 150;

test('an administrator adds 30 people with the rights of a preset, and sees who can see a pump', async ({
  page,
  portal,
}) => {
  const { assetId } = await portal.anAsset('CREWED-1', 'What a crew looks after');
  const assetGroup = await portal.call<ownership.AssetGroup>('POST', '/api/assetgroups', {
    assetGroupName: 'Field of many',
  });
  await portal.call('PUT', `/api/assetgroups/${assetGroup.assetGroupId}/assets`, [assetId]);
  const people = Array.from({ length: 30 }, (_, index) => `Person ${index} <many${index}@example.com>`).join('\n');
  await logIn(page, portal);
  await page.goto(`${portal.url}/admin`);
  // Every click and every field that is filled is a step; the issue of reading rights is that they are few.
  let steps = 0;
  const step = async (act: Promise<unknown>) => {
    steps += 1;
    await act;
  };

  await step(page.getByRole('button', { name: 'New user group' }).click());
  await step(page.getByRole('dialog').getByLabel('Name').fill('Crew of many'));
  await step(page.getByRole('combobox', { name: 'Members may' }).click());
  await step(page.getByRole('option', { name: 'Operator' }).click());
  await step(page.getByRole('button', { name: 'Create user group' }).click());
  await expect(page.getByText('Selected user group')).toBeVisible();
  await page.getByRole('row', { name: /^Field of many/ }).hover();
  await step(page.getByRole('button', { name: 'Link Field of many with Crew of many' }).click());
  await expect(page.getByText('Crew of many and Field of many were linked.')).toBeVisible();

  await step(page.getByRole('button', { name: 'Add many users' }).click());
  await step(page.getByLabel(/One user name or e-mail address/).fill(people));
  await step(page.getByRole('combobox', { name: 'Into the user groups' }).click());
  await step(page.getByRole('option', { name: 'Crew of many' }).click());
  await step(page.getByRole('button', { name: 'Preview' }).click());
  await expect(page.getByText('30 new, 0 into groups, 0 as they are.')).toBeVisible();
  await expectAccessible(page, 'many users, looked at, dark, desk');
  await step(page.getByRole('button', { name: 'Add 30 users' }).click());
  await expect(page.getByText('30 users were added.')).toBeVisible();
  await step(page.getByRole('button', { name: 'Done' }).click());
  expect(steps).toBeLessThanOrEqual(13);

  await page.goto(`${portal.url}/access?asset=${assetId}&may=59`);
  const table = page.getByRole('table', { name: 'Users who can' });
  await expect(table.getByRole('row', { name: /many29@example.com/ })).toContainText('Crew of many → Field of many');
  await expectAccessible(page, 'who may what, dark, desk');
  await table.getByRole('link', { name: 'many29@example.com' }).click();
  await expect(page.getByText('has 1 asset in sight.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'what a user may, dark, phone');
});

test('a user and an asset group far down a list are in sight where an address selects them', async ({
  page,
  portal,
}) => {
  await logIn(page, portal);
  // The portal of other journeys stays as it is: so many users are in the answer alone.
  await page.route('**/api/ef/admin/users/ownership*', async (route) => {
    const reply = await route.fetch();
    const owned = (await reply.json()) as ownership.Ownership;
    const users = Array.from({ length: FAR * 2 }, (_, index) => ({
      ...{ userId: 900_000 + index, username: `zz far ${index}`, adminId: 1, resetSent: true },
      ...{ lastSeen: null, secondFactor: false },
    }));
    const assetGroups = Array.from({ length: FAR * 2 }, (_, index) => ({
      ...{ assetGroupId: 900_000 + index, assetGroupName: `zz far field ${index}` },
      ...{ description: '', parentGroupId: null, adminId: 1 },
    }));
    const json = {
      ...owned,
      users: [...owned.users, ...users],
      assetGroups: [...owned.assetGroups, ...assetGroups],
    };
    await route.fulfill({ response: reply, json });
  });
  const places = [
    [`/admin?select=user-${900_000 + FAR}`, page.getByRole('row', { name: `zz far ${FAR}`, selected: true })],
    // Rows of the assets beside it name the group that is selected, too.
    [`/assetgroups?group=${900_000 + FAR}`, page.getByRole('row', { name: new RegExp(`^zz far field ${FAR}\\b`) })],
  ] as const;
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    for (const [address, row] of places) {
      await page.goto(`${portal.url}${address}`);
      // Edges of panes lie between pixels.
      await expect(row).toBeInViewport({ ratio: 0.98 });
      // What the browser draws next moves it no further.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      await expect(row).toBeInViewport({ ratio: 0.98 });
    }
  }
});
