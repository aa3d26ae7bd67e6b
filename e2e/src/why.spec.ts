import type { Page } from '@playwright/test';
import { expectAccessible } from './testing/accessible.ts';
import { expectFits } from './testing/fits.ts';
import { expect, logIn, test } from './testing/journey.ts';
import type { Portal } from './testing/portal.ts';

/** An asset that has sent a value, with an indicator of it on its dashboard. */
async function anIndicator(portal: Portal, serialNumber: string) {
  const { assetId, accessToken } = await portal.anAsset(serialNumber, `Kind of ${serialNumber}`);
  const device = await portal.aDevice(accessToken);
  await device.publishAsync('v1/devices/me/telemetry', '{"Casing pressure": 41.5}', { qos: 1 });
  await device.endAsync();
  const [item] = await portal.call<{ dataItemId: number }[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const level = { slotPath: [], dataItem: item?.dataItemId };
  const tile = (id: string, type: string, x: number, settings: object) => ({
    id,
    properties: { type: { name: type, value: type, default: false }, title: id, ...settings },
    dataGrid: { x, y: 0, w: 40, h: 24 },
  });
  await portal.call('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Board',
    assetDefinitionId,
    config: JSON.stringify({
      tabs: [{ id: 'tab-0', name: 'First', order: 0 }],
      tiles: { 'tab-0': [tile('Now', 'Indicator', 0, level), tile('All', 'DataItemTable', 44, { showAll: true })] },
      layouts: {},
    }),
  });
  return { assetId, dataItemId: item?.dataItemId };
}

const panel = (page: Page) => page.getByRole('dialog', { name: 'Why this number?' });

test('a value says where it comes from, by mouse, by keyboard, and at an address', async ({ page, portal }) => {
  const { assetId, dataItemId } = await anIndicator(portal, 'WHY-1');
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  await page.getByRole('group', { name: 'Now' }).getByText('41.50').click({ button: 'right' });
  await expect(panel(page).getByText('the device itself, over MQTT')).toBeVisible();
  await expect(panel(page).getByText('{"Casing pressure": 41.5}')).toBeVisible();
  await expectFits(page, 'why a value is what it is', () => expect(panel(page).getByText('41.50')).toBeVisible());
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();

  await page.getByRole('row', { name: /Casing pressure/ }).focus();
  await page.keyboard.press('ContextMenu');
  await panel(page).getByRole('link', { name: 'Open as a page' }).click();
  await expect(page).toHaveURL(`${portal.url}/assets/${assetId}/items/${dataItemId}/why`);
  await expect(page.getByText('41.50')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a finger that rests on a value asks', async ({ page, portal }) => {
    const { assetId } = await anIndicator(portal, 'WHY-2');
    await logIn(page, portal);
    await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
    const value = page.getByRole('group', { name: 'Now' }).getByText('41.50');
    const touch = await page.context().newCDPSession(page);
    // What listens comes after the first screen, which may still move: a finger asks again until it is there.
    await expect(async () => {
      const box = await value.boundingBox();
      const touchPoints = [{ x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
      await expect(panel(page)).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(panel(page).getByText('the device itself, over MQTT')).toBeVisible();
    await expectAccessible(page, 'why on a phone');
  });
});
