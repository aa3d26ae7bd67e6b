import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { assets } from '@telltale/contract';
import { expectColoursAccessible } from '../testing/accessible.ts';
import { aPerson, SECOND_PASSWORD } from '../testing/commanded-pump.ts';
import { expectFits } from '../testing/fits.ts';
import { expect, logIn, logInByForm, test } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';

const RPC = 'v1/devices/me/rpc/request/';
const TELEMETRY = 'v1/devices/me/telemetry';
/** What a device keeps back before it acknowledges: longer than the command waits for it. */
const SLOW_MS = 5_000;

/** A device with a way of its own for each command, beside a dashboard with a control for each. */
async function aWilfulPump(portal: Portal, serialNumber: string) {
  const { assetId, accessToken } = await portal.anAsset(serialNumber, `Kind of ${serialNumber}`);
  const device = await portal.aDevice(accessToken);
  await device.publishAsync(TELEMETRY, JSON.stringify({ Speed: 20 }), { qos: 1 });
  // What is not acknowledged has not arrived, as far as the portal knows.
  device.handleMessage = (packet, done) =>
    packet.payload.toString().includes('pump.slow') ? void setTimeout(done, SLOW_MS) : done();
  device.on('message', async (topic, payload) => {
    const { method, params } = JSON.parse(payload.toString()) as { method: string; params: unknown };
    const answer = (reply: object) => device.publishAsync(topic.replace('request', 'response'), JSON.stringify(reply));
    if (method === 'pump.slow') await delay(SLOW_MS);
    await answer(method === 'pump.jam' ? { error: 'jammed' } : { ok: true });
    if (method === 'pump.twice') await answer({ ok: 'again' });
    await delay(20);
    if (method === 'pump.speed') await device.publishAsync(TELEMETRY, JSON.stringify({ Speed: params }), { qos: 1 });
  });
  await device.subscribeAsync(`${RPC}+`, { qos: 1 });
  const [item] = await portal.call<assets.CurrentValue[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const speed = { slotPath: [], dataItem: item?.dataItemId };
  const tile = (title: string, type: string, settings: object, at: number) => ({
    id: title,
    properties: { type: { name: type, value: type, default: false }, title, module: 'pump', ...settings },
    dataGrid: { x: 24 * (at % 4), y: 24 * Math.floor(at / 4), w: 22, h: 22 },
  });
  const tiles = [
    tile('Speed', 'Setpoint', { ...speed, command: 'speed' }, 0),
    tile('Stuck', 'Setpoint', { ...speed, command: 'stuck', within: 1 }, 1),
    tile('Jam', 'CommandButton', { command: 'jam', text: 'Press Jam' }, 2),
    tile('Twice', 'CommandButton', { command: 'twice', text: 'Press Twice' }, 3),
    tile('Slow', 'CommandButton', { command: 'slow', text: 'Press Slow', expiration: 1 }, 4),
    tile('Later', 'CommandButton', { command: 'later', text: 'Press Later', queueOffline: true }, 5),
  ];
  await portal.call('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Controls',
    assetDefinitionId,
    config: JSON.stringify({ tabs: [{ id: 't', name: 'First', order: 0 }], tiles: { t: tiles }, layouts: {} }),
  });
  return { assetId, device, address: `${portal.url}/assets/${assetId}/dashboard` };
}

const control = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function agree(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Send command' });
  await question.getByRole('button', { name: 'Send' }).click();
  await expect(question).toBeHidden();
}

async function press(page: Page, name: string, value?: string): Promise<void> {
  const tile = control(page, name);
  await tile.scrollIntoViewIfNeeded();
  if (value === undefined) await tile.getByRole('button', { name: `Press ${name}` }).click();
  else {
    await tile.getByRole('textbox', { name }).fill(value);
    await tile.getByRole('textbox', { name }).press('Enter');
  }
  await agree(page);
}

