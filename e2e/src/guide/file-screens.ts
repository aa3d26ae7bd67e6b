import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { type assets, files } from '@telltale/contract';
import { aDocument } from '../testing/file-contents.ts';
import { DESK, type Look, openBrowser, openLook, openPage, PHONE, readSitting, TABLET } from './guide-browser.ts';
import { openPortal } from './portal-client.ts';

/*
 * Makes docs/images/files/*.png for docs/guide/files.md: `npm run demo` in one terminal, then
 * `node e2e/src/guide/file-screens.ts http://localhost:8080 admin PASSWORD`, and the names of pictures behind it where not
 * all are wanted. What it uploads is deleted again.
 */

const OUT = resolve(import.meta.dirname, '../../../docs/images/files');
interface Screen extends Look {
  readonly name: string;
  readonly path: (assetId: number) => string;
  readonly prepare?: (page: Page) => Promise<void>;
}

const panelOf = (assetId: number) => `/assets?panel=${assetId}&panelTab=files`;
const look = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name, exact: true }).first().click();
  await page.getByRole('dialog', { name }).waitFor();
};

const screens: readonly Screen[] = [
  {
    name: 'panel',
    viewport: DESK,
    theme: 'dark',
    path: panelOf,
    prepare: (page) => page.getByRole('button', { name: /^Versions of/ }).click(),
  },
  { name: 'table', viewport: DESK, theme: 'light', path: panelOf, prepare: look('inspection.csv') },
  {
    name: 'document',
    viewport: TABLET,
    theme: 'dark',
    path: panelOf,
    prepare: async (page) => {
      await look('manual.pdf')(page);
      await page.getByRole('dialog').locator('canvas').first().waitFor();
    },
  },
  { name: 'page', viewport: DESK, theme: 'calm', path: () => '/files' },
  { name: 'phone', viewport: PHONE, theme: 'light', path: panelOf },
];

const sitting = readSitting();
const client = await openPortal(sitting.base, sitting.username, sitting.password);
const fleet = await client.call<assets.Asset[]>('/api/ef/assets');
const asset = fleet.find(({ serialNumber }) => serialNumber.startsWith('PS'));
if (asset === undefined) throw new Error('There is no pump station to upload to.');

/** In the browser, with its session. */
function upload(page: Page, path: string, name: string, bytes: Buffer): Promise<void> {
  return page.evaluate(
    async ([address, filename, text]) => {
      const form = new FormData();
      const content = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      form.append('file', new Blob([content]), filename);
      const reply = await fetch(address, { method: 'POST', headers: { 'X-Requested-With': 'Telltale' }, body: form });
      if (!reply.ok) throw new Error(await reply.text());
    },
    [path, name, bytes.toString('base64')] as const,
  );
}

/** The same into a folder, as the page itself does (tus). */
async function uploadInto(page: Page, folder: string, name: string, bytes: Buffer, assetId?: number): Promise<void> {
  const pair = (key: string, value: string) => `${key} ${Buffer.from(value).toString('base64')}`;
  const of = assetId === undefined ? [] : [pair('assetId', String(assetId))];
  const metadata = [pair('filename', `${folder}/${name}`), ...of].join(',');
  await page.evaluate(
    async ([path, described, text]) => {
      const content = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      const common = { 'X-Requested-With': 'Telltale', 'Tus-Resumable': '1.0.0' };
      const sized = { ...common, 'Upload-Length': String(content.length), 'Upload-Metadata': described };
      const begun = await fetch(path, { method: 'POST', headers: sized });
      const kind = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
      const where = begun.headers.get('Location');
      if (where === null) throw new Error(await begun.text());
      const reply = await fetch(where, { method: 'PATCH', headers: { ...common, ...kind }, body: content });
      if (!reply.ok) throw new Error(await reply.text());
    },
    [files.UPLOADS_PATH, metadata, bytes.toString('base64')] as const,
  );
}

async function fill(page: Page, assetId: number): Promise<void> {
  const rows = Array.from(
    { length: 40 },
    (_, at) => `2026-05-${String((at % 28) + 1).padStart(2, '0')},P-${at},4.${at},ok`,
  );
  const table = Buffer.from(`day,pump,pressure bar,state\n${rows.join('\n')}\n`);
  const path = `/api/ef/assets/${assetId}/files`;
  await upload(page, path, 'manual.pdf', aDocument('Pump station', 'Start, stop and what to look at in between'));
  await upload(page, path, 'inspection.csv', table.subarray(0, 400));
  await upload(page, path, 'inspection.csv', table);
  await upload(page, path, 'firmware-2.4.1.bin', Buffer.alloc(400_000, 7));
  await upload(page, '/api/files', 'notes of the shift.txt', Buffer.from('All is well.\n'));
  for (const month of ['2026-03', '2026-04', '2026-05']) {
    await uploadInto(page, `logs/${month}`, 'pump.csv', table, assetId);
  }
  await uploadInto(page, 'drawings', 'piping.pdf', aDocument('Piping', 'Valves and their numbers'), assetId);
  await uploadInto(page, 'safety', 'work permits.txt', Buffer.from('Ask the office.\n'));
}

async function take(browser: Browser, { name, path, prepare, ...look }: Screen, assetId: number): Promise<void> {
  const page = await openLook(browser, sitting, look);
  await page.goto(`${sitting.base}${path(assetId)}`);
  await page.getByText('inspection.csv').first().waitFor();
  await prepare?.(page);
  await page.waitForTimeout(2_000);
  await page.screenshot({ path: resolve(OUT, `${name}.png`) });
  await page.context().close();
  process.stdout.write(`${name}\n`);
}

await mkdir(OUT, { recursive: true });
const browser = await openBrowser();
const before = new Set((await client.call<files.StoredFile[]>('/api/files')).map(({ fileId }) => fileId));
try {
  const page = await openPage(browser, sitting, { viewport: DESK });
  await fill(page, asset.assetId);
  for (const screen of screens) {
    if (sitting.rest.length === 0 || sitting.rest.includes(screen.name)) await take(browser, screen, asset.assetId);
  }
} finally {
  await browser.close();
  const made = (await client.call<files.StoredFile[]>('/api/files')).filter(({ fileId }) => !before.has(fileId));
  for (const { fileId } of made) await client.call(`/api/files/${fileId}`, 'DELETE');
}
