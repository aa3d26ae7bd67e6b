import { expect, logIn, test } from '../testing/journey.ts';
import { anEquipment, keepCurrent, send } from './equipment.ts';
import { ALARM, PRESSURE, serviceTiles } from './service-tiles.ts';
import { buildAndSeeAgain } from './tile-journey.ts';
import { tileJourneys } from './tile-journeys.ts';

test.use({ timezoneId: 'UTC' });

test('tiles that write, ask and do something are added by name, set up, saved, and work when opened anew', async ({
  page,
  portal,
}) => {
  const equipment = await anEquipment(portal, 'SERVICES-1');
  await keepCurrent(portal, equipment);
  const { assetId, assetDefinitionId, serialNumber } = equipment;
  const sendValue = (value: number) => send(portal, equipment, [{ values: { [PRESSURE.label]: value } }]);
  await sendValue(PRESSURE.limit - 1);
  const expression = `_${PRESSURE.label} > ${PRESSURE.limit}`;
  await portal.call('PUT', '/api/ef/alarmdefinitions', [
    { assetDefinitionId, name: ALARM, severity: 5, alarmExpression: { expression } },
    { assetDefinitionId, name: 'ServiceLow', severity: 2, alarmExpression: { expression: `_${PRESSURE.label} < -1` } },
  ]);
  await sendValue(PRESSURE.value);
  await buildAndSeeAgain(page, portal, assetId, serviceTiles({ serialNumber, sendValue }));
});

test('a tile of no known type says so, and becomes one of any that the form offers: all of them have a journey', async ({
  page,
  portal,
}) => {
  const { assetId, assetDefinitionId } = await anEquipment(portal, 'TYPES-1');
  const properties = { type: { name: 'Hologram', value: 'Hologram', default: false }, settingsGuid: '1', depth: 7 };
  const tiles = { tab: [{ id: 'tile', properties, dataGrid: { x: 0, y: 0, w: 30, h: 20 } }] };
  const config = JSON.stringify({ tabs: [{ id: 'tab', name: 'default', order: 0 }], tiles, layouts: {} });
  const stored = { dashboardId: 0, dashboardName: 'Types', assetDefinitionId, config };
  const { dashboardId } = await portal.call<{ dashboardId: number }>('POST', '/api/dashboards', stored);
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard?mode=builder&dashboardId=${dashboardId}`);
  const tile = page.locator('[data-tile-id="tile"]');
  const deprecated =
    'Either no type was selected or this tile type is deprecated, please delete and recreate this tile';
  await expect(tile.getByText(deprecated)).toBeVisible();
  await tile.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit tile' });
  await expect(dialog.getByText('No Type Selected', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Submit' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Type' }).click();
  const offered = async () => (await page.getByRole('option').allInnerTexts()).toSorted();
  const known = [...new Set(tileJourneys.map(({ name }) => name))].toSorted();
  await expect.poll(offered).toEqual(known);

  await page.getByRole('option', { name: 'Text/Image' }).click();
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Dashboard saved.')).toBeVisible();
  const answer = await portal.call<{ config: string }>('GET', `/api/dashboards/${dashboardId}`);
  const [saved] = JSON.parse(answer.config).tiles.tab;
  expect(saved.properties).toMatchObject({ type: { value: 'TextBox', default: false }, depth: 7 });
});
