/** Finding anything by its name: how soon the portal answers, and how soon the palette shows what a keystroke finds; `--no-browser` leaves the palette out. */
import { chromium } from '@playwright/test';
import { openDatabase } from '@telltale/server/db/database.ts';
import { findChromium } from '../../e2e/src/chromium.ts';
import { makePumps } from './alarms/pumps.ts';
import { writeYearOfAlarms } from './alarms/year-of-alarms.ts';
import { logIn } from './browser/page-measures.ts';
import { PortalProcess } from './browser/portal-process.ts';

const ASSETS = 50_000;
const DASHBOARDS = 500;
const TILES = 100;
const PUMPS = 1_000;
const ALARMS_EACH = 20;
const PAST_ALARMS = 50_000;
const FILES = 50_000;
/** So many rows a statement of SQLite takes. */
const ROWS_AT_ONCE = 1_000;
const PAST = { kind: 'pastAlarm' };
const TYPED = ['pump', 'p', '4', '49999', 'field 7 pump', 'zzz', 'compressor 12', 'station 33', 'suction', 'e'];

const percentile = (sorted: readonly number[], p: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
const row = (...cells: (string | number)[]) =>
  console.log(`| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell)).join(' | ')} |`);

const portal = await PortalProcess.create();
await portal.start();
await makePumps(portal, PUMPS, ALARMS_EACH);
const [asset] = await portal.call<Record<string, unknown>[]>('GET', '/api/ef/assets');
if (asset === undefined) throw new Error('There is no asset.');
const { assetId, assetDefinitionId } = asset as { assetId: number; assetDefinitionId: number };
for (let n = 0; n < DASHBOARDS; n++) {
  const tiles = Array.from({ length: TILES }, (_, at) => ({
    id: `tile-${at}`,
    properties: { title: `Suction ${n}-${at} of station ${at % 40}`, type: { name: 'Gauge', value: 'Gauge' } },
    dataGrid: { x: 0, y: 0, w: 20, h: 20 },
  }));
  const config = JSON.stringify({ tabs: [{ id: 'a', name: 'Tab', order: 0 }], tiles: { a: tiles }, layouts: {} });
  await portal.call('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: `Board ${n}`,
    assetDefinitionId,
    config,
  });
}
await portal.stop();
await writeYearOfAlarms(portal, PAST_ALARMS, Date.now());
await writeFiles();
await portal.start();

const count = (many: number) => many.toLocaleString('en');
const among = `${count(DASHBOARDS * TILES)} tiles, ${count(PAST_ALARMS)} past alarms and ${count(FILES)} files`;
console.log(`| the portal among ${among} (GET /api/ef/find) | p50 ms | p95 ms | max ms |\n|---|---|---|---|`);
for (const [name, round, texts, kind] of [
  ['the first time, all configs are read', 1, ['suction'], {}],
  ['later', 20, TYPED, {}],
  ['past alarms alone: words that many have', 20, ['pressure', 'pump 7', 'valve'], PAST],
  ['past alarms alone: words that none has', 20, ['zzz', 'suction', 'pump zzz'], PAST],
  ['files alone: words that many have', 20, ['shift', 'station 33', 'logs csv'], { kind: 'file' }],
  ['files alone: words that none has', 20, ['zzz', 'suction', 'shift zzz'], { kind: 'file' }],
] as const) {
  const took: number[] = [];
  for (let n = 0; n < round; n++) {
    for (const text of texts) {
      const began = performance.now();
      await portal.call('GET', `/api/ef/find?${new URLSearchParams({ text, ...kind })}`);
      took.push(performance.now() - began);
    }
  }
  took.sort((a, b) => a - b);
  row(name, percentile(took, 0.5), percentile(took, 0.95), took.at(-1) ?? Number.NaN);
}

if (!process.argv.includes('--no-browser')) await measureBrowser(asset, assetId);
await portal.remove();

/** What is known of files; nobody fetches them here. */
async function writeFiles(): Promise<void> {
  const db = openDatabase(portal.database);
  const now = Date.now();
  for (let first = 0; first < FILES; first += ROWS_AT_ONCE) {
    const rows = Array.from({ length: ROWS_AT_ONCE }, (_, at) => ({
      ...{ asset_id: assetId, admin_id: 1, by_user_id: 1, by_name: 'admin', hostname: '', hasp_id: '' },
      ...{ filename: `logs/shift ${first + at} of station ${at % 40}.csv`, length: 1_000, sha256: '' },
      ...{ timestamp_ms: now - (first + at) * 60_000, storage_name: `bench-${first + at}` },
    }));
    await db.insertInto('files').values(rows).execute();
  }
  await db.destroy();
}

async function measureBrowser(asset: Record<string, unknown>, assetId: number): Promise<void> {
  const list = JSON.stringify(
    Array.from({ length: ASSETS }, (_, at) => ({
      ...asset,
      assetId: assetId + at,
      serialNumber: `SN-${at * 7}`,
      assetAlias: `${at % 3 === 0 ? 'Compressor' : 'Pump'} ${at} of field ${at % 90}`,
    })),
  );
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const browser = await chromium.launch({ executablePath: findChromium(), headless: true, args });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.route('**/api/ef/assets', (route) => route.fulfill({ contentType: 'application/json', body: list }));
  await logIn(page, portal.url);
  await page.goto(`${portal.url}/user-settings`);
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /Search/ });
  await field.fill('49998');
  await page.getByRole('option', { name: /49998/ }).first().waitFor();

  /** From the key that went down until the frame with what it finds is handed to the screen. */
  await page.evaluate(() => {
    const took: number[] = [];
    Object.assign(window, { took });
    window.addEventListener(
      'input',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => took.push(performance.now() - timeStamp);
          channel.port2.postMessage(null);
        });
      },
      true,
    );
  });
  for (const text of TYPED) {
    await field.fill('');
    await field.pressSequentially(text, { delay: 60 });
    await page.waitForTimeout(400);
  }
  const took = (await page.evaluate(() => (window as unknown as { took: number[] }).took)).sort((a, b) => a - b);
  console.log(
    `\n| a keystroke among ${ASSETS} assets | keystrokes | p50 ms | p95 ms | max ms | goal |\n|---|---|---|---|---|---|`,
  );
  const cells = [percentile(took, 0.5), percentile(took, 0.95), took.at(-1) ?? Number.NaN];
  row('until what it finds is painted', String(took.length), ...cells, '< 50 ms');
  await browser.close();
}
