import type { Page } from '@playwright/test';
import type { alarms, assets } from '@telltale/contract';
import { expectAccessible } from './testing/accessible.ts';
import { expect, logIn, openAssets, test } from './testing/journey.ts';

// Panels slide in here, as most people see them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** A click beside the panel closes it. */
async function closePanel(page: Page, name: string): Promise<void> {
  await page.mouse.click(20, 500);
  await expect(page.getByRole('dialog', { name })).toBeHidden();
}

test('an engineer defines a type of pump, and an asset of it shows its values and raises its alarm', async ({
  page,
  portal,
}) => {
  await openAssets(page, portal);
  await page.getByRole('link', { name: 'Configuration' }).click();
  await expect(page.getByRole('heading', { name: 'Configuration', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Add new asset definition' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Journey pump');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/configuration\/assetdefinitions\/\d+$/);
  await expect(page.getByRole('form', { name: 'Name' }).getByLabel('Name')).toHaveValue('Journey pump');
  await expectAccessible(page, 'the page of a definition');
  await page
    .getByRole('navigation', { name: 'Configuration' })
    .getByRole('link', { name: 'Asset definitions' })
    .click();

  // The same name in other letters is taken.
  await page.getByRole('button', { name: 'Add new asset definition' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('JOURNEY PUMP');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('There is an asset definition named JOURNEY PUMP already.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Data items of Journey pump' }).click();
  const items = page.getByRole('dialog', { name: 'JOURNEY PUMP DATAITEMS' });
  await items.getByRole('button', { name: 'Paste CSV' }).click();
  const csv = items.getByRole('textbox', { name: 'CSV' });
  const template = page.waitForEvent('download');
  await items.getByRole('button', { name: 'Download template' }).click();
  expect((await template).suggestedFilename()).toBe('dataitemdefinition_template.csv');
  await csv.fill('no header\nat all');
  await expect(items.getByText('The first line has to name the column label.')).toBeVisible();
  await csv.fill('label,unit\nJourney Pressure,bar\nJourney Flow,m³/h\njourney flow,L/min');
  await expect(items.getByText('2 data items, 1 rows left out')).toBeVisible();
  await expectAccessible(page, 'data items');
  await items.getByRole('button', { name: 'Add data item' }).click();
  const table = items.getByRole('grid', { name: 'Data items' });
  await expect(table.getByRole('row', { name: /Journey Pressure bar/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /journey flow L\/min/i })).toBeVisible();

  // 100,000 rows are shown as understood, and the panel goes on answering.
  const rows = Array.from({ length: 100_000 }, (_, index) => `Bulk item ${index},bar`).join('\n');
  await items.locator('input[type=file]').setInputFiles({
    name: 'many.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`label,unit\n${rows}`),
  });
  await expect(items.getByText('100,000 data items')).toBeVisible();
  await items.getByRole('button', { name: 'Clear' }).click();
  await expect(items.getByText('The preview is empty', { exact: false })).toBeVisible();
  await closePanel(page, 'JOURNEY PUMP DATAITEMS');

  await page.getByRole('button', { name: 'Alarms of Journey pump' }).click();
  const panel = page.getByRole('dialog', { name: 'JOURNEY PUMP ALARMS' });
  await panel.getByRole('button', { name: 'New Alarm' }).click();
  await panel.getByLabel('Alarm Name').fill('Pressure too high');
  await panel.getByLabel('Severity').fill('5');
  const expression = panel.getByRole('textbox', { name: 'Expression' });
  await expression.pressSequentially('_journey_pr');
  await page.keyboard.press('Enter');
  await expect(expression).toHaveValue('_Journey_Pressure');
  await panel.getByRole('button', { name: '>', exact: true }).click();
  await expression.pressSequentially(' ');
  await expect(panel.getByText(/at character/)).toBeVisible();
  await expression.pressSequentially('8');
  await expect(panel.getByText('Valid', { exact: true })).toBeVisible();
  await expectAccessible(page, 'alarms');
  await panel.getByRole('button', { name: 'Add alarm' }).click();
  await expect(panel.getByRole('row', { name: /Pressure too high/ })).toContainText('5');
  await closePanel(page, 'JOURNEY PUMP ALARMS');

  await page.getByRole('button', { name: 'Events/Maintenance of Journey pump' }).click();
  const events = page.getByRole('dialog', { name: 'JOURNEY PUMP EVENTS' });
  await events.getByRole('textbox', { name: 'Name' }).fill('Seal replaced');
  await events.getByRole('combobox', { name: 'Category' }).click();
  await page.getByRole('option', { name: 'Maintenance' }).click();
  await events.getByRole('button', { name: 'Add event' }).click();
  await events.getByRole('button', { name: 'Seal replaced', exact: true }).click();
  await events.getByRole('button', { name: 'Paste CSV' }).click();
  await events.getByRole('textbox', { name: 'CSV' }).fill('option\nMS-50\nMS-60');
  await events.getByRole('button', { name: 'Add options' }).click();
  await events.getByRole('button', { name: 'Save options' }).click();
  await expect(events.getByText('2 part numbers')).toBeVisible();
  await expectAccessible(page, 'events');
  await closePanel(page, 'JOURNEY PUMP EVENTS');

  await page.getByRole('link', { name: 'Set up assets' }).click();
  await page.getByRole('button', { name: 'New asset' }).click();
  const form = page.getByRole('dialog', { name: 'New asset' });
  await form.getByLabel('Serial number').fill('JOURNEY-1');
  await form.getByLabel('Alias').fill('Journey pump 1');
  await form.getByLabel('Definition').fill('Journey pump');
  await form.getByRole('button', { name: 'Create asset' }).click();
  const connect = page.getByRole('dialog', { name: 'Connect Journey pump 1' });
  const line = await connect.getByText(/^mosquitto_pub /).innerText();
  const device = await portal.aDevice(/ -u (\S+) /.exec(line)?.[1] ?? '');
  const telemetry = JSON.stringify({ 'Journey Pressure': 9.5, 'Journey Flow': 40 });
  await device.publishAsync('v1/devices/me/telemetry', telemetry, { qos: 1 });
  await expect(connect.getByText('Connected: 2 data items received')).toBeVisible();
  await connect.getByRole('link', { name: 'Open dashboard' }).click();
  await expect(page.getByRole('group', { name: 'Text Indicator' })).toContainText(/9\.50|40\.00/);
  await device.endAsync();

  const asset = (await portal.call<assets.Asset[]>('GET', '/api/ef/assets')).find(
    ({ serialNumber }) => serialNumber === 'JOURNEY-1',
  );
  const raised = () => portal.call<alarms.Alarm[]>('GET', `/api/assets/${asset?.assetId}/alarms`);
  await expect.poll(async () => (await raised()).map(({ name }) => name)).toEqual(['Pressure too high']);

  // In use it stays; what goes with the asset is said before it is deleted.
  await page.goto(`${portal.url}/configuration/assetdefinitions?search=journey`);
  await page.getByRole('button', { name: 'Delete Journey pump', exact: true }).click();
  const kept = page.getByRole('dialog', { name: 'Journey pump cannot be deleted' });
  await expect(kept.getByText('1 asset')).toBeVisible();
  await expectAccessible(page, 'what keeps a definition');
  await page.keyboard.press('Escape');
  await page.goto(`${portal.url}/configuration/assets?search=journey-1`);
  await page.getByRole('button', { name: 'Delete Journey pump 1' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Journey pump 1?' });
  await expect(question.getByText('This will permanently delete asset JOURNEY-1.', { exact: false })).toBeVisible();
  await expect(question.getByText('2 data items with their whole history')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
});

test('an engineer composes a system of assets in slots, and its dashboard shows their values', async ({
  page,
  portal,
}) => {
  const pump = await portal.anAsset('SLOT-PUMP', 'Slotted pump');
  const tank = await portal.anAsset('SLOT-TANK', 'Slotted tank');
  const devices = [await portal.aDevice(pump.accessToken), await portal.aDevice(tank.accessToken)];
  const send = (index: number, values: object) =>
    devices[index]?.publishAsync('v1/devices/me/telemetry', JSON.stringify(values), { qos: 1 });
  await send(0, { 'Slot Flow': 12.5 });
  await send(1, { 'Slot Level': 3.75 });

  await logIn(page, portal);
  await page.goto(`${portal.url}/configuration/systemdefinitions`);
  await page.getByRole('button', { name: 'Add new system definition' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Journey site');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const slots = page.getByRole('dialog', { name: 'JOURNEY SITE SLOTS' });
  for (const [slot, name, kind] of [
    ['Slot 1', 'Pump', 'Slotted pump'],
    ['Slot 2', 'Tank', 'Slotted tank'],
  ] as const) {
    await slots.getByRole('button', { name: 'Add slot' }).click();
    await slots.getByRole('combobox', { name: `Asset Definition of ${slot}` }).fill(kind);
    await page.getByRole('option', { name: kind }).click();
    await slots.getByRole('textbox', { name: `Name of slot ${slot}` }).fill(name);
  }
  await slots
    .locator('label', { has: page.getByRole('switch', { name: 'Pump is exclusive' }) })
    .first()
    .click();
  await expectAccessible(page, 'slots');
  await slots.getByRole('button', { name: 'Save' }).click();
  await expect(slots.getByRole('button', { name: 'Save' })).toBeHidden();
  // A system that would contain itself is not offered.
  await slots.getByRole('combobox', { name: 'System Definition of Tank' }).click();
  await expect(page.getByRole('option', { name: 'Journey site (would contain itself)' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await closePanel(page, 'JOURNEY SITE SLOTS');

  await page.getByRole('link', { name: 'Configure new systems' }).click();
  for (const name of ['Journey site A', 'Journey site B']) {
    await page.getByRole('button', { name: 'Add new system' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('combobox', { name: 'System definition' }).click();
    await page.getByRole('option', { name: 'Journey site' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const system = page.getByRole('dialog', { name: `${name.toUpperCase()} JOURNEY SITE` });
    await system.getByRole('combobox', { name: 'Pump (exclusive)' }).click();
    if (name.endsWith('B')) {
      // The pump has an exclusive place in the other one.
      const taken = 'SLOT-PUMP – stands in the exclusive slot Pump of Journey site A';
      await expect(page.getByRole('option', { name: taken })).toBeDisabled();
      await page.keyboard.press('Escape');
      await closePanel(page, `${name.toUpperCase()} JOURNEY SITE`);
      continue;
    }
    await page.getByRole('option', { name: 'SLOT-PUMP' }).click();
    await system.getByRole('combobox', { name: 'Tank' }).click();
    await page.getByRole('option', { name: 'SLOT-TANK' }).click();
    await system.getByLabel(/Job start time/).fill('2026-01-02T03:04');
    await system.getByRole('button', { name: 'Save' }).click();
    await expect(system.getByRole('button', { name: 'Save' })).toBeHidden();
    await system.getByRole('button', { name: 'Add name' }).click();
    await system.getByRole('combobox', { name: 'Data item 1' }).fill('Slot Flow');
    await page.getByRole('option', { name: 'Slot Flow' }).click();
    await system.getByRole('textbox', { name: 'Name 1' }).fill('Journey flow of A');
    await expectAccessible(page, 'system');
    await system.getByRole('button', { name: 'Save' }).click();
    await expect(system.getByRole('button', { name: 'Save' })).toBeHidden();
    await closePanel(page, `${name.toUpperCase()} JOURNEY SITE`);
  }

  await page.goto(`${portal.url}/systems`);
  await expectAccessible(page, 'systems');
  await page.getByRole('link', { name: 'Dashboard of Journey site A' }).click();
  await expect(page).toHaveURL(/\/systems\/\d+\/dashboard/);
  // The first of them shows the first slot; below the charts each slot has a row of its own.
  const indicator = page.getByRole('group', { name: 'Text Indicator' }).first();
  await expect(indicator).toContainText('12.50');
  await expect(indicator).toContainText('Pump › Journey flow of A');
  await expect(page.getByText('Tank › ').first()).toBeVisible();
  const legend = page.getByRole('list', { name: 'Series' }).first();
  await expect(legend).toContainText('Pump › Journey flow of A');
  await expect(legend).toContainText('Tank › ');
  await send(0, { 'Slot Flow': 13.25 });
  await expect(indicator).toContainText('13.25');
  for (const device of devices) await device.endAsync();

  await page.goto(`${portal.url}/systems/999999/dashboard`);
  await expect(page.getByText('There is no such system among those that you see.')).toBeVisible();
});

test('the lists and panels stand on a phone', async ({ page, portal }) => {
  await portal.anAsset('PHONE-1', 'Phone equipment');
  await openAssets(page, portal);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [subpage, palette] of [
    ['assets', 'palette-dark'],
    ['assetdefinitions', 'palette-light'],
    ['systemdefinitions', 'palette-calm'],
    ['systems', 'palette-light'],
  ]) {
    await page.evaluate((name) => localStorage.setItem('theme', name ?? ''), palette);
    await page.goto(`${portal.url}/configuration/${subpage}`);
    await expect(page.getByPlaceholder('Search...')).toBeVisible();
    await expectAccessible(page, `${subpage}, ${palette}`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([subpage, overflow]).toEqual([subpage, 0]);
  }
  await page.goto(`${portal.url}/configuration/assetdefinitions?search=phone`);
  await page.getByRole('button', { name: 'Data items of Phone equipment' }).click();
  await expect(page.getByRole('dialog', { name: 'PHONE EQUIPMENT DATAITEMS' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Data items of Phone equipment' })).toBeFocused();
});
