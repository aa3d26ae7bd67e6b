import type { Locator, Page } from '@playwright/test';
import { expect } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';

/** An asset that has sent a value, with an indicator of it on its dashboard. */
export async function anIndicator(portal: Portal, serialNumber: string) {
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

/** An alarm that is open though its value has fallen since. */
export async function aRaisedAlarm(portal: Portal, name: string) {
  const { assetId, accessToken } = await portal.anAsset(name, `Kind of ${name}`);
  const device = await portal.aDevice(accessToken);
  const say = (heat: number) => device.publishAsync('v1/devices/me/telemetry', `{"Heat": ${heat}}`, { qos: 1 });
  await say(50);
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const flee = JSON.stringify({ expression: '_Heat > 100' });
  await portal.call('PUT', '/api/ef/alarmdefinitions', [{ assetDefinitionId, name: `Hot ${name}`, severity: 5, flee }]);
  await say(130);
  await expect.poll(async () => (await portal.call<unknown[]>('GET', `/api/assets/${assetId}/alarms`)).length).toBe(1);
  await say(90);
  await device.endAsync();
  return { assetId };
}

/** The cause of that alarm in the handover that runs, which is opened. */
export async function causeInHandover(page: Page, portal: Portal, name: string) {
  const { handoverId } = await portal.call<{ handoverId: number }>('POST', '/api/adminunits/1/handovers');
  await page.goto(`${portal.url}/handovers/${handoverId}`);
  const open = page.getByRole('region', { name: 'Still open' }).getByRole('listitem');
  return open.filter({ hasText: `Hot ${name}` }).getByText(/_Heat = 130/);
}

export const panel = (page: Page) => page.getByRole('dialog', { name: 'Why this number?' });

/** Rests a finger on something until it is asked, and lifts it. */
export async function rest(page: Page, target: Locator): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  // What listens comes after the first screen, which may still move: a finger asks again until it is there.
  await expect(async () => {
    const box = await target.boundingBox();
    const touchPoints = [{ x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await expect(panel(page)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await touch.detach();
}
