import { resolve } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { assets } from '@telltale/contract';
import { DESK, type Look, openBrowser, openLook, PHONE, readSitting, settle, TABLET } from './guide/guide-browser.ts';
import { openPortal } from './guide/portal-client.ts';

/*
 * Makes the pictures of whole dashboards for README.md and docs/guide: `npm run demo` in one terminal, then
 * `node e2e/src/guide-screens.ts http://localhost:8080 operator PASSWORD`, and the names of pictures behind it where not
 * all are wanted.
 */

const OUT = resolve(import.meta.dirname, '../../docs/images');
interface Screen extends Look {
  readonly name: string;
  readonly kind: RegExp;
  /** What a user does before the picture is taken. */
  readonly prepare?: (page: Page, asset: assets.Asset) => Promise<void>;
}

const DAY_MS = 86_400_000;
const PUMP = /^PS/;
const RIG = /^SU/;
const TANK = /^TB/;

const screens: readonly Screen[] = [
  { name: 'dashboard-dark', viewport: DESK, theme: 'dark', kind: PUMP },
  { name: 'rig-light', viewport: DESK, theme: 'light', kind: RIG },
  { name: 'tank-tablet', viewport: TABLET, theme: 'dark', kind: TANK },
  { name: 'playback-desk', viewport: DESK, theme: 'dark', kind: RIG, prepare: lookBack },
  { name: 'playback-phone', viewport: PHONE, theme: 'light', kind: RIG, prepare: lookBack },
  { name: 'time-range', viewport: DESK, theme: 'dark', kind: RIG, prepare: chooseRange },
  { name: 'export-dialog', viewport: DESK, theme: 'dark', kind: PUMP, prepare: chooseExport },
  { name: 'exports-page', viewport: DESK, theme: 'light', kind: PUMP, prepare: listExports },
];

/** Forty minutes of the last hour back. */
async function lookBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Playback' }).click();
  await page.getByText('1H', { exact: true }).click();
  const slider = page.getByRole('region', { name: 'Playback' }).getByRole('slider');
  const box = await slider.boundingBox();
  if (box === null) throw new Error('The playback bar has no line.');
  await page.mouse.click(box.x + box.width / 3, box.y + box.height / 2);
}

async function chooseRange(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Time range/ }).click();
}

async function chooseExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export Data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export to CSV' });
  await dialog.getByLabel('Search data items').fill('pressure');
  await dialog.getByRole('button', { name: 'Check all' }).click();
}

/** One that is ready, and one that comes every night. */
async function listExports(page: Page, { assetId, assetAlias }: assets.Asset): Promise<void> {
  const items = await client.call<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
  const DataItems = items.slice(0, 3).map(({ dataItemId }) => ({ assetId, dataItemId }));
  const endMs = Date.now();
  const span = { StartTime: new Date(endMs - DAY_MS).toISOString(), EndTime: new Date(endMs).toISOString() };
  const once = { DataItems, Format: { Type: 'csv' }, OutputSettings: { Filename: assetAlias } };
  const headers = { 'X-Requested-With': 'Telltale' };
  await page.request.post(`${sitting.base}/api/HistoricalDataItems`, { headers, data: { ...once, ...span } });
  const nightly = { ...once, OutputSettings: { Filename: `${assetAlias} nightly` } };
  const rhythm = { every: 'day', time: '06:00', zone: 'America/Chicago' };
  await page.request.post(`${sitting.base}/api/exportschedules`, { headers, data: { rhythm, export: nightly } });
  await page.goto(`${sitting.base}/exports`);
  // The bell comes a moment after the page.
  await page.getByText('Live', { exact: true }).waitFor();
  await page
    .getByRole('link', { name: /^Download/ })
    .first()
    .waitFor();
}

const sitting = readSitting();
const client = await openPortal(sitting.base, sitting.username, sitting.password);
const fleet = await client.call<assets.Asset[]>('/api/ef/assets');

async function take(browser: Browser, { name, viewport, theme, kind, prepare }: Screen): Promise<void> {
  const asset = fleet.find(({ serialNumber }) => kind.test(serialNumber));
  if (asset === undefined) throw new Error(`There is no asset with a serial number like ${kind.source}.`);
  const page = await openLook(browser, sitting, { viewport, theme });
  await page.goto(`${sitting.base}/assets/${asset.assetId}/dashboard`);
  await settle(page);
  if (prepare !== undefined) {
    await prepare(page, asset);
    if (page.url().endsWith('/dashboard')) await settle(page);
  }
  await page.screenshot({ path: resolve(OUT, `${name}.png`) });
  await page.context().close();
  process.stdout.write(`${name}\n`);
}

const browser = await openBrowser();
try {
  for (const screen of screens) {
    if (sitting.rest.length === 0 || sitting.rest.includes(screen.name)) await take(browser, screen);
  }
} finally {
  await browser.close();
}
