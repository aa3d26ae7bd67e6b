import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { Bytes, makeTdms } from '@telltale/tdms/testing/make-tdms.ts';
import { DESK, openBrowser, openPage, readSitting } from './guide-browser.ts';
import { openPortal } from './portal-client.ts';
import { withQueryDashboard } from './query-dashboard.ts';

/*
 * Makes docs/images/explorers/*.png for docs/guide/explorers.md: `npm run demo` in one terminal, then
 * `node e2e/src/guide/explorer-screens.ts http://localhost:8080 admin PASSWORD`. The database that it shows is made here and given to the
 * page as a file of this computer; for the dashboard it is uploaded, and taken away again.
 */

const OUT = resolve(import.meta.dirname, '../../../docs/images/explorers');
const BLOCKS = [
  {
    title: 'Pressure at the wellhead',
    query: `select ts, p_tubing as "tubing bar", p_casing as "casing bar"\nfrom reading`,
    dataTab: 'line',
  },
  {
    title: 'Hours by state',
    query: 'select state, count(*) / 60.0 as hours from reading group by state',
    dataTab: 'pie',
  },
];
const RAW = [
  {
    title: 'Worst hours',
    query: `select strftime('%Y-%m-%d %H:00', ts, 'unixepoch') as hour,\n       max(p_tubing) as highest, round(avg(p_tubing), 2) as mean\nfrom reading\ngroup by hour\norder by highest desc`,
    dataTab: 'table',
    queryTab: 'raw',
  },
];

async function makeDatabase(folder: string): Promise<Buffer> {
  const path = join(folder, 'well-7.sqlite');
  const database = new DatabaseSync(path);
  database.exec(`create table reading(ts integer primary key, p_tubing real, p_casing real, state text);
    create table note(ts integer, author text, words text);
    create view last_hour as select * from reading where ts > (select max(ts) - 3600 from reading);
    with recursive n(i) as (select 0 union all select i + 1 from n where i < 4319)
    insert into reading select 1600000000 + 60 * i, round(41 + 6 * sin(i / 210.0) + 1.5 * sin(i / 17.0), 2),
      round(28 + 3 * sin(i / 390.0), 2), case when i % 1440 < 900 then 'flowing' when i % 1440 < 1260 then 'shut in' else 'testing' end from n;
    insert into note values (1600012000, 'ada', 'Choke set to 32/64.'), (1600098000, 'ben', 'Shut in for the test.');`);
  database.close();
  return readFile(path);
}

async function show(page: Page, base: string, blocks: readonly object[], bytes: Buffer): Promise<void> {
  await page.evaluate((kept) => localStorage.setItem('telltale.sqlite.blocks', JSON.stringify(kept)), blocks);
  await page.goto(`${base}/sqlite`);
  const chooser = page.getByRole('button', { name: 'SQLite file of this computer' });
  await chooser.setInputFiles({ name: 'well-7.sqlite', mimeType: 'application/octet-stream', buffer: bytes });
  await page.getByRole('button', { name: /^reading/ }).waitFor();
  for (const button of await page.getByRole('button', { name: 'Execute' }).all()) await button.click();
  await page
    .getByText(/^[\d,]+ ms$/)
    .last()
    .waitFor();
}

