import type { Page } from '@playwright/test';
import { expectAccessible } from './testing/accessible.ts';
import { expect, logIn, test } from './testing/journey.ts';
import { needs, run } from './testing/shell.ts';

/** What a part of the recipes says, as it is shown. */
async function partOf(page: Page, program: string): Promise<string> {
  return page.getByText(new RegExp(`^${program} `)).innerText();
}

test('a device is connected: what it sends, what was refused and why, and its new labels for the definition', async ({
  page,
  portal,
}) => {
  needs('mosquitto_pub', 'mosquitto-clients');
  needs('curl', 'curl');
  await logIn(page, portal);
  await page.goto(`${portal.url}/connect`);
  await page.getByLabel('Serial number').fill('CONNECT-1');
  await page.getByRole('combobox', { name: 'Definition' }).fill('Connected equipment');
  await page.getByRole('button', { name: 'Create asset' }).click();
  await expect(page.getByText('shown this once')).toBeVisible();
  await expect(page.getByText('Waiting for the first values…')).toBeVisible();
  const token = / -u (\S+) /.exec(await partOf(page, 'mosquitto_pub'))?.[1] ?? '';

  const device = await portal.aDevice(token);
  await expect(page.getByText('The device is connected. Waiting for the first values…')).toBeVisible();
  await device.publishAsync('v1/devices/me/telemetry', '{"Pressure": 4.25, "State": "pumping"}', { qos: 1 });
  await expect(page.getByText('Connected: 2 data items received')).toBeVisible();
  const items = page.getByRole('table', { name: 'Received data items' });
  await expect(items.getByRole('row', { name: /^Pressure/ })).toContainText('4.25');
  await expect(items.getByRole('row', { name: /^State/ })).toContainText('pumping');

  await expect(page.getByText('Nothing was refused.')).toBeVisible();
  await device.publishAsync('v1/devices/me/telemetry', '{"Pressure": 4.', { qos: 1 });
  const refused = page.getByRole('list', { name: 'Refused' });
  await expect(refused.getByRole('listitem')).toContainText('{"Pressure": 4.');
  await expect(refused.getByRole('listitem')).toContainText(/JSON/);

  // The lines as they are shown, against the portal's broker and its HTTP.
  await run(await partOf(page, 'mosquitto_pub'));
  await expect(items.getByRole('row', { name: /^Temperature/ })).toContainText('21.50');
  await expect(items.getByRole('row', { name: /^Pressure/ })).toContainText('4.20');
  await device.publishAsync('v1/devices/me/telemetry', '{"Pressure": 9}', { qos: 1 });
  await expect(items.getByRole('row', { name: /^Pressure/ })).toContainText('9.00');
  await run(await partOf(page, 'curl'));
  await expect(items.getByRole('row', { name: /^Pressure/ })).toContainText('4.20');

  await page.getByRole('button', { name: 'Add 3 labels' }).click();
  await expect(page.getByText('3 labels added to Connected equipment.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Add / })).toBeHidden();
  await expectAccessible(page, 'a connected device');
  await device.endAsync();
});

test('a batch gets a key, shown once, and a device with it makes itself an asset of the key’s definition', async ({
  page,
  portal,
}) => {
  needs('curl', 'curl');
  await portal.anAsset('BATCH-0', 'Batch equipment');
  await logIn(page, portal);
  await page.goto(`${portal.url}/gateways`);
  await page.getByRole('link', { name: 'Provisioning keys' }).click();
  await page.getByRole('button', { name: 'New key' }).click();
  const form = page.getByRole('dialog', { name: 'New provisioning key' });
  await form.getByLabel('Name').fill('Batch of May');
  await form.getByRole('combobox', { name: 'Definition' }).fill('Batch');
  await page.getByRole('option', { name: 'Batch equipment' }).click();
  await form.getByLabel('Assets at most').fill('1');
  await expectAccessible(page, 'a new key');
  await form.getByRole('button', { name: 'Make key' }).click();
  const made = page.getByRole('dialog', { name: 'The key Batch of May' });
  const line = await made.getByText(/^curl /).innerText();
  await expectAccessible(page, 'a key that was made');
  await made.getByRole('button', { name: 'Done' }).click();

  const [json = ''] = /\{.*\}/.exec(await run(line)) ?? [];
  const answer = JSON.parse(json) as { status: string; credentialsValue: string };
  expect(answer.status).toBe('SUCCESS');
  const device = await portal.aDevice(answer.credentialsValue);
  await device.publishAsync('v1/devices/me/telemetry', '{"Flow": 12}', { qos: 1 });
  await device.endAsync();
  await page.reload();
  const key = page.getByRole('listitem').filter({ hasText: 'Batch of May' });
  await expect(key).toContainText('Makes assets of Batch equipment in the unit');
  await expect(key).toContainText('1 of 1 assets made');
  await expectAccessible(page, 'the keys');

  await key.getByRole('button', { name: 'Delete Batch of May' }).click();
  const question = page.getByRole('dialog', { name: 'Delete the key Batch of May?' });
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('There are no provisioning keys.')).toBeVisible();
  await page.getByRole('link', { name: 'Journal' }).click();
  await expect(page.getByRole('row', { name: /key ended/ })).toBeVisible();
});
