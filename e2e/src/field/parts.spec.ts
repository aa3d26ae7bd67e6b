import { expectAccessible } from '../testing/accessible.ts';
import { expect, test } from '../testing/journey.ts';
import { anEquipment, send } from '../tiles/equipment.ts';
import { renderingTile } from '../tiles/rendering-tile.ts';
import { buildAndSeeAgain } from '../tiles/tile-journey.ts';

const HOUR_MS = 3_600_000;

test.use({ timezoneId: 'UTC' });

test('a worn part is due, is replaced, and is green again', async ({ page, portal }) => {
  const pump = await anEquipment(portal, 'PARTS-PUMP');
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>(
    'GET',
    `/api/ef/assets/${pump.assetId}`,
  );
  const { eventDefinitionId } = await portal.call<{ eventDefinitionId: number }>('PUT', '/api/events/definitions', {
    assetDefinitionId,
    name: 'Pod 1 - Valve Top',
    category: 1,
    reason: JSON.stringify({ options: ['VT-4410', 'VT-4410C'] }),
  });
  const plan = { 'Pod 1 - Valve Top': { counterPath: 'Pump Hours', interval: 10 } };
  await portal.call('PUT', `/api/assets/${pump.assetId}/attributes`, {
    attributeName: 'maintenance-schedule',
    attributeValue: JSON.stringify(plan),
  });
  const now = Date.now();
  // So many that, at any hour, a day of UTC with its beginning has ended a day ago: from there on the pace is known.
  const hours = Array.from({ length: 72 }, (_, n) => ({
    ts: now - (71 - n) * HOUR_MS,
    values: { 'Pump Hours': 88 + n / 2 },
  }));
  await send(portal, pump, hours);
  const part = `/api/ef/assets/${pump.assetId}/functions/maintenance/${eventDefinitionId}`;
  await portal.call('POST', part, {
    timestamp: new Date(now - 24.5 * HOUR_MS).toISOString(),
    partNumber: 'VT-4410',
    counterValue: 111.5,
    comment: 'New from the box.',
  });

  await buildAndSeeAgain(page, portal, pump.assetId, [renderingTile]);
  await page.getByRole('button', { name: /^Pod 1 - Valve Top/ }).press('Enter');
  const panel = page.getByRole('dialog', { name: /^Pod 1 - Valve Top, / });
  await expect(panel.getByText('New from the box.')).toBeVisible();
  await expectAccessible(page, 'panel of a part');
  await panel.getByRole('button', { name: 'Record maintenance' }).click();
  await panel.getByRole('combobox', { name: 'Part Number' }).fill('VT-4410C');
  await panel.getByLabel('Additional Comments').fill('Washed out on one side.');
  await panel.getByRole('button', { name: 'Save record' }).click();
  await expect(panel.getByText('Washed out on one side.')).toBeVisible();
  await expect(panel.getByText('0/10 Pump Hours')).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Pod 1 - Valve Top: 0/10 Pump Hours, In use' })).toBeVisible();

  await page.goto(`${portal.url}/maintenance/forecast?asset=${pump.assetId}`);
  const row = page.getByRole('row', { name: /Pod 1 - Valve Top/ });
  await expect(row.getByText('0/10 Pump Hours')).toBeVisible();
  await expect(row.getByText(/a day$/)).toBeVisible();
  await expectAccessible(page, 'maintenance forecast');
  await row.click();
  await expect(panel.getByText('Washed out on one side.')).toBeVisible();
  await page.reload();
  await expect(panel.getByText('Washed out on one side.')).toBeVisible();
});
