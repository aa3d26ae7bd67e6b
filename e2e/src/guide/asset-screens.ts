import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { assets } from '@telltale/contract';
import { type Look, openBrowser, openLook, PHONE, readSitting } from './guide-browser.ts';

/*
 * Makes docs/images/assets/*.png, the pictures of docs/guide/assets.md and of docs/guide/find.md: `npm run demo` in one terminal, then
 * `node e2e/src/guide/asset-screens.ts http://localhost:8080 admin PASSWORD`, and the names of pictures behind it where not
 * all are wanted. Nothing of the demonstration is changed.
 */

const OUT = resolve(import.meta.dirname, '../../../docs/images/assets');
/** What is drawn after the page: live states, shapes of maps. */
const SETTLES_MS = 2_500;
const FILE = [
  'Serial number,Definition,Alias,Latitude,Longitude,Attribute Station',
  'PS-101,Pump station,North pump,31.97,-102.08,East',
  'PS-102,Pump station,South pump,31.95,-102.08,East',
  'PS-103,Pumping station,West pump,31.96,-102.11,West',
  'PS-104,Pump station,East pump,31.96,102.05 W,East',
].join('\n');

interface Screen extends Look {
  readonly name: string;
  /** What a user does before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const DESK = { width: 1440, height: 700 };

const screens: readonly Screen[] = [
  { name: 'list', viewport: DESK, theme: 'dark', prepare: openFilters },
  { name: 'map', viewport: DESK, theme: 'light', prepare: chooseOnMap },
  { name: 'many', viewport: DESK, theme: 'dark', prepare: changeMany },
  { name: 'file', viewport: { ...DESK, height: 760 }, theme: 'dark', prepare: takeFile },
  { name: 'phone', viewport: PHONE, theme: 'light' },
  { name: 'find', viewport: DESK, theme: 'dark', prepare: findAnything },
  { name: 'panel', viewport: DESK, theme: 'dark', prepare: openPanel },
  { name: 'mapping', viewport: DESK, theme: 'dark', prepare: mapItems },
  { name: 'scaling', viewport: DESK, theme: 'light', prepare: scaleChannels },
  { name: 'scaling-phone', viewport: PHONE, theme: 'dark', prepare: scaleChannels },
];

async function openFilters(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filters' }).click();
}

async function chooseFromMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More of the list' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function chooseOnMap(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await page.locator('.maplibregl-marker').first().waitFor();
  await page.getByRole('button', { name: 'Show all on the map' }).click();
  await page.waitForTimeout(SETTLES_MS);
  await page.getByRole('row').nth(2).click();
}

async function findAnything(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /Search/ }).fill('midland pressure');
  await page.getByRole('option').first().waitFor();
}

async function changeMany(page: Page): Promise<void> {
  await chooseFromMenu(page, 'Select assets');
  const boxes = page.getByRole('checkbox', { name: /^Select / });
  for (const at of [0, 1, 3]) await boxes.nth(at).check();
  await page.getByRole('button', { name: 'Attribute…' }).click();
  await page.getByRole('combobox', { name: 'Name' }).fill('Crew');
  await page.getByRole('textbox', { name: 'Value' }).fill('East');
  await page.getByRole('textbox', { name: 'Value' }).click();
}

async function takeFile(page: Page): Promise<void> {
  await chooseFromMenu(page, 'Create or update from CSV…');
  await page.getByRole('textbox', { name: /^Assets, with the column/ }).fill(FILE);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('region', { name: 'What is wrong' }).waitFor();
}

/** The first pump station of the demonstration, and the labels of its data items. */
async function aPump(page: Page) {
  const list = (await (await page.request.get(`${sitting.base}/api/ef/assets`)).json()) as assets.Asset[];
  const pump = list.find(({ serialNumber }) => serialNumber.startsWith('PS'));
  if (pump === undefined) throw new Error('The demonstration has no pump station.');
  const path = `${sitting.base}/api/ef/assets/${pump.assetId}/dataitems`;
  const items = (await (await page.request.get(path)).json()) as assets.CurrentValue[];
  return { ...pump, labels: items.filter(({ isString }) => !isString).map(({ label }) => label) };
}

async function openPanel(page: Page): Promise<void> {
  const { assetId } = await aPump(page);
  await page.goto(`${sitting.base}/assets?panel=${assetId}`);
  await page.getByRole('button', { name: 'Update' }).waitFor();
}

async function mapItems(page: Page): Promise<void> {
  const { assetId, labels } = await aPump(page);
  const [first, second, third] = labels;
  await page.goto(`${sitting.base}/assets?panel=${assetId}&panelTab=items`);
  await page.getByRole('button', { name: 'Data items mapping' }).click();
  const csv = [
    'label,alias,index',
    `${first},Outdoors,1`,
    `${second},Drive end,2`,
    `${third},,3`,
    'PT-900,Spare,4',
  ].join('\n');
  await page.getByRole('textbox', { name: 'CSV' }).fill(csv);
}

/** As if its device told of analog channels: the answer is given here, the asset stays as it is. */
async function scaleChannels(page: Page): Promise<void> {
  const { assetId, labels } = await aPump(page);
  const channels = ['bar', 'l/s', '°C'].map((Unit, at) => ({
    channel: at + 1,
    Value: 8.4 + at,
    Variant: [
      {
        Alias: labels[at],
        Unit,
        '_AI-Parms_': { Unscaled_Min: 4, Unscaled_Max: 20, Scaled_Min: 0, Scaled_Max: 100 * (at + 1) },
      },
    ],
  }));
  await page.route(`**/api/ef/assets/${assetId}`, async (route) => {
    const asset = (await (await route.fetch()).json()) as assets.Asset;
    const told = { assetId, attributeName: 'analogChannels', attributeValue: JSON.stringify(channels) };
    await route.fulfill({ json: { ...asset, attributes: [...asset.attributes, told] } });
  });
  await page.goto(`${sitting.base}/assets?panel=${assetId}&panelTab=scaling`);
  await page.getByRole('table', { name: 'Analog inputs' }).waitFor();
}

const sitting = readSitting();
await mkdir(OUT, { recursive: true });
const browser = await openBrowser();
try {
  for (const { name, prepare, ...look } of screens) {
    if (sitting.rest.length > 0 && !sitting.rest.includes(name)) continue;
    const page = await openLook(browser, sitting, look);
    await page.goto(`${sitting.base}/assets`);
    await page.waitForTimeout(SETTLES_MS);
    await prepare?.(page);
    await page.waitForTimeout(SETTLES_MS);
    await page.screenshot({ path: resolve(OUT, `${name}.png`) });
    await page.context().close();
    process.stdout.write(`${name}\n`);
  }
} finally {
  await browser.close();
}