/** Ten minutes of a fracturing stage at 100 Hz, beside its pump's temperature at 1 Hz. */
function makeRecording(): Buffer {
  const [fast, slow] = [60_000, 600];
  const raw = new Bytes(false);
  const path = (channel: string) => `/'Stage 4'/'${channel}'`;
  const waves: [name: string, unit: string, value: (n: number) => number][] = [
    [
      'Treating pressure',
      'bar',
      (n) => 310 + 60 * Math.tanh((n - 9_000) / 3_000) + 4 * Math.sin(n / 9) + (n === 41_000 ? 90 : 0),
    ],
    ['Slurry rate', 'm³/min', (n) => Math.max(0, 4.2 * Math.tanh((n - 4_000) / 5_000)) + 0.1 * Math.sin(n / 31)],
  ];
  for (const [, , value] of waves) for (let n = 0; n < fast; n++) raw.f64(value(n));
  for (let n = 0; n < slow; n++) raw.f64(61 + n / 40 + Math.sin(n / 12));
  const objects = [
    {
      path: path('Pump temperature'),
      values: { code: 0x0a, count: slow },
      properties: { unit_string: '°C', wf_increment: 1 },
    },
    ...waves.map(([name, unit]) => ({
      path: path(name),
      values: { code: 0x0a, count: fast },
      properties: { unit_string: unit, wf_increment: 0.01, sensor: 'FR-204', rig: 'North 7' },
    })),
  ];
  const [temperature, ...others] = objects;
  const all = temperature === undefined ? others : [...others, temperature];
  return Buffer.from(makeTdms([{ isNewList: true, objects: all, raw: raw.done() }]));
}

async function showRecording(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/tdms-viewer`);
  const file = { name: 'stage-4.tdms', mimeType: 'application/octet-stream', buffer: makeRecording() };
  await page.locator('input[type=file]').setInputFiles(file);
  const chooser = page.getByLabel('File', { exact: true });
  await page
    .getByRole('option', { name: /stage-4/ })
    .first()
    .waitFor({ state: 'attached' });
  await chooser.selectOption({ index: 1 });
  await page.getByLabel('Plot Treating pressure').check();
  await page.getByLabel('Plot Slurry rate').check();
  await page.getByRole('img', { name: /Slurry rate.* to / }).waitFor();
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForTimeout(1_500);
}

const sitting = readSitting();
await mkdir(OUT, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), 'explorer-screens-'));
const browser = await openBrowser();
try {
  const bytes = await makeDatabase(folder);
  const page = await openPage(browser, sitting, { viewport: DESK });
  await show(page, sitting.base, BLOCKS, bytes);
  await page.screenshot({ path: resolve(OUT, 'sqlite.png') });
  await page.evaluate(() => localStorage.setItem('theme', 'palette-light'));
  await show(page, sitting.base, RAW, bytes);
  await page.getByRole('button', { name: 'Customize query' }).click();
  await page.getByRole('textbox', { name: /^SQL of/ }).waitFor();
  await page.waitForTimeout(500);
  await page.screenshot({ path: resolve(OUT, 'sqlite-query.png') });
  await page.evaluate(() => localStorage.setItem('theme', 'palette-dark'));
  const client = await openPortal(sitting.base, sitting.username, sitting.password);
  await withQueryDashboard(client, page, bytes, async (path) => {
    await page.goto(sitting.base + path);
    await page
      .getByRole('row', { name: /^flowing/ })
      .last()
      .waitFor();
    await page.getByRole('img', { name: /tubing bar/ }).waitFor();
    await page.waitForTimeout(1_000);
    await page.screenshot({ path: resolve(OUT, 'sqlite-tiles.png') });
  });
  await page.setViewportSize({ width: 1440, height: 1_000 });
  await showRecording(page, sitting.base);
  await page.screenshot({ path: resolve(OUT, 'measurements.png') });
  await page.getByRole('button', { name: 'Export channels' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Download' }).waitFor();
  await page.waitForTimeout(500);
  await page.screenshot({ path: resolve(OUT, 'measurements-export.png') });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Import into an asset' }).click();
  const imports = page.getByRole('dialog', { name: 'Import into an asset' });
  await imports.getByRole('combobox', { name: 'Asset' }).click();
  await page.getByRole('option').filter({ visible: true }).first().click();
  await imports.getByLabel(/^Start/).fill('2026-01-05T06:00');
  await page.waitForTimeout(1_500);
  await page.screenshot({ path: resolve(OUT, 'measurements-import.png') });
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}
