import { expect, openAssets, test } from './testing/journey.ts';

// Dialogs and menus slide in here, as most people see them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a newcomer creates an asset in the browser, connects a device with the shown token and sees its value', async ({
  page,
  portal,
}) => {
  await openAssets(page, portal);
  await page.getByRole('button', { name: 'New asset' }).click();
  const form = page.getByRole('dialog', { name: 'New asset' });
  await expect(form.getByLabel('Serial number')).toBeFocused();
  await form.getByLabel('Serial number').fill('FIRST-1');
  await form.getByLabel('Alias').fill('North pump');
  await form.getByLabel('Definition').fill('Newcomer’s equipment');
  await form.getByLabel('Latitude').fill('31.9686');
  await form.getByRole('button', { name: 'Create asset' }).click();
  await expect(form.getByText('A place needs both.')).toBeVisible();
  await form.getByLabel('Longitude').fill('-102.0779');
  await form.getByRole('button', { name: 'Create asset' }).click();

  const panel = page.getByRole('dialog', { name: 'Connect North pump' });
  await expect(panel.getByText('shown this once')).toBeVisible();
  await expect(panel.getByText('Waiting for the first values…')).toBeVisible();
  const line = await panel.getByText(/^mosquitto_pub /).innerText();
  const accessToken = / -u (\S+) /.exec(line)?.[1] ?? '';
  expect(line).toContain(`-h 127.0.0.1 -p ${portal.mqttPort} `);
  await expect(panel.getByText(accessToken, { exact: true })).toBeVisible();
  await expect(panel.getByText(/^curl /)).toContainText(`${portal.url}/api/v1/${accessToken}/telemetry`);

  const device = await portal.aDevice(accessToken);
  const telemetry = JSON.stringify({ Pressure: 4.25, Flow: 118 });
  await device.publishAsync('v1/devices/me/telemetry', telemetry, { qos: 1 });
  await expect(panel.getByText('Connected: 2 data items received')).toBeVisible();
  await panel.getByRole('link', { name: 'Open dashboard' }).click();

  await expect(page).toHaveURL(/\/assets\/\d+\/dashboard/);
  await expect(page).toHaveTitle(/North pump/);
  await expect(page.getByRole('group', { name: 'Text Indicator' })).toContainText(/4\.25|118/);
  await device.endAsync();

  // The list knows it, and a new token ends the old one.
  await page.goto(`${portal.url}/assets?search=FIRST-1`);
  await expect(page.getByRole('row', { name: /North pump/ })).toContainText('31.96860, -102.07790');
  await page.getByRole('button', { name: 'More of North pump' }).click();
  await page.getByRole('menuitem', { name: /New access token/ }).click();
  const question = page.getByRole('dialog', { name: 'New access token for North pump?' });
  await question.getByRole('button', { name: 'New access token' }).click();
  const renewed = page.getByRole('dialog', { name: 'New access token of North pump' });
  const newToken = / -u (\S+) /.exec(await renewed.getByText(/^mosquitto_pub /).innerText())?.[1] ?? '';
  expect(newToken).not.toBe(accessToken);
  await expect(portal.aDevice(accessToken)).rejects.toThrow();
  const again = await portal.aDevice(newToken);
  await again.endAsync();

  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Close without the token?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(renewed).toBeVisible();
  await renewed.getByRole('button', { name: 'Copy access token' }).click();
  await expect(renewed.getByText('Copied')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(renewed).toBeHidden();
});

test('a serial number that is taken is refused at its field', async ({ page, portal }) => {
  await openAssets(page, portal);
  await page.getByRole('button', { name: 'New asset' }).click();
  const form = page.getByRole('dialog', { name: 'New asset' });
  await form.getByLabel('Definition').fill('Newcomer’s equipment');
  await form.getByLabel('Serial number').fill('taken-1');
  // Taken by somebody else while the form is open.
  await portal.anAsset('TAKEN-1', 'Other equipment');
  await form.getByRole('button', { name: 'Create asset' }).click();
  await expect(form.getByText('The serial number taken-1 is already in use.')).toBeVisible();
  await expect(form.getByLabel('Serial number')).toBeFocused();
});
