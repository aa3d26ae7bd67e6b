import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from '@playwright/test';
import { expectAccessible, expectColoursAccessible } from '../testing/accessible.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import { takePicture } from '../testing/picture.ts';
import type { Portal } from '../testing/portal.ts';
import { anEquipment } from '../tiles/equipment.ts';
import { queryTile } from '../tiles/query-tile.ts';
import { buildAndSeeAgain } from '../tiles/tile-journey.ts';

const FILE = 'shift-recorder.sqlite';
/** Of the dashboard: chosen by its name, of which there is one. */
const TILE_FILE = 'shift-tile.sqlite';
const BLOCK = 'Query 1';

/** A database of some megabytes, of which little has to be read. */
function aDatabase(): Buffer<ArrayBuffer> {
  const folder = mkdtempSync(join(tmpdir(), 'explorer-'));
  const path = join(folder, FILE);
  const database = new DatabaseSync(path);
  database.exec(`create table reading(ts integer primary key, pump text, pressure real, note text);
    with recursive n(i) as (select 0 union all select i + 1 from n where i < 39999)
    insert into reading select 1600000000 + i, 'Pump ' || (i % 3), (i % 50) / 2.0, hex(zeroblob(100)) from n;
    create view broken as select missing_column from reading;`);
  database.close();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  return Buffer.from(bytes);
}

async function upload(portal: Portal, bytes: Buffer<ArrayBuffer>, name = FILE): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([bytes]), name);
  await portal.upload('/api/files', form);
  const files = await portal.call<{ fileId: number }[]>('GET', `/api/files?filename=${name}`);
  return files[0]?.fileId ?? 0;
}

/** Writes the text of a block's query, with the keyboard. */
async function write(page: Page, sql: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: `SQL of ${BLOCK}` });
  await editor.fill(sql);
}

