import { expectAccessible } from './testing/accessible.ts';
import { expectFits } from './testing/fits.ts';
import { expect, logIn, openAssets, test } from './testing/journey.ts';
import type { Portal } from './testing/portal.ts';

/** An asset with a dashboard whose tile and tab have names of their own. */
async function aNamedTile(portal: Portal, serialNumber: string, title: string) {
  const { assetId } = await portal.anAsset(serialNumber, `Kind of ${serialNumber}`);
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const properties = { type: { name: 'TextBox', value: 'TextBox', default: false }, title };
  const tile = { id: 'tile-1', properties, dataGrid: { x: 0, y: 0, w: 40, h: 20 } };
  const { dashboardId } = await portal.call<{ dashboardId: number }>('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: `Board of ${serialNumber}`,
    assetDefinitionId,
    config: JSON.stringify({
      tabs: [
        { id: 'tab-0', name: 'First', order: 0 },
        { id: 'tab-1', name: `Tab of ${serialNumber}`, order: 1 },
      ],
      tiles: { 'tab-1': [tile] },
      layouts: {},
    }),
  });
  return { assetId, dashboardId };
}

test('an operator finds a tile, a tab and a pump by their names, without the mouse', async ({ page, portal }) => {
  const { assetId, dashboardId } = await aNamedTile(portal, 'FIND-1', 'Suction of the deep well');
  await openAssets(page, portal);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /Search/ });
  await field.fill('deep suction');
  const found = page.getByRole('option', { name: /Suction of the deep well/ });
  await expectFits(page, 'what was found', () => expect(found).toBeVisible());
  await field.press('Enter');
  await expect(page).toHaveURL(`${portal.url}/assets/${assetId}/dashboard/${dashboardId}/tile/tile-1`);

  await page.keyboard.press('Control+k');
  await field.fill('tab of find-1');
  await expect(page.getByRole('option', { name: /^Tab of FIND-1/ })).toBeVisible();
  await field.press('Enter');
  await expect(page.getByRole('tab', { name: 'Tab of FIND-1', selected: true })).toBeVisible();

  // A given pump in three actions: the keys, its name, Enter.
  await page.keyboard.press('Control+k');
  await field.fill('find-1');
  // The asset itself comes first; before it is there nothing can be done with it.
  await expect(page.getByRole('option', { selected: true, name: /FIND-1/ })).toBeVisible();
  await field.press('ArrowRight');
  await page.getByRole('option', { name: 'Show it in the list' }).click();
  await expect(page.getByRole('row', { name: /FIND-1/ })).toBeVisible();
});

test('an operator finds a command, a group and an alarm that is over', async ({ page, portal }) => {
  const { assetId, accessToken } = await portal.anAsset('FIND-3', 'Kind of FIND-3');
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const template = { assetDefinitionId, name: 'Prime the FIND-3', module: 'pump', command: 'prime' };
  await portal.call('POST', '/api/ef/commanddefinitions', template);
  const { assetGroupId } = await portal.call<{ assetGroupId: number }>('POST', '/api/assetgroups', {
    assetGroupId: 0,
    assetGroupName: 'Wells of FIND-3',
    adminId: 1,
  });
  const device = await portal.aDevice(accessToken);
  const say = (heat: number) => device.publishAsync('v1/devices/me/telemetry', `{"Scorch": ${heat}}`, { qos: 1 });
  await say(20);
  const flee = JSON.stringify({ expression: '_Scorch > 100' });
  await portal.call('PUT', '/api/ef/alarmdefinitions', [{ assetDefinitionId, name: 'Scorched FIND-3', flee }]);
  await say(130);
  const openAlarms = async () => (await portal.call<unknown[]>('GET', `/api/assets/${assetId}/alarms`)).length;
  await expect.poll(openAlarms).toBe(1);
  await say(20);
  await device.endAsync();
  await portal.call('GET', `/api/assets/${assetId}/alarms/close`);
  await expect.poll(openAlarms).toBe(0);

  await openAssets(page, portal);
  const field = page.getByRole('combobox', { name: /Search/ });
  const find = async (text: string, name: RegExp) => {
    await page.keyboard.press('Control+k');
    await field.fill(text);
    await expect(page.getByRole('option', { name }).first()).toBeVisible();
    await page.getByRole('option', { name }).first().click();
  };
  await find('prime find-3', /Prime the FIND-3/);
  const drawer = page.getByRole('dialog', { name: 'Send a command' });
  await expect(drawer.getByRole('combobox', { name: 'Asset definition' })).toHaveValue('Kind of FIND-3');
  await expect(drawer.getByRole('combobox', { name: 'Command' })).toHaveValue(/^Prime the FIND-3/);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await find('wells of find-3', /Wells of FIND-3/);
  await expect(page).toHaveURL(`${portal.url}/assets?group=${assetGroupId}`);
  await find('scorched', /Scorched FIND-3/);
  await expect(page).toHaveURL(new RegExp(`/assets/${assetId}/dashboard\\?.*t=`));
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a finger finds a dashboard', async ({ page, portal }) => {
    const { dashboardId } = await aNamedTile(portal, 'FIND-2', 'Casing of the far well');
    await logIn(page, portal);
    await page.goto(`${portal.url}/assets`);
    await page.getByRole('button', { name: 'Search and commands' }).tap();
    await page.getByRole('combobox', { name: /Search/ }).fill('board of find-2');
    await expect(page.getByRole('option', { name: /Board of FIND-2/ }).first()).toBeVisible();
    await expectAccessible(page, 'what was found on a phone');
    await page
      .getByRole('option', { name: /Board of FIND-2/ })
      .first()
      .tap();
    await expect(page).toHaveURL(new RegExp(`dashboardId=${dashboardId}`));
  });
});
