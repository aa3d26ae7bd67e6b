import type { Page } from '@playwright/test';
import type { assets } from '@telltale/contract';
import { aCommandedPump } from '../testing/commanded-pump.ts';
import { expectFits } from '../testing/fits.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';

const KIND = 'Kind of GROUP';

/** One pump that does as it is told, one that hears and stays silent, and one whose device is away, in a group and the group below it. */
async function aFleet(portal: Portal) {
  const willing = await aCommandedPump(portal, 'GROUP-WILLING', KIND);
  const silent = await portal.anAsset('GROUP-SILENT', KIND);
  const device = await portal.aDevice(silent.accessToken);
  const heard: string[] = [];
  device.on('message', (topic) => void heard.push(topic));
  await device.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
  await device.publishAsync('v1/devices/me/telemetry', '{"Speed": 20}', { qos: 1 });
  const away = await portal.anAsset('GROUP-AWAY', KIND);
  const outside = await aCommandedPump(portal, 'GROUP-OUTSIDE', KIND);

  const group = (assetGroupName: string, parentGroupId: number | null) =>
    portal.call<{ assetGroupId: number }>('POST', '/api/assetgroups', {
      assetGroupId: 0,
      assetGroupName,
      parentGroupId,
    });
  const { assetGroupId } = await group('Station of GROUP', null);
  const below = await group('Pumps of GROUP', assetGroupId);
  await portal.call('PUT', `/api/assetgroups/${assetGroupId}/assets`, [willing.assetId]);
  await portal.call('PUT', `/api/assetgroups/${below.assetGroupId}/assets`, [silent.assetId, away.assetId]);

  const items = await portal.call<assets.CurrentValue[]>('GET', `/api/ef/assets/${willing.assetId}/dataitems`);
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>(
    'GET',
    `/api/ef/assets/${willing.assetId}`,
  );
  await portal.call('POST', '/api/ef/commanddefinitions', {
    assetDefinitionId,
    name: 'Set speed',
    module: 'pump',
    command: 'speed',
    form: { type: 'object', properties: { speed: { type: 'number', title: 'Speed' } }, required: ['speed'] },
    dataItemId: items.find(({ label }) => label === 'Speed')?.dataItemId,
    expectedField: 'speed',
    within: 6,
    expiration: 8,
  });
  return { willing, silent: { device, heard }, outside };
}

const row = (page: Page, asset: string) =>
  page.getByRole('grid', { name: 'Commands' }).getByRole('row').filter({ hasText: asset });

test('a command goes to a group and the groups below it, and the record says of each asset what became of it', async ({
  page,
  portal,
}) => {
  const { willing, silent, outside } = await aFleet(portal);
  await logIn(page, portal);
  await page.goto(`${portal.url}/commands`);
  await page.getByRole('button', { name: 'Send a command' }).click();
  const drawer = page.getByRole('dialog', { name: 'Send a command' });
  await drawer.getByRole('combobox', { name: 'Asset definition' }).click();
  await page.getByRole('option', { name: KIND }).click();
  await drawer.getByRole('combobox', { name: 'Asset group' }).fill('Station of GROUP');
  await page.getByRole('option', { name: 'Station of GROUP' }).click();
  await expect(drawer.getByText('It goes to 3 assets.')).toBeVisible();
  await drawer.getByRole('combobox', { name: 'Command' }).click();
  await page.getByRole('option', { name: 'Set speed' }).click();
  await drawer.getByLabel(/^Speed/).fill('55');
  await expectFits(page, 'a command to a group', () => expect(drawer.getByText('It goes to 3 assets.')).toBeVisible());
  await drawer.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('dialog', { name: 'Send Set speed to 3 assets?' }).getByRole('button', { name: 'Send' }).click();
  await expect(
    page.getByText('Set speed to 3 assets is queued. It goes out to each as soon as its device listens.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await expect(row(page, 'GROUP-WILLING')).toContainText('Verified');
  await expect(row(page, 'GROUP-SILENT')).toContainText('No effect');
  await expect(row(page, 'GROUP-AWAY')).toContainText('Expired');
  await expect(row(page, 'GROUP-OUTSIDE')).toHaveCount(0);
  // Each heard it once, and who is not of the group did not hear it.
  expect([willing.heard, silent.heard.length, outside.heard]).toEqual([['pump.speed'], 1, []]);
  await expectFits(page, 'what became of it', () => expect(page.getByText('No effect').first()).toBeVisible());

  await row(page, 'GROUP-SILENT').click();
  const record = page.getByRole('dialog', { name: 'Set speed to GROUP-SILENT' });
  await expect(record.getByText('No effect')).toBeVisible();
  await expect(record.getByText(/nothing was recorded, expected 55 within 6 s, was 20/)).toBeVisible();
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await expect(record.getByText('No effect')).toBeVisible();
  // What it was judged by leads to where it came from.
  await record.getByRole('link', { name: 'Why this number?' }).click();
  await expect(page).toHaveURL(/\/items\/\d+\/why\?at=/);
  await expect(page.getByText('20.00')).toBeVisible();
  await Promise.all([willing, silent, outside].map(({ device }) => device.endAsync()));
});
