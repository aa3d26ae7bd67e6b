import type { Browser, Page } from '@playwright/test';
import { flagsOfPermissions, permissionId } from '@telltale/contract';
import { expectAccessible } from '../testing/accessible.ts';
import { aPerson, SECOND_PASSWORD } from '../testing/commanded-pump.ts';
import { expect, logInByForm, test } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';

const OF_PATIENTS = [permissionId('CustomPermission1', 'View'), permissionId('CustomPermission1', 'Modify')];

/** A user who sees one asset, and may do to it what is said. */
async function aCrewMember(portal: Portal, username: string, assetId: number, permissions: readonly number[]) {
  const userId = await aPerson(portal, username);
  const { userGroupId } = await portal.call<{ userGroupId: number }>('POST', '/api/usergroups', {
    userGroupName: `Those of ${username}`,
  });
  const { assetGroupId } = await portal.call<{ assetGroupId: number }>('POST', '/api/assetgroups', {
    assetGroupName: `Assets of ${username}`,
  });
  const rows = flagsOfPermissions(new Set([permissionId('Assets', 'View'), ...permissions]));
  await portal.call('POST', `/api/usergroups/${userGroupId}/permissions/groupedlist`, rows);
  await portal.call('PUT', `/api/usergroups/${userGroupId}/users`, [userId]);
  await portal.call('PUT', `/api/assetgroups/${assetGroupId}/assets`, [assetId]);
  await portal.call('PUT', `/api/usergroups/${userGroupId}/assetgroups`, [assetGroupId]);
}

async function openPanel(browser: Browser, portal: Portal, username: string, assetId: number): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await logInByForm(page, portal, username, SECOND_PASSWORD);
  await page.goto(`${portal.url}/assets?panel=${assetId}&panelTab=patient`);
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Details' })).toBeVisible();
  return page;
}

test('two change the information of a patient at once and lose nothing; a third is shown none', async ({
  browser,
  portal,
}) => {
  const { assetId } = await portal.anAsset('MONITOR-PAT', 'Crew monitor PAT');
  await aCrewMember(portal, 'medic@pat.example.com', assetId, OF_PATIENTS);
  await aCrewMember(portal, 'nurse@pat.example.com', assetId, OF_PATIENTS);
  await aCrewMember(portal, 'roughneck@pat.example.com', assetId, []);

  const medic = await openPanel(browser, portal, 'medic@pat.example.com', assetId);
  const nurse = await openPanel(browser, portal, 'nurse@pat.example.com', assetId);
  for (const page of [medic, nurse]) {
    await expect(page.getByRole('region', { name: 'Medications' })).toContainText('None recorded.');
    await page.getByRole('switch', { name: 'Edit Mode' }).press('Space');
  }
  await medic.getByLabel('Name', { exact: true }).fill('Jordan Avery');
  await medic.getByRole('switch', { name: 'Edit Mode' }).press('Space');
  await expect(medic.getByRole('region', { name: 'Contact' })).toContainText('Jordan Avery');

  await nurse.getByRole('combobox', { name: 'Drug allergies' }).fill('Peni');
  await nurse.getByRole('option', { name: 'Penicillin' }).click();
  await nurse.getByRole('button', { name: 'Add medication' }).click();
  await nurse.getByRole('combobox', { name: 'Name of medication 1' }).fill('Lisin');
  await nurse.getByRole('option', { name: 'Lisinopril', exact: true }).click();
  await nurse.getByRole('switch', { name: 'Edit Mode' }).press('Space');
  const told = nurse.getByRole('alert').filter({ hasText: 'saved changes meanwhile' });
  await expect(told).toContainText('medic@pat.example.com saved changes meanwhile.');
  await expect(told).toContainText('Name: Jordan Avery');
  await expectAccessible(nurse, 'patient information, after another one saved');
  await nurse.getByRole('switch', { name: 'Edit Mode' }).press('Space');
  await expect(nurse.getByRole('region', { name: 'Contact' })).toContainText('Jordan Avery');
  await expect(nurse.getByRole('region', { name: 'Medications' })).toContainText('Lisinopril');
  await expect(nurse.getByRole('region', { name: 'Current Conditions' })).toContainText('Penicillin');
  await expectAccessible(nurse, 'patient information, to read');

  const other = await openPanel(browser, portal, 'roughneck@pat.example.com', assetId);
  await expect(other.getByRole('tab', { name: 'Patient' })).toHaveCount(0);
  await expect(other.getByText('Jordan Avery')).toHaveCount(0);

  const { entries } = await portal.call<{ entries: { what: string; user: string }[] }>(
    'GET',
    `/api/journal?assetId=${assetId}&kind=patient&limit=50`,
  );
  const who = (what: string) => new Set(entries.filter((entry) => entry.what === what).map(({ user }) => user));
  expect(who('patient information changed')).toEqual(new Set(['medic@pat.example.com', 'nurse@pat.example.com']));
  expect(who('patient information read')).toEqual(new Set(['nurse@pat.example.com']));
  expect(JSON.stringify(entries)).not.toMatch(/Jordan|Lisinopril|Penicillin/);
  for (const page of [medic, nurse, other]) await page.context().close();
});
