import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { endPortal, startPortal } from '../testing/portal.ts';
import { DESK, openBrowser, openOwnLook, settle } from './guide-browser.ts';

/*
 * Makes docs/images/units/*.png for docs/guide/units.md and why.md, with a portal of its own: `npm run build`, then
 * `node e2e/src/guide/units-screens.ts`.
 */

const IMAGES = resolve(import.meta.dirname, '../../../docs/images/units');
/** What slides in has come to rest by then. */
const LAST_MS = 800;
const MINUTE_MS = 60_000;
const NO_BANDS = { lowLow: null, low: null, high: null, highHigh: null };
const shown = (decimals: number, max: number, more: object = {}) => ({
  ...{ decimals, min: 0, max, words: [], description: '', bands: NO_BANDS },
  ...more,
});
const ITEMS = [
  {
    label: 'Discharge pressure',
    unit: 'psig',
    display: shown(1, 290, {
      description: 'Behind the third stage',
      bands: { ...NO_BANDS, high: { limit: 232, color: '', severity: 5 } },
    }),
  },
  { label: 'Suction pressure', unit: 'psi', display: shown(1, 60) },
  { label: 'Motor temperature', unit: 'degF', display: shown(1, 250) },
  { label: 'Flow', unit: 'GPM', display: shown(0, 500) },
  { label: 'Speed', unit: 'rpm', display: shown(0, 3_600) },
];

/** What the pump measured at a moment, in the units in which it sends. */
function valuesAt(timeMs: number): Record<string, number> {
  const wave = Math.sin(timeMs / (4 * MINUTE_MS));
  return {
    'Discharge pressure': Number((180 + 20 * wave).toFixed(2)),
    'Suction pressure': Number((26 + 1.5 * wave).toFixed(2)),
    'Motor temperature': Number((154.75 + 2 * wave).toFixed(2)),
    Flow: Number((324 + 12 * wave).toFixed(1)),
    Speed: 1_780,
  };
}

/** A pump with an hour behind it, which stays connected and measures when it is told to. */
async function aPump() {
  const { assetId, accessToken } = await portal.anAsset('Pump 7', 'Pumps');
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  await portal.call('POST', `/api/ef/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`, ITEMS);
  const flee = JSON.stringify({ expression: '_Discharge_pressure > 290' });
  const alarm = { assetDefinitionId, name: 'Discharge pressure high', severity: 7, flee };
  await portal.call('PUT', '/api/ef/alarmdefinitions', [alarm]);
  const device = await portal.aDevice(accessToken);
  const nowMs = Date.now();
  const hour = Array.from({ length: 240 }, (_, n) => {
    const ts = nowMs - (240 - n) * (MINUTE_MS / 4);
    return { ts, values: valuesAt(ts) };
  });
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(hour), { qos: 1 });
  const measure = () =>
    device.publishAsync('v1/devices/me/telemetry', JSON.stringify(valuesAt(Date.now())), { qos: 1 });
  await measure();
  const listed = await portal.call<{ dataItemId: number; label: string }[]>(
    'GET',
    `/api/ef/assets/${assetId}/dataitems`,
  );
  const of = (label: string) => ({
    slotPath: [],
    dataItem: listed.find((item) => item.label === label)?.dataItemId,
    title: label,
  });
  const tile = (type: string, [x, y, w, h]: readonly [number, number, number, number], settings: object) => ({
    id: `${type} ${x} ${y}`,
    properties: { type: { name: type, value: type, default: false }, ...settings },
    dataGrid: { x, y, w, h },
  });
  const tiles = [
    tile('Gauge', [0, 0, 24, 26], of('Discharge pressure')),
    tile('Gauge', [24, 0, 24, 26], { ...of('Motor temperature'), half: true }),
    tile('Indicator', [48, 0, 20, 13], of('Flow')),
    tile('Indicator', [48, 13, 20, 13], of('Suction pressure')),
    tile('DataItemTable', [68, 0, 28, 26], { title: 'Values', showAll: true }),
  ];
  await portal.call('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Pump',
    assetDefinitionId,
    config: JSON.stringify({ tabs: [{ id: 'tab', name: 'Pump', order: 0 }], tiles: { tab: tiles }, layouts: {} }),
  });
  return { assetId, measure, end: () => device.endAsync() };
}

async function chooseUnits(page: Page): Promise<void> {
  await page.goto(`${portal.url}/user-settings`);
  await page.getByRole('radio', { name: /^Metric/ }).check();
  const pressure = page.getByRole('combobox', { name: 'Pressure', exact: true });
  await pressure.selectOption('bar');
  await page.getByRole('radio', { name: /^As they are sent/ }).evaluate((choice) => choice.scrollIntoView());
  // Below the bar on top.
  await page.evaluate(() => window.scrollBy(0, -90));
}

const portal = await startPortal();
const browser = await openBrowser();
try {
  const { assetId, measure, end } = await aPump();
  const page = await openOwnLook(browser, portal, { viewport: DESK, theme: 'dark' });
  const save = async (name: string) => {
    await page.waitForTimeout(LAST_MS);
    await page.screenshot({ path: resolve(IMAGES, `${name}.png`) });
    process.stdout.write(`${name}\n`);
  };
  await chooseUnits(page);
  await save('settings');

  await page.setViewportSize({ width: DESK.width, height: 454 });
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  await settle(page);
  await measure();
  await save('dashboard');

  await page.setViewportSize({ width: 560, height: 900 });
  await measure();
  await page.getByRole('figure', { name: /^Discharge pressure/ }).click({ button: 'right' });
  const panel = page.getByRole('dialog', { name: 'Why this number?' });
  await panel.getByText(/^NIST SP 811/).waitFor();
  await panel.getByRole('heading', { name: 'The hour before' }).waitFor();
  await save('why');
  await end();
} finally {
  await browser.close();
  await endPortal(portal);
}
