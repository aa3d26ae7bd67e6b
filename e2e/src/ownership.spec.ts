import type { Locator, Page } from '@playwright/test';
import type { assets, ownership } from '@telltale/contract';
import { expectAccessible } from './testing/accessible.ts';
import { tabTo, typeInto } from './testing/by-keyboard.ts';
import { expect, logIn, logInByForm, test } from './testing/journey.ts';
import type { Portal } from './testing/portal.ts';

const PASSWORD = 'a password of somebody';

/** A user who has set a password, through the link that an administrator hands over. */
async function aUser(portal: Portal, username: string): Promise<ownership.OwnedUser> {
  const user = await portal.call<ownership.OwnedUser>('POST', '/api/users?sendEmail=false', {
    userId: 0,
    username,
    password: '',
    email: true,
  });
  const { link } = await portal.call<{ link: string }>('GET', `/api/auth/link/${encodeURIComponent(username)}`);
  const changeId = new URL(link, portal.url).searchParams.get('changeId') ?? '';
  const set = await fetch(`${portal.url}/api/auth/submit/${changeId}`, {
    headers: { 'X-Requested-With': 'Telltale', Authorization: `Basic ${btoa(`${username}:${PASSWORD}`)}` },
  });
  expect(set.status).toBe(200);
  return user;
}

/** The row of an item, with the focus on it: its column is filtered first. */
async function goToRow(page: Page, column: string, filter: string, name: string): Promise<void> {
  await tabTo(page, page.getByLabel(filter));
  await typeInto(page, page.getByLabel(filter), name);
  const rows = page.getByRole('grid', { name: column, exact: true }).getByRole('row');
  await expect(rows).toHaveCount(1);
  await tabTo(page, rows.filter({ hasText: name }));
}

