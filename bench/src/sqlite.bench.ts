/**
 * A SQLite file of 2 GB with an index in the explorer, in a real Chromium: until it is open, until the first rows of a query
 * stand there, and what is read of it meanwhile; then a table of a million rows that is scrolled through. `--megabytes=N`
 * takes a smaller file. The disk needs room for it twice.
 */
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../../e2e/src/chromium.ts';
import { PortalProcess } from './browser/portal-process.ts';
import { scrollThrough } from './browser/scroll-through.ts';

const option = process.argv.find((argument) => argument.startsWith('--megabytes='));
const ROW_BYTES = 4_000;
const ROWS = Math.round((Number(option?.split('=')[1] ?? 2_000) * 1e6) / (ROW_BYTES + 200));
const BLOCK = 'Query 1';
const BY_INDEX = `select ts, label, value from history where label = 'item 3' order by ts desc limit 100`;
const MILLION = `with recursive n(i) as (select 0 union all select i + 1 from n where i < 999999)
select 1600000000 + i as ts, (i * 7919 % 100000) / 1000.0 as v from n`;
const SCROLL_MS = 4_000;

function makeDatabase(path: string): void {
  const database = new DatabaseSync(path);
  database.exec(`pragma journal_mode = off; pragma synchronous = off;
    create table history(ts integer primary key, label text, value real, raw blob);
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${ROWS - 1})
    insert into history select 1600000000 + i, 'item ' || (i % 50), i / 4.0, zeroblob(${ROW_BYTES}) from n;
    create index by_label on history(label, ts);`);
  database.close();
}

/** Executes a query as the only block of the page. @returns milliseconds from the press until its first row stands there */
async function execute(page: Page, url: string, query: string): Promise<{ openMs: number; rowsMs: number }> {
  const block = { title: BLOCK, query, parsing: '', queryTab: 'raw', dataTab: 'table', chosen: null };
  await page.goto(`${new URL(url).origin}/login`);
  await page.evaluate((kept) => localStorage.setItem('telltale.sqlite.blocks', JSON.stringify([kept])), block);
  const began = performance.now();
  await page.goto(url);
  const button = page.getByRole('button', { name: 'Execute' });
  await page.waitForFunction(() => {
    const buttons = [...document.querySelectorAll('article button')];
    return buttons.some((one) => one.textContent === 'Execute' && !(one as HTMLButtonElement).disabled);
  });
  const openMs = performance.now() - began;
  const pressed = performance.now();
  await button.click();
  await page.locator('article tbody tr[data-index]').first().waitFor();
  return { openMs, rowsMs: performance.now() - pressed };
}

const folder = await mkdtemp(join(tmpdir(), 'sqlite-bench-'));
const portal = await PortalProcess.create();
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
try {
  const path = join(folder, 'history.sqlite');
  makeDatabase(path);
  await portal.start();
  const form = new FormData();
  form.append('file', await openAsBlob(path), 'history.sqlite');
  const headers = await portal.headers();
  const sent = await fetch(`${portal.url}/api/files`, { method: 'POST', headers, body: form });
  if (!sent.ok) throw new Error(await sent.text());
  const [file] = await portal.call<{ fileId: number }[]>('GET', '/api/files');
  console.log(`${((await stat(path)).size / 1e9).toFixed(2)} GB, ${ROWS.toLocaleString('en-US')} rows.\n`);

  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  const [name = '', value = ''] = (headers.Cookie ?? '').split(/=(.*)/);
  await context.addCookies([{ name, value, url: portal.url }]);
  const page = await context.newPage();
  const read = { bytes: 0, requests: 0 };
  page.on('response', (response) => {
    if (!response.url().endsWith('/download')) return;
    read.bytes += Number(response.headers()['content-length']);
    read.requests++;
  });
  console.log('| what | until open | from Execute to the first rows | read of the file |\n|---|---|---|---|');
  for (const what of ['by the index, the first time', 'by the index, again']) {
    Object.assign(read, { bytes: 0, requests: 0 });
    const { openMs, rowsMs } = await execute(page, `${portal.url}/sqlite?fileId=${file?.fileId}`, BY_INDEX);
    const cells = [what, `${openMs.toFixed(0)} ms`, `${rowsMs.toFixed(0)} ms`];
    console.log(`| ${cells.join(' | ')} | ${(read.bytes / 1e6).toFixed(2)} MB in ${read.requests} requests |`);
  }
  const { openMs, rowsMs } = await execute(page, `${portal.url}/sqlite`, MILLION);
  console.log(`| a million rows, without a file | ${openMs.toFixed(0)} ms | ${rowsMs.toFixed(0)} ms | – |\n`);
  const frames = await scrollThrough(page.locator('article div:has(> table)').first(), SCROLL_MS);
  const at = (share: number) => (frames[Math.floor(frames.length * share)] ?? 0).toFixed(1);
  console.log(
    `A million rows scrolled through in ${SCROLL_MS / 1_000} s: ${frames.length} frames, ${at(0.5)} ms in the middle, ${at(0.95)} ms at 95 %.`,
  );
} finally {
  await browser.close();
  await portal.remove();
  await rm(folder, { recursive: true });
}