test('controls tell every end that a command can come to, and the record keeps the answers that came too late or twice', async ({
  page,
  portal,
}) => {
  const { assetId, device, address } = await aWilfulPump(portal, 'CTRL-1');
  await logIn(page, portal);
  await page.goto(address);
  await press(page, 'Slow');
  await press(page, 'Speed', '55');
  await press(page, 'Stuck', '70');
  await press(page, 'Jam');
  await press(page, 'Twice');
  const status = (name: string) => control(page, name).getByRole('status');
  await expect(status('Speed')).toHaveText('Verified');
  await expect(status('Stuck')).toHaveText('No effect');
  await expect(status('Jam')).toHaveText(/^Failed: .*jammed/);
  await expect(status('Twice')).toHaveText('Answered');
  await expect(status('Slow')).toHaveText('Expired');
  await expectFits(page, 'controls', () => expect(status('Speed')).toBeVisible());
  for (const theme of ['light', 'calm']) {
    await page.getByRole('button', { name: /^Theme:/ }).click();
    await expectColoursAccessible(page, `controls, ${theme}`);
  }

  const record = async (name: string) => {
    await page.goto(`${portal.url}/commands?asset=${assetId}`);
    await page.getByRole('grid', { name: 'Commands' }).getByText(`pump.${name}`).first().click();
    return page.getByRole('dialog', { name: new RegExp(`pump\\.${name} to `) });
  };
  const twice = await record('twice');
  await expect(twice.getByText('{"ok":"again"}')).toBeVisible();
  const slow = await record('slow');
  await expect(slow.getByText('{"ok":true}')).toBeVisible({ timeout: 2 * SLOW_MS });
  await device.endAsync();
});

test('no command goes out in the past, while the asset is offline, or from who may not send; one waits where that is meant', async ({
  page,
  portal,
}) => {
  const { assetId, device, address } = await aWilfulPump(portal, 'CTRL-2');
  await logIn(page, portal);
  await page.goto(`${address}?t=${new Date(Date.now() - 60_000).toISOString()}`);
  await expect(control(page, 'Jam').getByText('No commands in the past.')).toBeVisible();
  await expect(control(page, 'Jam').getByRole('button', { name: 'Press Jam' })).toBeDisabled();
  await expect(control(page, 'Speed').getByRole('textbox', { name: 'Speed' })).toBeDisabled();

  await device.endAsync();
  // How long it may be silent before it counts as offline.
  const pingrate = { attributeName: 'pingrate', attributeValue: '1000' };
  await portal.call('PUT', `/api/assets/${assetId}/attributes`, pingrate);
  await page.goto(address);
  await expect(control(page, 'Jam').getByText('The asset is offline.')).toBeVisible();
  await expect(control(page, 'Jam').getByRole('button', { name: 'Press Jam' })).toBeDisabled();
  await press(page, 'Later');
  await expect(control(page, 'Later').getByRole('status')).toHaveText('Waiting for the device');

  const userId = await aPerson(portal, 'onlooker@example.com');
  const { userGroupId } = await portal.call<{ userGroupId: number }>('POST', '/api/usergroups', {
    userGroupName: 'Onlookers of CTRL-2',
  });
  const types = ['Assets', 'Dashboard', 'CurrentDataItems', 'DataItems', 'Commands'];
  const rights = types.map((type) => ({ type, view: true, create: false, modify: false, delete: false }));
  await portal.call('POST', `/api/usergroups/${userGroupId}/permissions/groupedlist`, rights);
  await portal.call('PUT', `/api/usergroups/${userGroupId}/users`, [userId]);
  const { assetGroupId } = await portal.call<{ assetGroupId: number }>('POST', '/api/assetgroups', {
    assetGroupId: 0,
    assetGroupName: 'CTRL-2',
  });
  await portal.call('PUT', `/api/assetgroups/${assetGroupId}/assets`, [assetId]);
  await portal.call('PUT', `/api/usergroups/${userGroupId}/assetgroups`, [assetGroupId]);
  await page.context().clearCookies();
  await logInByForm(page, portal, 'onlooker@example.com', SECOND_PASSWORD);
  await page.goto(address);
  await expect(control(page, 'Later').getByText('You may not send commands.')).toBeVisible();
  await expect(control(page, 'Later').getByRole('button', { name: 'Press Later' })).toBeDisabled();
  await expect(control(page, 'Later').getByRole('status')).toHaveText('Waiting for the device');
});