test('an administrator gives a user exactly one asset with the keyboard alone', async ({ page, portal }) => {
  const { username } = await aUser(portal, 'kay@example.com');
  await portal.anAsset('KEY-1', 'Keyed equipment');
  await portal.anAsset('KEY-2', 'Keyed equipment');
  await logIn(page, portal);
  await page.goto(`${portal.url}/admin`);

  // A group for the user: created, selected at once, and linked by picking the user up.
  await tabTo(page, page.getByRole('button', { name: 'New user group' }));
  await page.keyboard.press('Enter');
  await typeInto(page, page.getByRole('dialog').getByLabel('Name'), 'Keyboard crew');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Selected user group')).toBeVisible();
  await goToRow(page, 'Users', 'Filter users', username);
  await page.keyboard.press('Space');
  await expect(page.getByText(`${username} is picked up.`)).toBeVisible();
  await goToRow(page, 'User Groups', 'Filter user groups', 'Keyboard crew');
  await page.keyboard.press('Space');
  await expect(page.getByText(`${username} and Keyboard crew were linked.`)).toBeVisible();

  // An asset group for the group: what is selected is linked with + on the row.
  await tabTo(page, page.getByRole('button', { name: 'New asset group' }));
  await page.keyboard.press('Enter');
  await typeInto(page, page.getByRole('dialog').getByLabel('Name'), 'Keyed assets');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Selected asset group')).toBeVisible();
  await goToRow(page, 'Assets', 'Filter assets', 'KEY-2');
  await page.keyboard.press('+');
  await expect(page.getByText('Keyed assets and KEY-2 were linked.')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.reload();
  await goToRow(page, 'User Groups', 'Filter user groups', 'Keyboard crew');
  await page.keyboard.press('+');
  await expect(page.getByText('Keyboard crew and Keyed assets were linked.')).toBeVisible();

  // What cannot be linked is refused without a word on the screen, and Escape puts it down.
  await page.keyboard.press('Space');
  const log = page.waitForEvent('console', (message) => message.text().includes('Invalid drop combo'));
  await page.keyboard.press('Space');
  await log;
  await page.keyboard.press('Escape');
  await expect(page.getByText('is picked up')).toBeHidden();

  // The permission to view assets, and nothing else.
  await page.keyboard.press('Enter');
  await expect(page.getByText('Selected user group')).toBeVisible();
  await page.reload();
  await tabTo(page, page.getByRole('tab', { name: 'Asset Ownership' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Keyboard crew Permissions' })).toBeVisible();
  await tabTo(page, page.getByRole('checkbox', { name: 'View Assets', exact: true }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The permissions were saved.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden();

  await page.context().clearCookies();
  await logInByForm(page, portal, username, PASSWORD);
  await expect(page.getByRole('grid', { name: 'Assets' }).getByText('KEY-2').first()).toBeVisible();
  const seen = await page.evaluate(async () => {
    const reply = await fetch('/api/ef/assets', { headers: { 'X-Requested-With': 'Telltale' } });
    return (await reply.json()) as { serialNumber: string }[];
  });
  expect(seen.map(({ serialNumber }) => serialNumber)).toEqual(['KEY-2']);
  await expect(page.getByRole('link', { name: 'Admin' })).toBeHidden();
});

test('links are made by dragging, permissions are reverted and saved, and each view is accessible', async ({
  page,
  portal,
}) => {
  await aUser(portal, 'drag@example.com');
  const group = await portal.call<ownership.UserGroup>('POST', '/api/usergroups', { userGroupName: 'Dragged crew' });
  const assetGroup = await portal.call<ownership.AssetGroup>('POST', '/api/assetgroups', {
    assetGroupName: 'Dragged assets',
  });
  await portal.anAsset('DRAG-1', 'Dragged equipment');
  await logIn(page, portal);
  const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  const drag = async (from: Locator, to: Locator) => {
    const start = await from.boundingBox();
    const end = await to.boundingBox();
    if (!start || !end) throw new Error('Nothing to drag, or nowhere.');
    await page.mouse.move(start.x + 40, start.y + 12);
    await page.mouse.down();
    await page.mouse.move(start.x + 60, start.y + 16, { steps: 4 });
    await page.mouse.move(end.x + 40, end.y + 12, { steps: 8 });
    await expect(to).toHaveAttribute('data-over', 'true');
    await page.mouse.up();
  };

  await page.goto(`${portal.url}/admin`);
  await drag(rowOf('drag@example.com'), rowOf('Dragged crew'));
  await expect(page.getByText('drag@example.com and Dragged crew were linked.')).toBeVisible();
  await drag(rowOf('Dragged assets'), rowOf('Dragged crew'));
  await expect(page.getByText('Dragged crew and Dragged assets were linked.')).toBeVisible();
  await rowOf('Dragged crew').click();
  await expectAccessible(page, 'ownership, dark, desk');

  // The alerts of the pair, then the link is taken back with its ×.
  await rowOf('Dragged assets').hover();
  await page.getByRole('button', { name: 'Alerts of Dragged assets for Dragged crew: None' }).click();
  await page.getByRole('menuitemradio', { name: 'Warning or alarm' }).click();
  await expect(
    page.getByRole('button', { name: 'Alerts of Dragged assets for Dragged crew: Warning or alarm' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Unlink drag@example.com from Dragged crew' }).click();
  await expect(page.getByText('drag@example.com and Dragged crew were unlinked.')).toBeVisible();
  const stored = await portal.call<ownership.Ownership>('GET', '/api/ef/admin/users/ownership?adminId=1');
  expect(stored.userGroupUsers.filter((one) => one.userGroupId === group.userGroupId)).toEqual([]);
  expect(stored.alerts).toContainEqual(
    expect.objectContaining({ userGroupId: group.userGroupId, assetGroupId: assetGroup.assetGroupId, severityMin: 5 }),
  );

  // Permissions: changed, reverted, changed, left with a question, saved.
  await page.getByRole('tab', { name: 'Permissions' }).click();
  const viewAlarms = page.getByRole('checkbox', { name: 'View Alarms', exact: true });
  await page.getByRole('checkbox', { name: 'View of every type' }).check();
  await expect(viewAlarms).toBeChecked();
  await page.getByRole('button', { name: 'Revert' }).click();
  await expect(viewAlarms).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden();
  await viewAlarms.check();
  await page.getByRole('link', { name: 'Assets', exact: true }).click();
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Cancel' }).click();
  await expectAccessible(page, 'permissions, dark, desk');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('The permissions were saved.')).toBeVisible();
  const rows = await portal.call<{ type: string; view: boolean }[]>(
    'GET',
    `/api/usergroups/${group.userGroupId}/permissions/groupedlist`,
  );
  expect(rows.filter(({ view }) => view).map(({ type }) => type)).toEqual(['Alarms']);

  // Asset groups: a tile into a group and out again.
  await page.goto(`${portal.url}/assetgroups?asset=DRAG-1`);
  await page.getByRole('row', { name: /^Dragged assets/ }).click();
  await drag(page.getByRole('gridcell', { name: /^DRAG-1/ }), page.getByRole('row', { name: /^Dragged assets/ }));
  await expect(page.getByText('Dragged assets and DRAG-1 were linked.')).toBeVisible();
  await expectAccessible(page, 'asset groups, dark, desk');
  await page.getByRole('button', { name: 'Remove DRAG-1 from Dragged assets' }).click();
  await expect(page.getByRole('button', { name: 'Add DRAG-1 to Dragged assets' })).toBeVisible();
  // The button changes before the portal has answered.
  const contained = () => portal.call<assets.Asset[]>('PUT', `/api/assetgroups/${assetGroup.assetGroupId}/assets`, []);
  await expect.poll(contained).toEqual([]);
});

test('what is linked and the units are accessible in the other themes, on a desk and on a phone', async ({
  page,
  portal,
}) => {
  const group = await portal.call<ownership.UserGroup>('POST', '/api/usergroups', { userGroupName: 'Looked at' });
  await aUser(portal, 'look@example.com');
  await logIn(page, portal);
  await page.goto(`${portal.url}/admin`);
  for (const [palette, width] of [
    ['palette-light', 1440],
    ['palette-calm', 390],
  ] as const) {
    await page.evaluate((name) => localStorage.setItem('theme', name), palette);
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${portal.url}/admin?select=userGroup-${group.userGroupId}`);
    await expect(page.getByText('Selected user group')).toBeVisible();
    await expectAccessible(page, `ownership, ${palette}, ${width}`);
    await page.goto(`${portal.url}/admin?tab=units`);
    await expect(page.getByRole('button', { name: 'New admin unit' })).toBeVisible();
    await expectAccessible(page, `units, ${palette}, ${width}`);
  }
});
