import type { assets } from '@telltale/contract';
import { expectFits } from '../testing/fits.ts';
import { expect, logIn, test } from '../testing/journey.ts';

test('data items get names and channels by CSV, and a channel is scaled', async ({ page, portal }) => {
  const { assetId, accessToken } = await portal.anAsset('RACK-1', 'Channel rack');
  const device = await portal.aDevice(accessToken);
  const send = (ts: number, values: object) =>
    device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts, values }), { qos: 1 });
  const sentMs = Date.now();
  await send(sentMs, { 'AI 1': 12, 'AI 2': 8 });
  await logIn(page, portal);

  await page.goto(`${portal.url}/assets?panel=${assetId}&panelTab=items`);
  await page.getByRole('button', { name: 'Data items mapping' }).click();
  const mapping = page.getByRole('dialog', { name: 'Data items mapping' });
  await mapping.getByLabel('CSV').fill('label,alias,index\nai 1,Wellhead,1\nAI 2,Tank level,2\nAI 9,Nothing,3');
  await expect(mapping.getByText('2 data items; 1 row is ignored: no data item has that label.')).toBeVisible();
  await expect(mapping.getByRole('row', { name: /AI 1 Wellhead 1/ })).toBeVisible();
  await expectFits(page, 'the mapping of data items');
  await mapping.getByRole('button', { name: 'Save' }).click();
  await expect(mapping).toBeHidden();

  await page.getByRole('tab', { name: 'Scaling' }).click();
  const channel = page.getByRole('row', { name: /^1 12.*Wellhead/ });
  await expect(channel).toBeVisible();
  await expectFits(page, 'the table of channels');
  await channel.getByRole('button', { name: 'None, scaling of Wellhead' }).click();
  const scaling = page.getByRole('dialog', { name: 'Scaling of Wellhead' });
  await scaling.getByLabel('Scaled Min', { exact: true }).fill('0');
  await scaling.getByLabel('Scaled Max', { exact: true }).fill('250');
  await expectFits(page, 'the dialog of a scaling');
  await scaling.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: '4–20 → 0–250, scaling of Wellhead' })).toBeVisible();

  await send(sentMs + 1, { 'AI 1': 12 });
  await expect(page.getByRole('row', { name: /^1 125.*Wellhead/ })).toBeVisible();
  const items = await portal.call<assets.CurrentValue[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  expect(items.map(({ label, alias, value }) => [label, alias, value])).toEqual([
    ['AI 1', 'Wellhead', 125],
    ['AI 2', 'Tank level', 8],
  ]);
  await device.endAsync();
});
