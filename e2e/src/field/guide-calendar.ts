import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { type assets, type calendar, events } from '@telltale/contract';
import { openBrowser, openPage, readSitting } from '../guide/guide-browser.ts';
import { openPortal } from '../guide/portal-client.ts';

/*
 * Makes the pictures of the maintenance calendar in docs/guide/field-operations.md: `npm run demo` in one terminal, then
 * `node e2e/src/field/guide-calendar.ts http://localhost:8080 admin PASSWORD`.
 */

const IMAGES = resolve(import.meta.dirname, '../../../docs/images/field');
const DAY_MS = 86_400_000;
const sitting = readSitting();
const client = await openPortal(sitting.base, sitting.username, sitting.password);
const now = Date.now();
const span = [now - 30 * DAY_MS, now + 30 * DAY_MS].map((timeMs) => new Date(timeMs).toISOString());
const listed = () =>
  client.call<{ entries: calendar.MaintenanceEntry[] }>(`/api/maintenance/calendar?from=${span[0]}&to=${span[1]}`);

/** Where the demonstration has planned nothing yet, some of each status. */
if ((await listed()).entries.length < 10) {
  const [asset] = await client.call<assets.Asset[]>('/api/ef/assets');
  const assetId = asset?.assetId ?? 0;
  const kind = {
    assetDefinitionId: asset?.assetDefinitionId,
    name: 'Oil change',
    category: events.CATEGORY_MAINTENANCE,
  };
  const { eventDefinitionId } = await client.call<events.EventDefinition>('/api/events/definitions', 'PUT', kind);
  const some = Array.from({ length: 14 }, (_, index) => ({
    assetId,
    eventDefinitionId,
    timestamp: new Date(now + (index - 6) * 2 * DAY_MS).toISOString(),
    status: index < 4 ? 3 : index < 6 ? 2 : 1,
  }));
  await client.call('/api/events', 'PUT', some);
}
const next = (await listed()).entries.find(({ timestamp }) => Date.parse(timestamp) > now);

async function month(page: Page): Promise<void> {
  await page.goto(`${sitting.base}/maintenance?day=${next?.timestamp.slice(0, 10)}&entry=${next?.eventId}`);
  await page.getByRole('dialog', { name: next?.type ?? '' }).waitFor();
}

async function feeds(page: Page): Promise<void> {
  await page.goto(`${sitting.base}/maintenance`);
  await page.getByRole('button', { name: 'Calendar feeds' }).click();
  await page.getByRole('button', { name: 'Make feed' }).waitFor();
}

async function agenda(page: Page): Promise<void> {
  await page.goto(`${sitting.base}/maintenance`);
  await page.getByRole('button', { name: 'New Maintenance' }).waitFor();
}

const DESK = { width: 1440, height: 900 };
const screens: readonly [string, { width: number; height: number }, (page: Page) => Promise<void>][] = [
  ['calendar', DESK, month],
  ['calendar-feeds', DESK, feeds],
  ['calendar-phone', { width: 390, height: 844 }, agenda],
];

await mkdir(IMAGES, { recursive: true });
const browser = await openBrowser();
try {
  for (const [name, viewport, prepare] of screens) {
    const page = await openPage(browser, sitting, { viewport });
    await prepare(page);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: resolve(IMAGES, `${name}.png`) });
    await page.context().close();
  }
} finally {
  await browser.close();
}
