import { expectAccessible } from '../testing/accessible.ts';
import { expect, logIn, test } from '../testing/journey.ts';

test('a data item is calculated from others, seen on the asset, and says what it was calculated from', async ({
  page,
  portal,
}) => {
  const { assetId, accessToken } = await portal.anAsset('CALC-1', 'Kind of CALC-1');
  const device = await portal.aDevice(accessToken);
  const send = (values: object) => device.publishAsync('v1/devices/me/telemetry', JSON.stringify(values), { qos: 1 });
  await send({ 'Calc inlet': 4, 'Calc outlet': 90 });
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  await logIn(page, portal);

  await page.goto(`${portal.url}/configuration/assetdefinitions/${assetDefinitionId}/dataitems`);
  const form = page.getByRole('form', { name: 'Add data item' });
  await form.getByRole('combobox', { name: 'Label' }).fill('Calc rise');
  await page.keyboard.press('Escape');
  await form.getByRole('switch', { name: 'Calculated from other data items' }).check();
  const expression = form.getByRole('textbox', { name: 'Calculated by' });
  // A function is offered with what it takes, and put in by the keyboard.
  await expression.pressSequentially('ab');
  await page.getByRole('option', { name: /^abs\(number\)/ }).waitFor();
  await expression.press('Enter');
  await expression.pressSequentially('_Calc_inlet - _Calc_outlet');
  await expect(form.getByText('Valid')).toBeVisible();
  await expectAccessible(page, 'the form of a calculated data item');
  await form.getByRole('button', { name: 'Add data item' }).click();
  await expect(page.getByRole('row', { name: /Calc rise.*calculated/ })).toBeVisible();

  await send({ 'Calc inlet': 5, 'Calc outlet': 91.5 });
  await device.endAsync();
  const items = await portal.call<{ dataItemId: number; label: string; value: number }[]>(
    'GET',
    `/api/ef/assets/${assetId}/dataitems`,
  );
  const rise = items.find(({ label }) => label === 'Calc rise');
  expect(rise?.value).toBe(86.5);
  await page.goto(`${portal.url}/assets/${assetId}/items/${rise?.dataItemId}/why`);
  await expect(page.getByRole('row', { name: /Calc outlet 91.50/ })).toBeVisible();
  await expectAccessible(page, 'why of a calculated value');
  await page.getByRole('link', { name: 'Calc inlet' }).click();
  await expect(page.getByText('the device itself, over MQTT')).toBeVisible();
});
