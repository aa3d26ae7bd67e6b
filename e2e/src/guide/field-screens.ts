import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { JOB_ASSET_DEFINITION } from '@telltale/contract';
import { endPortal, type Portal, startPortal } from '../testing/portal.ts';
import { send } from '../tiles/equipment.ts';
import { DESK, EVERY_LOOK, lookName, openBrowser, openOwnLook } from './guide-browser.ts';

/*
 * Makes docs/images/field/job-wizard.png and jobs.png for docs/guide/field-operations.md, and docs/images/tiles/StateReport.png,
 * on a portal of its own: after `npm run build`, `node e2e/src/guide/field-screens.ts`. With a folder behind it every screen goes there, in each size
 * and theme.
 */

const [everything] = process.argv.slice(2);
const GUIDE = resolve(import.meta.dirname, '../../../docs/images/field');
const TILES = resolve(GUIDE, '../tiles');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LOOKS = everything === undefined ? [{ viewport: DESK, theme: 'dark' } as const] : EVERY_LOOK;

/** Activities of a job, hours after its beginning. */
const COURSE = [
  [0, 10],
  [8, 7],
  [9.5, 0],
  [14, 2],
  [30, 1],
  [32, 5],
] as const;

const iso = (timeMs: number) => new Date(timeMs).toISOString();
const attributes = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([attributeName, attributeValue]) => ({ attributeName, attributeValue }));

async function aJob(portal: Portal, serialNumber: string, well: string, startMs: number, bops: string): Promise<void> {
  const name = `North Basin Energy - Pad 12 - ${well}`;
  const body = attributes({
    'Oil Company': 'North Basin Energy',
    Pad: 'Pad 12',
    Well: well,
    State: '42',
    County: '389',
    'Job start time': iso(startMs),
    'Job end time': iso(startMs + 4 * DAY_MS),
    'Job Description': 'Drill Out',
    'Formation Type': 'Permian',
    'BOP Count': bops,
    'Total Depth (ft)': '18400',
    'Kill Depth (ft)': '9200',
    'Rig Rating': '300,000 lbs',
    JobSerialNumber: name,
    JobAssetDefinition: JOB_ASSET_DEFINITION,
    jobStartTime: iso(startMs),
  });
  await portal.call(
    'POST',
    `/api/serialNumber/${encodeURIComponent(`${JOB_ASSET_DEFINITION}!${name}`)}/attributes?rig=${serialNumber}`,
    body,
  );
  await portal.call('POST', `/api/serialNumber/${serialNumber}/attributes`, body);
}

const portal = await startPortal({ 'customers.json': ['North Basin Energy', 'South Basin Energy'] });
const browser = await openBrowser();
try {
  const serialNumber = 'SU-211';
  const rig = await portal.anAsset(serialNumber, JOB_ASSET_DEFINITION);
  const [first, second] = [Date.now() - 7 * DAY_MS, Date.now() - 2 * DAY_MS];
  for (const [startMs, pace] of [
    [first, 1],
    [second, 1.2],
  ] as const) {
    const samples = COURSE.map(([hours, activity]) => ({
      ts: Math.round(startMs + hours * pace * HOUR_MS),
      values: { Activity: activity, Depth: activity === 2 ? 9_200 : activity === 1 ? 18_400 : 0 },
    }));
    await send(portal, { ...rig, assetDefinitionId: 1, serialNumber }, samples);
  }
  await aJob(portal, serialNumber, 'Bluestem 3H', first, '2');
  await aJob(portal, serialNumber, 'Bluestem 4H', second, '3');
  const dashboardId = await furnish(portal);
  const folder = everything ?? GUIDE;
  await mkdir(folder, { recursive: true });
  for (const look of LOOKS) {
    const page = await openOwnLook(browser, portal, look);
    const picture = (name: string) =>
      page.screenshot({
        path: resolve(folder, everything === undefined ? `${name}.png` : `${name}-${lookName(look)}.png`),
        fullPage: everything !== undefined,
      });
    await pictures(page, picture);
    await ofTile(page, { assetId: rig.assetId, dashboardId, look: lookName(look) });
    await page.context().close();
  }
} finally {
  await browser.close();
  await endPortal(portal);
}

