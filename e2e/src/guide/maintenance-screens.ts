import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { events } from '@telltale/contract';
import { endPortal, type Portal, startPortal } from '../testing/portal.ts';
import { anEquipment, type Equipment, send } from '../tiles/equipment.ts';
import { DESK, EVERY_LOOK, lookName, openBrowser, openOwnLook } from './guide-browser.ts';

/*
 * Makes the pictures of maintenance in docs/images/field and of its tiles in docs/images/tiles, on a portal of its own:
 * after `npm run build`, `node e2e/src/guide/maintenance-screens.ts`. With a folder behind it every screen goes there, in
 * each size and theme.
 */

const [everything] = process.argv.slice(2);
const IMAGES = resolve(import.meta.dirname, '../../../docs/images');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.now();
const LOOKS = everything === undefined ? [{ viewport: DESK, theme: 'dark' } as const] : EVERY_LOOK;
const DAYS = 40;
const PODS = [1, 2, 3, 4, 5];
const CATEGORIES = [
  ...['Cap Top', 'D Ring Top', 'Crush Cap Top', 'Spring Top', 'Valve Top', 'Seat Top', 'Soft Packing', 'Hard Packing'],
  ...['Stuffing Box', 'Plunger', 'Spring Keeper', 'Spring Bottom', 'Valve Bottom', 'Seat Bottom'],
  ...['Crush Cap Bottom', 'D Ring Bottom', 'Cap Bottom'],
];
const PER_DAY = 9.2;

const iso = (days: number) => new Date(NOW + days * DAY_MS).toISOString();

/** A rig that pumps half of the day, with its 85 parts, each done some time in the last weeks. */
async function aRig(portal: Portal): Promise<Equipment> {
  const rig = await anEquipment(portal, 'SU-118');
  const { assetId, assetDefinitionId } = rig;
  const samples = Array.from({ length: DAYS * 4 }, (_, index) => ({
    ts: NOW - DAYS * DAY_MS + (index + 1) * 6 * HOUR_MS,
    values: { 'Pump Hours': Math.round((1_800 + (index / 4) * PER_DAY) * 10) / 10 },
  }));
  await send(portal, rig, samples);
  for (const [p, pod] of PODS.entries()) {
    for (const [c, category] of CATEGORIES.entries()) {
      const kind = {
        assetDefinitionId,
        name: `Pod ${pod} - ${category}`,
        category: 1,
        reason: '{"options": ["A-1", "B-2"]}',
      };
      const { eventDefinitionId } = await portal.call<events.EventDefinition>('PUT', '/api/events/definitions', kind);
      const daysAgo = 1 + ((p * 13 + c * 7) % 36);
      const reading = Math.round((1_800 + (DAYS - daysAgo) * PER_DAY) * 10) / 10;
      const meta = JSON.stringify({ 'Pump Hours': reading, details: { selection: 'A-1' } });
      const done = { assetId, eventDefinitionId, timestamp: iso(-daysAgo), status: 3, meta };
      await portal.call('PUT', '/api/events', [done]);
    }
  }
  return rig;
}

/** Oil by the hours, an inspection by the month, and what is planned besides. */
async function plan(portal: Portal, { assetId, assetDefinitionId }: Equipment): Promise<void> {
  const kindOf = async (name: string) =>
    (
      await portal.call<events.EventDefinition>('PUT', '/api/events/definitions', {
        assetDefinitionId,
        name,
        category: 1,
      })
    ).eventDefinitionId;
  const [oil, inspection, strainer] = [
    await kindOf('Oil change'),
    await kindOf('Inspection'),
    await kindOf('Strainer'),
  ];
  const at = (days: number, hour: string) => `${iso(days).slice(0, 10)}T${hour}:00:00.000Z`;
  const event = (eventDefinitionId: number, days: number, status: number) => ({
    assetId,
    eventDefinitionId,
    timestamp: at(days, '14'),
    status,
  });
  await portal.call('PUT', '/api/events', [
    event(oil, -20, 3),
    event(strainer, -6, 3),
    event(strainer, -1, 2),
    event(inspection, -3, 0),
    event(strainer, 5, 1),
  ]);
  const zone = 'America/Chicago';
  const byHours = { unit: 'counter', counter: 'Pump Hours', every: 250, zone, end: { kind: 'never' } };
  await portal.call('PUT', '/api/maintenance/series', { ...event(oil, 1, 1), repeat: byHours });
  const weekly = { unit: 'week', every: 1, zone, end: { kind: 'after', count: 4 } };
  await portal.call('PUT', '/api/maintenance/series', { ...event(inspection, 1, 1), repeat: weekly });
}

