import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/accessible.ts';
import { aCommandedPump, aPerson, aSecondPerson, pumpTemplates, SECOND_PASSWORD } from '../testing/commanded-pump.ts';
import { expect, logInByForm, test } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';

const ASKER = 'asker@example.com';
const SECOND = 'releases@example.com';
const TYPES = ['Assets', 'CurrentDataItems', 'DataItems', 'Commands'];

/** Somebody who sees the asset; what they may is said by what is answered. */
async function anAsker(portal: Portal, assetId: number) {
  const userId = await aPerson(portal, ASKER);
  const { userGroupId } = await portal.call<{ userGroupId: number }>('POST', '/api/usergroups', {
    userGroupName: 'Askers of RELEASED-1',
  });
  const { assetGroupId } = await portal.call<{ assetGroupId: number }>('POST', '/api/assetgroups', {
    assetGroupId: 0,
    assetGroupName: 'Assets of RELEASED-1',
  });
  await portal.call('PUT', `/api/assetgroups/${assetGroupId}/assets`, [assetId]);
  await portal.call('PUT', `/api/usergroups/${userGroupId}/assetgroups`, [assetGroupId]);
  await portal.call('PUT', `/api/usergroups/${userGroupId}/users`, [userId]);
  return (create: boolean) =>
    portal.call(
      'POST',
      `/api/usergroups/${userGroupId}/permissions/groupedlist`,
      TYPES.map((type) => ({ type, view: true, create, modify: false, delete: false })),
    );
}

/** Asks for the dangerous command at a desk. */
async function ask(desk: Page) {
  const panel = desk.getByRole('dialog', { name: 'KIND OF RELEASED RELEASED-1' });
  await panel.getByRole('combobox', { name: 'Command' }).click();
  await desk.getByRole('option', { name: 'Blow down' }).click();
  await panel.getByRole('button', { name: 'Send', exact: true }).click();
  const question = desk.getByRole('dialog', { name: 'Send Blow down to RELEASED-1?' });
  await question.getByRole('button', { name: 'Send' }).click();
  return panel.getByRole('list', { name: 'Commands' }).getByRole('listitem');
}

test('a second person releases on a phone what was asked for at a desk, and only while its asker may send it', async ({
  page: desk,
  portal,
  browser,
}) => {
  const pump = await aCommandedPump(portal, 'RELEASED-1', 'Kind of RELEASED');
  await pumpTemplates(portal, pump.assetId);
  const setRights = await anAsker(portal, pump.assetId);
  await setRights(true);
  await aSecondPerson(portal, SECOND);
  await logInByForm(desk, portal, ASKER, SECOND_PASSWORD);
  await desk.goto(`${portal.url}/assets?panel=${pump.assetId}&panelTab=commands`);
  const commands = await ask(desk);
  await expect(commands).toContainText('Awaiting release');

  const device = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const context = await browser.newContext({ ...device, reducedMotion: 'reduce' });
  const phone = await context.newPage();
  await logInByForm(phone, portal, SECOND, SECOND_PASSWORD);
  const decide = async (word: 'Release' | 'Refuse') => {
    await phone.getByRole('dialog', { name: 'Blow down to RELEASED-1' }).getByRole('button', { name: word }).tap();
    const sure = phone.getByRole('dialog', { name: `${word} Blow down to RELEASED-1?` });
    await sure.getByRole('button', { name: word }).tap();
    await expect(sure).toBeHidden();
  };
  const openNewest = async () => {
    await phone.goto(`${portal.url}/commands?state=awaiting+release`);
    await phone.getByRole('grid', { name: 'Commands' }).getByText('Blow down · RELEASED-1').first().tap();
  };
  await openNewest();
  await expectAccessible(phone, 'a command that awaits its release, on a phone');
  await decide('Release');
  await expect(commands).toContainText('Answered');
  expect(pump.heard).toEqual(['valve.blow']);

  await ask(desk);
  await expect(commands.first()).toContainText('Awaiting release');
  await setRights(false);
  await openNewest();
  await decide('Release');
  await expect(
    phone.getByText(`${ASKER} may not send commands to the asset any more.`, { exact: false }),
  ).toBeVisible();
  await decide('Refuse');
  await expect(phone.getByText('The command was refused.', { exact: true })).toBeVisible();
  await expect(commands.first()).toContainText('Refused');
  expect(pump.heard).toEqual(['valve.blow']);
  await context.close();
  await pump.device.endAsync();
});