async function furnish(portal: Portal): Promise<number> {
  const tile = {
    id: 'StateReport',
    properties: {
      type: { name: 'State Report', value: 'StateReport', default: false },
      settingsGuid: 'StateReport',
      showLog: false,
    },
    dataGrid: { x: 0, y: 0, w: 96, h: 54 },
  };
  const config = { tabs: [{ id: 'tab', name: 'default', order: 0 }], tiles: { tab: [tile] }, layouts: {} };
  const { dashboardId } = await portal.call<{ dashboardId: number }>('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Report',
    assetDefinitionId: 1,
    config: JSON.stringify(config),
  });
  return dashboardId;
}

interface ShownTile {
  readonly assetId: number;
  readonly dashboardId: number;
  readonly look: string;
}

async function ofTile(page: Page, { assetId, dashboardId, look }: ShownTile): Promise<void> {
  await page.goto(`${portal.url}/assets/${assetId}/dashboard/${dashboardId}?dashboardId=${dashboardId}`);
  const tile = page.locator('[data-tile-id="StateReport"]');
  await tile.getByRole('region', { name: 'Scores' }).waitFor();
  await tile.getByRole('region', { name: 'Depth over time' }).scrollIntoViewIfNeeded();
  await tile.locator('canvas').first().waitFor();
  await tile.getByRole('heading').first().scrollIntoViewIfNeeded();
  const path = everything === undefined ? resolve(TILES, 'StateReport.png') : resolve(everything, `tile-${look}.png`);
  await tile.screenshot({ path, animations: 'disabled' });
}

async function pictures(page: Page, picture: (name: string) => Promise<unknown>): Promise<void> {
  await page.goto(`${portal.url}/dwsjob`);
  await page.getByRole('combobox', { name: 'Snubbing Unit' }).click();
  await page.getByRole('option', { name: 'SU-211' }).click();
  await page.getByRole('button', { name: 'Fill in from the previous job' }).click();
  await page.getByRole('textbox', { name: 'Well' }).fill('Bluestem 5H');
  await picture('job-wizard');
  if (everything !== undefined) {
    await page.getByRole('button', { name: /Job info/ }).click();
    await picture('wizard-job');
    await page.getByRole('button', { name: /Technical info/ }).click();
    const lines = Array.from({ length: 200 }, (_, index) => `${index * 90};${(index * index) / 2 + 900};${index * 40}`);
    const csv = `Depth (ft);Hookload - Pick Up (lbs);Surface Torque (ft-lbs)\n${lines.join('\n')}`;
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.locator('canvas').nth(1).waitFor();
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'bad.csv', mimeType: 'text/csv', buffer: Buffer.from('Depth,Torque\n90,x\n80,y') });
    await page.getByRole('alert').waitFor();
    await picture('wizard-technical');
    await page.getByRole('button', { name: /Confirm/ }).click();
    await page.getByRole('table', { name: 'Previous and new job' }).waitFor();
    await picture('wizard-confirm');
  }
  await page.goto(`${portal.url}/jobs?compare=1,2`);
  await page.getByRole('table', { name: 'Figures of both jobs' }).waitFor();
  await picture('jobs');
  if (everything === undefined) return;
  const { assetId } =
    (await portal.call<{ assetId: number; serialNumber: string }[]>('GET', '/api/ef/assets')).find(
      ({ serialNumber }) => serialNumber === 'SU-211',
    ) ?? {};
  await page.goto(`${portal.url}/assets/${assetId}/report`);
  await page.getByRole('button', { name: 'Set job start' }).click();
  await page.getByRole('button', { name: 'Save job start' }).waitFor();
  await picture('report');
}
