import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../testing/accessible.ts';
import { expect, logIn, test } from '../testing/journey.ts';

/** The address in the mail about an alarm that somebody got. */
async function linkMailedTo(folder: string, address: string): Promise<string> {
  const outbox = join(folder, 'data', 'outbox');
  for (const name of await readdir(outbox)) {
    const mail = (await readFile(join(outbox, name), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const [link] = /http\S+\/acknowledge#\S+/.exec(mail) ?? [];
    if (mail.includes(`To: ${address}`) && link) return link;
  }
  return '';
}

test('an administrator has a crew told of alarms, and who is told acknowledges from the mail', async ({
  page,
  portal,
  browser,
}) => {
  const { assetId, accessToken } = await portal.anAsset('ALR-1', 'Watched pump');
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const items = `/api/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`;
  await portal.call('POST', items, { label: 'Alerted pressure', unit: 'bar' });
  const alarm = {
    assetDefinitionId,
    name: 'High pressure',
    severity: 10,
    flee: '{"expression":"_Alerted_pressure > 100"}',
  };
  await portal.call('PUT', '/api/ef/alarmdefinitions', [alarm]);
  const group = { assetGroupId: 0, assetGroupName: 'Watched pumps' };
  const { assetGroupId } = await portal.call<{ assetGroupId: number }>('POST', '/api/assetgroups', group);
  await portal.call('PUT', `/api/assetgroups/${assetGroupId}/assets`, [assetId]);
  const crew = { userGroupId: 0, userGroupName: 'Pump crew' };
  const { userGroupId } = await portal.call<{ userGroupId: number }>('POST', '/api/usergroups', crew);
  const flags = [
    { type: 'Assets', view: true, create: false, delete: false, modify: false },
    { type: 'Alarms', view: true, create: false, delete: false, modify: true },
  ];
  await portal.call('POST', `/api/usergroups/${userGroupId}/permissions/groupedlist`, flags);
  await portal.call('PUT', `/api/usergroups/${userGroupId}/assetgroups`, [assetGroupId]);
  await portal.call('POST', '/api/usergroups', { userGroupId: 0, userGroupName: 'Duty engineers' });
  for (const username of ['pat@example.com', 'sam']) {
    const user = { userId: 0, username, password: '', email: false };
    const { userId } = await portal.call<{ userId: number }>('POST', '/api/users?sendEmail=false', user);
    await portal.call('PUT', `/api/usergroups/${userGroupId}/users`, [userId]);
  }

  await logIn(page, portal);
  await page.goto(`${portal.url}/admin?select=userGroup-${userGroupId}`);
  await page.getByRole('button', { name: 'Alerts of Watched pumps for Pump crew: None' }).click();
  await page.getByRole('menuitemradio', { name: 'Warning or alarm' }).click();
  const bell = page.getByRole('button', { name: 'Alerts of Watched pumps for Pump crew: Warning or alarm' });
  await bell.click();
  await page.getByRole('menuitemcheckbox', { name: 'When an asset goes offline' }).click();
  await bell.click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'When an asset goes offline' })).toBeChecked();
  await page.keyboard.press('Escape');

  await page
    .getByRole('navigation', { name: 'More of the administration' })
    .getByRole('link', { name: 'Alerts' })
    .click();
  await page.getByRole('tab', { name: 'Escalation' }).click();
  await page.getByRole('button', { name: 'Change who is told next of Watched pumps after Pump crew' }).click();
  const dialog = page.getByRole('dialog', { name: 'When Pump crew does not answer for Watched pumps' });
  await dialog.getByRole('button', { name: 'Add a step' }).click();
  await dialog.getByRole('combobox', { name: 'Tell' }).click();
  await page.getByRole('option', { name: 'Duty engineers' }).click();
  await expectAccessible(page, 'the dialog of an escalation');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Pump crew/ })).toContainText('after 15 min Duty engineers');
  await expectAccessible(page, 'the escalations');

  const device = await portal.aDevice(accessToken);
  await device.publishAsync('v1/devices/me/telemetry', '{"Alerted pressure": 140}', { qos: 1 });
  await device.endAsync();
  await page.getByRole('tab', { name: 'Messages' }).click();
  const told = page.getByRole('row', { name: /pat@example\.com/ });
  await expect
    .poll(async () => {
      await page.reload();
      await page
        .getByRole('table', { name: 'Messages' })
        .or(page.getByRole('grid', { name: 'Messages' }))
        .waitFor();
      return told.count();
    })
    .toBe(1);
  await expect(told).toContainText('High pressure: raised');
  await expect(told).toContainText('Sent');
  await expect(page.getByRole('list', { name: 'Who cannot be told' })).toContainText('sam by mail: There is no mail');
  await expectAccessible(page, 'the page of alerts');
  await page.getByRole('tab', { name: 'Webhooks and texts' }).click();
  await expect(page.getByRole('heading', { name: 'Texts to phones' })).toBeVisible();
  await expectAccessible(page, 'the ways of alerts');

  // The mail is opened on a phone where nobody is logged in.
  const link = await linkMailedTo(portal.folder, 'pat@example.com');
  const phone = await browser.newPage({ viewport: { width: 390, height: 800 } });
  await phone.goto(link);
  await expect(phone.getByText('High pressure on ALR-1')).toBeVisible();
  await expect(phone.getByText('You acknowledge as pat@example.com.')).toBeVisible();
  await expectAccessible(phone, 'the page of the link in a message');
  await phone.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(phone.getByText('Acknowledged by pat@example.com.')).toBeVisible();
  await phone.reload();
  await expect(phone.getByText('This link was used already.')).toBeVisible();
  await phone.close();
});
