import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { assets, handovers } from '@telltale/contract';
import { openBrowser, openPage, readSitting, settle } from '../guide/guide-browser.ts';
import { openPortal } from '../guide/portal-client.ts';

/*
 * Makes the pictures of docs/guide/events.md and handover.md: `npm run demo` in one terminal, then
 * `node e2e/src/handovers/guide-handovers.ts http://localhost:8080 admin PASSWORD`.
 */

const IMAGES = resolve(import.meta.dirname, '../../../docs/images');
const sitting = readSitting();
const client = await openPortal(sitting.base, sitting.username, sitting.password);
const { alarms } = await client.call<{ alarms: { assetId: number }[] }>(
  '/api/ef/alarms/list?sort=severity&direction=desc',
);
const fleet = await client.call<assets.Asset[]>('/api/ef/assets');
const assetId = alarms[0]?.assetId ?? fleet[0]?.assetId ?? 0;
const now = Date.now();
const notes = ['Seal of the discharge side sweats, looked at again at noon.', 'Filter changed.'].map(
  (cause, index) => ({
    assetId,
    cause,
    timestamp: new Date(now - (index * 9 + 4) * 60_000).toISOString(),
  }),
);
await client.call('/api/events', 'PUT', notes);
const { handoverId } = await client.call<handovers.HandoverSummary>('/api/adminunits/1/handovers', 'POST', {});
const { texts } = await client.call<handovers.Handover>(`/api/handovers/${handoverId}`);
const { version = 0 } = texts.find(({ section }) => section === 'summary') ?? {};
await client.call(`/api/handovers/${handoverId}/texts/summary`, 'PUT', {
  text: 'Quiet night. Watch the seal on the discharge side; the fitter comes at ten.',
  version,
});

const DESK = { width: 1440, height: 900 };
const show = (path: string, list: string) => async (page: Page) => {
  await page.goto(`${sitting.base}${path}`);
  await page.getByRole('list', { name: list }).first().waitFor();
};
const timeline = show(`/assets/${assetId}/timeline`, 'Timeline');
const handover = show(`/handovers/${handoverId}`, 'Lines of Notes and events');

async function note(page: Page): Promise<void> {
  await timeline(page);
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('dialog', { name: 'Add note' }).waitFor();
  await page.getByRole('textbox', { name: 'Note' }).fill('Seal looks good again.');
}

async function chart(page: Page): Promise<void> {
  await page.goto(`${sitting.base}/assets/${assetId}/dashboard`);
  await settle(page);
  const plot = page.locator('.u-over').first();
  const { width = 0, height = 0 } = (await plot.boundingBox()) ?? {};
  const [from, to] = [now - 30 * 60_000, Date.now()];
  await plot.hover({ position: { x: (width * (now - 4 * 60_000 - from)) / (to - from), y: height / 2 } });
}

async function shifts(page: Page): Promise<void> {
  await page.goto(`${sitting.base}/handovers/shifts`);
  await page.getByRole('button', { name: 'Save shift times' }).waitFor();
}

const screens: readonly [string, (page: Page) => Promise<void>][] = [
  ['events/timeline-dark', timeline],
  ['events/note', note],
  ['events/chart', chart],
  ['handover/page-dark', handover],
  ['handover/shifts', shifts],
];

await mkdir(resolve(IMAGES, 'events'), { recursive: true });
await mkdir(resolve(IMAGES, 'handover'), { recursive: true });
const browser = await openBrowser();
try {
  for (const [name, prepare] of screens) {
    const page = await openPage(browser, sitting, { viewport: DESK });
    await prepare(page);
    await page.waitForTimeout(1_000);
    await page.screenshot({ path: resolve(IMAGES, `${name}.png`) });
    await page.context().close();
  }
  const page = await openPage(browser, sitting, { viewport: { width: 794, height: 1123 } });
  await handover(page);
  await page.emulateMedia({ media: 'print' });
  await page.screenshot({ path: resolve(IMAGES, 'handover/paper.png') });
} finally {
  await browser.close();
}