async function furnish(portal: Portal, { assetDefinitionId }: Equipment): Promise<number> {
  const tiles = [
    {
      id: 'Rendering',
      properties: {
        type: { name: 'Rendering', value: 'Rendering', default: false },
        settingsGuid: 'Rendering',
        title: 'Valves of the pump',
      },
      dataGrid: { x: 0, y: 0, w: 96, h: 90 },
    },
  ];
  const { dashboardId } = await portal.call<{ dashboardId: number }>('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Maintenance',
    assetDefinitionId,
    config: JSON.stringify({ tabs: [{ id: 'tab', name: 'default', order: 0 }], tiles: { tab: tiles }, layouts: {} }),
  });
  return dashboardId;
}

const portal = await startPortal();
const browser = await openBrowser();
try {
  const rig = await aRig(portal);
  await plan(portal, rig);
  const dashboardId = await furnish(portal, rig);
  const entries = await portal.call<{ entries: { eventId: number; timestamp: string; forecast: object | null }[] }>(
    'GET',
    `/api/maintenance/calendar?from=${iso(-1)}&to=${iso(60)}&assetId=${rig.assetId}`,
  );
  const expected = entries.entries.find(({ forecast }) => forecast !== null);
  for (const look of LOOKS) {
    const page = await openOwnLook(browser, portal, look);
    await pictures(page, { rig, dashboardId, expected, suffix: `-${lookName(look)}` });
    await page.context().close();
  }
} finally {
  await browser.close();
  await endPortal(portal);
}

interface Shown {
  readonly rig: Equipment;
  readonly dashboardId: number;
  readonly expected: { eventId: number; timestamp: string } | undefined;
  readonly suffix: string;
}

async function pictures(page: Page, { rig, dashboardId, expected, suffix }: Shown): Promise<void> {
  const fileOf = (folder: string, name: string) =>
    everything === undefined ? resolve(IMAGES, folder, `${name}.png`) : resolve(everything, `${name}${suffix}.png`);
  await mkdir(everything ?? resolve(IMAGES, 'field'), { recursive: true });
  const picture = (name: string) => page.screenshot({ path: fileOf('field', name) });

  await page.goto(
    `${portal.url}/maintenance?view=month&day=${expected?.timestamp.slice(0, 10)}&entry=${expected?.eventId}`,
  );
  await page.getByRole('dialog', { name: 'Oil change' }).waitFor();
  await picture('calendar-counter');
  await page.goto(`${portal.url}/maintenance?view=agenda`);
  await page.getByRole('button', { name: /Forecast: / }).waitFor();
  if (everything !== undefined) await picture('calendar-agenda');
  await page.goto(`${portal.url}/maintenance/forecast`);
  await page.getByRole('grid', { name: 'Parts by when they fall due' }).waitFor();
  await page
    .getByText(/^Pod \d - /)
    .first()
    .waitFor();
  await picture('forecast');

  await page.goto(`${portal.url}/assets/${rig.assetId}/dashboard/${dashboardId}?dashboardId=${dashboardId}`);
  const grid = page.locator('[data-tile-id="Rendering"]');
  await grid.getByRole('button', { name: /^Pod 1 - Cap Top/ }).waitFor();
  await grid.screenshot({ path: fileOf('tiles', 'Rendering') });
  await grid.getByRole('button', { name: /^Pod 1 - Valve Top/ }).click();
  await page.getByRole('dialog').getByText('Part #').first().waitFor();
  await picture('parts');
}
