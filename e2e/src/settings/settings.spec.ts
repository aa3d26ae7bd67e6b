import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/accessible.ts';
import { expect, logIn, logInByForm, test } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';

const ADMINISTRATORS = 1;
const PASSWORD = 'reads in other units';

/** Somebody of this journey alone: what they choose is theirs. */
async function aReader(portal: Portal, username: string) {
  const { userId } = await portal.call<{ userId: number }>('POST', '/api/users', { username });
  await portal.call('PUT', `/api/usergroups/${ADMINISTRATORS}/users`, [userId]);
  const { link } = await portal.call<{ link: string }>('GET', `/api/auth/link/${username}`);
  const changeId = new URL(link).searchParams.get('changeId');
  await fetch(`${portal.url}/api/auth/submit/${changeId}`, {
    headers: { 'X-Requested-With': 'Telltale', Authorization: `Basic ${btoa(`${username}:${PASSWORD}`)}` },
  });
}

/** A pump that has sent an hour of pressure in psi, with a gauge, a chart and a table of it. */
async function aPump(portal: Portal, serialNumber: string): Promise<number> {
  const { assetId, accessToken } = await portal.anAsset(serialNumber, `Kind of ${serialNumber}`);
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const none = { lowLow: null, low: null, high: null, highHigh: null };
  const display = { decimals: 1, min: 0, max: 290, words: [], description: '', bands: none };
  const label = `${serialNumber} pressure`;
  await portal.call('POST', `/api/ef/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`, [
    { label, unit: 'PSI', display },
  ]);
  const device = await portal.aDevice(accessToken);
  const rows = Array.from({ length: 20 }, (_, minute) => ({
    ts: Date.now() - (19 - minute) * 60_000,
    values: { [label]: minute === 19 ? 100 : 80 + minute },
  }));
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(rows), { qos: 1 });
  await device.endAsync();
  const [item] = await portal.call<{ dataItemId: number }[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const pressure = { slotPath: [], dataItem: item?.dataItemId };
  const tile = (id: string, value: string, x: number, settings: object) => ({
    id,
    properties: { type: { name: value, value, default: false }, title: id, ...settings },
    dataGrid: { x, y: 0, w: 30, h: 30 },
  });
  const tiles = [
    tile('Dial', 'Gauge', 0, pressure),
    tile('Course', 'FastGraph', 32, { series: [pressure], axes: [], fixedStart: 1 }),
    tile('All', 'DataItemTable', 64, { showAll: true }),
  ];
  await portal.call('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Board',
    assetDefinitionId,
    config: JSON.stringify({
      tabs: [{ id: 'tab-0', name: 'First', order: 0 }],
      tiles: { 'tab-0': tiles },
      layouts: {},
    }),
  });
  return assetId;
}

const gauge = (page: Page) => page.getByRole('figure', { name: /pressure: / });

test('a person sets names, zone, links and units, and sees them everywhere; somebody else sees theirs', async ({
  page,
  portal,
  browser,
}) => {
  const assetId = await aPump(portal, 'SET-1');
  await aReader(portal, 'bar-reader');
  await logInByForm(page, portal, 'bar-reader', PASSWORD);

  await page.goto(`${portal.url}/user-settings`);
  await page.getByLabel('First name').fill('Ann');
  await page.getByLabel('Last name').fill('Lee');
  await page.getByRole('button', { name: 'Save names' }).click();
  await expect(page.getByTitle('Logged in as Ann Lee (bar-reader)')).toBeVisible();

  await page.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await expect(page.getByText(/Now it is .* GMT\+9\./)).toBeVisible();

  await page.getByLabel('Address').fill('/exports');
  await page.getByLabel('Text of the link').fill('My exports');
  await page.getByRole('button', { name: 'Add link' }).click();
  const bar = page.getByRole('navigation', { name: 'Pages' });
  await expect(bar.getByRole('link', { name: 'My exports' })).toBeVisible();

  await page.getByRole('combobox', { name: 'Pressure', exact: true }).selectOption('bar');
  for (const size of [
    { width: 820, height: 1180 },
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    // What lies half below the bar on top is not to be pressed there.
    await page.getByRole('heading', { name: 'Settings', exact: true }).scrollIntoViewIfNeeded();
    await expectAccessible(page, `the settings at ${size.width} px`);
  }

  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  await expect(gauge(page)).toHaveAccessibleName('SET-1 pressure: 6.895 bar');
  await expect(page.getByRole('row', { name: /SET-1 pressure 6\.895 bar/ })).toBeVisible();
  await expect(page.getByRole('group', { name: 'Course' }).getByText('bar', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('PSI', { exact: true })).toBeHidden();
  await expectAccessible(page, 'a dashboard in bar');

  await gauge(page).click({ button: 'right' });
  const why = page.getByRole('dialog', { name: 'Why this number?' });
  await expect(why.getByText('bar, as you chose: 100 PSI × 0.06894757 = 6.894757 bar')).toBeVisible();

  const other = await browser.newContext();
  const page2 = await other.newPage();
  await logIn(page2, portal);
  await page2.goto(`${portal.url}/assets/${assetId}/dashboard`);
  await expect(gauge(page2)).toHaveAccessibleName('SET-1 pressure: 100.0 PSI');
  await other.close();
});

test('the cause of an alarm is read in the own units, and answers for its values', async ({ page, portal }) => {
  const assetId = await aPump(portal, 'SET-CAUSE');
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const [item] = await portal.call<{ dataItemId: number }[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const variables = [{ Variable: '_P', DataItemId: item?.dataItemId }];
  const flee = JSON.stringify({ expression: '_P > 90', variables });
  await portal.call('PUT', '/api/ef/alarmdefinitions', [{ assetDefinitionId, name: 'Too much', severity: 5, flee }]);
  const raised = async () => (await portal.call<unknown[]>('GET', `/api/assets/${assetId}/alarms`)).length;
  await expect.poll(raised).toBe(1);
  await aReader(portal, 'cause-reader');
  await logInByForm(page, portal, 'cause-reader', PASSWORD);
  const cause = page.getByText('_P > 6.20528 bar (_P = 6.89476 bar)');

  await page.goto(`${portal.url}/assets/${assetId}/timeline`);
  await expect(page.getByText('_P > 90 (_P = 100)')).toBeVisible();
  await page.goto(`${portal.url}/user-settings`);
  await page.getByRole('combobox', { name: 'Pressure', exact: true }).selectOption('bar');
  await expect(page.getByRole('combobox', { name: 'Pressure', exact: true })).toHaveValue('bar');

  await page.goto(`${portal.url}/assets/${assetId}/timeline`);
  await expect(cause).toBeVisible();
  await page.goto(`${portal.url}/alarms?text=${encodeURIComponent('SET-CAUSE')}`);
  await expect(cause).toBeVisible();
  await cause.click({ button: 'right' });
  const why = page.getByRole('dialog', { name: 'Why this number?' });
  await expect(why.getByText('bar, as you chose: 100 PSI × 0.06894757 = 6.894757 bar')).toBeVisible();
  await why.getByRole('button', { name: 'Close' }).click();
  await expect(why).toHaveCount(0);

  // On a tablet the condition gives way, and the numbers stay whole.
  await page.setViewportSize({ width: 820, height: 1180 });
  const cut = (text: string) =>
    expect.poll(() => page.getByText(text, { exact: true }).evaluate((part) => part.scrollWidth > part.clientWidth));
  await cut('_P > 6.20528 bar').toBe(true);
  await cut('(_P = 6.89476 bar)').toBe(false);
});