test('a file of the portal is asked in place: by fields, by SQL and by a transform, and stopped when it runs away', async ({
  page,
  portal,
}) => {
  const bytes = aDatabase();
  const fileId = await upload(portal, bytes);
  const [origins, read] = [new Set<string>(), { bytes: 0 }];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) origins.add(new URL(request.url()).origin);
  });
  page.on('response', (response) => {
    if (response.url().endsWith(`/api/files/${fileId}/download`)) {
      expect(response.status()).toBe(206);
      read.bytes += Number(response.headers()['content-length']);
    }
  });
  await logIn(page, portal);
  await page.goto(`${portal.url}/sqlite?fileId=${fileId}`);
  await expect(page.getByRole('combobox', { name: 'File of the portal' })).toHaveValue(String(fileId));

  // What is in it, without reading all of it.
  await page.getByRole('button', { name: /^reading/ }).click();
  const rows = page.getByRole('grid', { name: 'First rows of reading' });
  await expect(rows.getByRole('gridcell', { name: '1600000000', exact: true })).toBeVisible();
  await expect(page.getByText('Pump 0 · Pump 1 · Pump 2')).toBeVisible();
  expect(read.bytes).toBeLessThan(bytes.length);
  await page.getByRole('button', { name: /broken/ }).click();
  await expect(page.getByText('It cannot be read: no such column: missing_column.')).toBeVisible();
  await page.getByRole('button', { name: /broken/ }).click();

  // A query by hand, as each kind of picture.
  const block = page.getByRole('article', { name: BLOCK });
  await block.getByRole('button', { name: 'Execute' }).click();
  await expect(block.getByRole('img', { name: /low, middle, high over timestamp/ })).toBeVisible();
  await block.getByRole('button', { name: 'Customize query' }).click();
  await block.getByRole('tab', { name: 'Raw query' }).click();
  await write(page, 'select pump, max(pressure) from reading group by pump');
  await page.keyboard.press('Control+Enter');
  await expect(block.getByText('3 rows')).toBeVisible();
  await block.getByRole('button', { name: 'Change vizualization' }).click();
  await page.getByRole('menuitem', { name: 'Bar chart' }).click();
  await expect(block.getByRole('row', { name: 'Pump 1 24.5' })).toBeVisible();
  await expectAccessible(page, 'the SQLite explorer');
  await takePicture(page, 'sqlite, dark');

  // Names of tables and columns are completed.
  const editor = page.getByRole('textbox', { name: `SQL of ${BLOCK}` });
  await editor.fill('select * from ');
  await editor.pressSequentially('rea');
  await page.getByRole('option', { name: 'reading' }).click();
  await editor.pressSequentially(' where reading.pres');
  await page.getByRole('option', { name: 'pressure' }).click();
  await expect(editor).toHaveText('select * from reading where reading.pressure');

  // What writes is refused; what never ends is stopped; and the next query runs.
  await write(page, 'delete from reading');
  await block.getByRole('button', { name: 'Execute' }).click();
  await expect(block.getByText('The explorer only reads: deleting rows is refused.')).toBeVisible();
  await write(page, 'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n');
  await block.getByRole('button', { name: 'Execute' }).click();
  await block.getByRole('button', { name: 'Stop' }).click();
  await expect(block.getByText('The query was stopped.')).toBeVisible();
  await write(page, 'select ts, pressure from reading');
  await block.getByRole('button', { name: 'Execute' }).click();
  await expect(block.getByText('40,000 rows')).toBeVisible();

  // Choosing fields takes the text away, which is asked first.
  await block.getByRole('tab', { name: 'Choose fields' }).click();
  await block.getByRole('combobox', { name: 'Table' }).selectOption('reading');
  await expect(page.getByText(/you can't use the dummy editor and text query editor at the same time/)).toBeVisible();
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await block.getByRole('checkbox', { name: /^note/ }).uncheck();
  await block.getByRole('button', { name: 'Execute' }).click();
  await expect(block.getByText('40,000 rows')).toBeVisible();

  // A transform reaches nothing, and ends.
  await block.getByRole('tab', { name: 'Code transform' }).click();
  const code = block.getByRole('textbox', { name: 'A JavaScript function of the rows' });
  await code.fill('(rows) => fetch("/api/users")');
  await block.getByRole('button', { name: 'Execute' }).click();
  await expect(block.getByRole('alert')).toContainText('fetch is not');
  await code.fill('(rows) => { for (;;); }');
  await block.getByRole('button', { name: 'Execute' }).click();
  await expect(block.getByRole('alert')).toContainText('took longer than 1.5 seconds');
  await code.fill('(rows) => [{ name: "rows", count: rows.length }]');
  await block.getByRole('button', { name: 'Execute' }).click();
  await expect(block.getByRole('row', { name: 'rows 40,000' })).toBeVisible();

  // Kept for the next visit; nothing left the portal.
  await page.getByRole('button', { name: 'Add query' }).click();
  for (const theme of ['light', 'calm']) {
    await page.evaluate((name) => localStorage.setItem('theme', `palette-${name}`), theme);
    await page.reload();
    await expect(page.getByRole('article', { name: 'Query 2' })).toBeVisible();
    await expectColoursAccessible(page, `the SQLite explorer, ${theme}`);
    await takePicture(page, `sqlite, ${theme}`);
  }
  expect([...origins]).toEqual([new URL(portal.url).origin]);
});

test('a visitor without a session reads a file of their own, which goes nowhere', async ({ page, portal }) => {
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') bodies.push(request.url());
  });
  await page.goto(`${portal.url}/sqlite`);
  await expect(page.getByText('to choose among the files of the portal')).toBeVisible();
  const chooser = page.getByRole('button', { name: 'SQLite file of this computer' });
  await chooser.setInputFiles({
    name: 'photo.sqlite',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  });
  await expect(page.getByText('This is not an SQLite database: it begins like a PNG picture.')).toBeVisible();
  await chooser.setInputFiles({ name: 'mine.sqlite', mimeType: 'application/octet-stream', buffer: aDatabase() });
  await page.getByRole('button', { name: /^reading/ }).click();
  await expect(page.getByRole('gridcell', { name: '1600000000', exact: true })).toBeVisible();
  expect(bodies).toEqual([]);
});

test('a query stands on a dashboard as a tile, which answers when the dashboard is opened', async ({
  page,
  portal,
}) => {
  await upload(portal, aDatabase(), TILE_FILE);
  const { assetId } = await anEquipment(portal, 'QUERY-TILE-1');
  await buildAndSeeAgain(page, portal, assetId, [queryTile(TILE_FILE)]);
});
