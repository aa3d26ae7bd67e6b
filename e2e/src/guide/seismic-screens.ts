import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { endPortal, type Portal, startPortal } from '../testing/portal.ts';
import { EVERY_LOOK, lookName, openBrowser, openOwnLook } from './guide-browser.ts';

/*
 * Makes docs/images/explorers/seismic.png for docs/guide/explorers.md, on a portal of its own beside a service of made-up earthquakes: after
 * `npm run build`, `node e2e/src/guide/seismic-screens.ts`. With a folder behind it every screen goes there, in each size and theme.
 */

const [everything] = process.argv.slice(2);
const GUIDE = resolve(import.meta.dirname, '../../../docs/images/explorers');
const LOOKS =
  everything === undefined ? [{ viewport: { width: 1440, height: 1000 }, theme: 'dark' } as const] : EVERY_LOOK;
const HOUR_MS = 3_600_000;
/** What is drawn last: shapes of the map, lines of recordings. */
const SETTLES_MS = 2_000;
const STATIONS: readonly [name: string, latitude: number, longitude: number][] = [
  ['PB28 Orla', 31.63, -103.98],
  ['PB35 Pecos', 31.44, -103.52],
  ['PB37 Toyah', 31.28, -103.83],
];
const WELLS: readonly [name: string, latitude: number, longitude: number][] = [
  ['Delaware 4H', 31.52, -103.81],
  ['Delaware 9H', 31.58, -103.9],
  ['Reeves Disposal 2', 31.47, -103.69],
  ['Loving 17H', 31.71, -103.55],
];
const CHOSEN = { id: 'texnet2026wxyz', latitude: 31.55, longitude: -103.84, depth: 5.6, magnitude: 3.1 };

const nowMs = Date.now();
const chosenMs = nowMs - 2 * HOUR_MS;
/** The same numbers each time. */
const spread = (n: number, by: number) => ((n * 7_919 + by * 104_729) % 1_000) / 1_000;

function regionText(): string {
  const lines = Array.from({ length: 120 }, (_, n) => {
    const time = new Date(nowMs - (n + 3) * 2.3 * HOUR_MS).toISOString();
    const place = `${(31.2 + 0.9 * spread(n, 1)).toFixed(4)};${(-104.4 + 1.2 * spread(n, 2)).toFixed(4)}`;
    const size = (2 + 1.4 * spread(n, 3) ** 3).toFixed(1);
    return `texnet2026${(n + 4_000).toString(36)};${time};${size};${place};${(3 + 6 * spread(n, 4)).toFixed(1)};Western Texas`;
  });
  const { id, latitude, longitude, depth, magnitude } = CHOSEN;
  const chosen = `${id};${new Date(chosenMs).toISOString()};${magnitude};${latitude};${longitude};${depth};Western Texas`;
  return ['id;time;magnitude;latitude;longitude;depth;region', chosen, ...lines].join('\n');
}

function summaryJson(): string {
  const places = ['Kermadec Islands, New Zealand', '42 km SSW of Adak, Alaska', 'Off the coast of Antofagasta, Chile'];
  const features = places.map((place, n) => ({
    type: 'Feature',
    id: `us7000${n}q${n}k`,
    properties: { mag: 4.6 + n / 3, place, time: nowMs - (n + 1) * 5 * HOUR_MS, url: `https://quakes.example/us${n}` },
    geometry: { type: 'Point', coordinates: [-178 + 53 * n, -30 + n, 12 + n] },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

async function aSite(portal: Portal): Promise<void> {
  const place = (assetId: number, latitude: number, longitude: number) =>
    portal.call('POST', `/api/assets/${assetId}/coordinates`, { latitude, longitude });
  for (const [name, latitude, longitude] of WELLS) {
    await place((await portal.anAsset(name, 'Wells')).assetId, latitude, longitude);
  }
  for (const [at, [name, latitude, longitude]] of STATIONS.entries()) {
    const { assetId, accessToken } = await portal.anAsset(name, 'Stations');
    await place(assetId, latitude, longitude);
    if (at === 0) await withAlarm(portal, assetId);
    const device = await portal.aDevice(accessToken);
    const waves = Array.from({ length: 400 }, (_, n) => {
      const seconds = (n - 60) / 5;
      const strength = seconds < 2.2 + 2 * at ? 0.2 : (60 / (at + 1)) * Math.exp(-(seconds - 2.2) / 14);
      return { ts: chosenMs + seconds * 1_000, values: { 'Velocity Z': strength * Math.sin(seconds * 9 + at) } };
    });
    await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(waves), { qos: 1 });
    await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ Ratio: at === 2 ? 1 : 6 }), { qos: 1 });
    await device.endAsync();
  }
}

/** Definition 2 is that of locally detected events. */
async function withAlarm(portal: Portal, assetId: number): Promise<void> {
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  await portal.call('POST', `/api/ef/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`, [
    { label: 'Velocity Z', unit: 'µm/s' },
    { label: 'Ratio', unit: '' },
  ]);
  for (const [name, limit] of [
    ['Clipped', 99],
    ['Local event', 4],
  ] as const) {
    const flee = JSON.stringify({ expression: `_Ratio > ${limit}`, variables: [] });
    await portal.call('PUT', '/api/ef/alarmdefinitions', [{ assetDefinitionId, name, reason: '', severity: 2, flee }]);
  }
}

async function pictures(page: Page, portal: Portal, picture: (name: string) => Promise<unknown>): Promise<void> {
  await page.goto(`${portal.url}/seismic?event=${CHOSEN.id}&miles=20`);
  await page
    .getByRole('img', { name: /Velocity Z.*P expected/ })
    .nth(2)
    .waitFor();
  await page.getByText('Nearest assets').waitFor();
  await page.waitForTimeout(SETTLES_MS);
  await picture('seismic');
  if (everything === undefined) return;
  await page.getByRole('grid', { name: 'Seismic Events' }).scrollIntoViewIfNeeded();
  await picture('seismic-list');
  await page.getByRole('heading', { name: 'Recordings around the arrival' }).scrollIntoViewIfNeeded();
  await picture('seismic-recordings');
  await page.goto(`${portal.url}/assets`);
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await page.locator('.maplibregl-marker').first().waitFor();
  await page.waitForTimeout(SETTLES_MS);
  await picture('map');
}

const service = createServer(({ url = '' }, reply) => {
  if (url.startsWith('/region')) reply.end(regionText());
  else if (url.startsWith('/summary')) reply.end(summaryJson());
  else reply.writeHead(503).end();
});
service.listen(0, '127.0.0.1');
await once(service, 'listening');
const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
const feed = (name: string, path: string, more: object) => ({
  name,
  url: address + path,
  seconds: 3_600,
  private: true,
  ...more,
});
const portal = await startPortal({
  'feeds.json': {
    seismic: [
      feed('Western Texas', '/region', { format: 'fdsn-text', region: 'Western Texas' }),
      feed('New Mexico', '/closed', { format: 'fdsn-text', region: 'New Mexico' }),
      feed('Summary of the week', '/summary', { format: 'geojson' }),
    ],
    lookups: {},
  },
});
const browser = await openBrowser();
try {
  await aSite(portal);
  await mkdir(everything ?? GUIDE, { recursive: true });
  for (const look of LOOKS) {
    const page = await openOwnLook(browser, portal, look);
    await pictures(page, portal, (name) => {
      const file =
        everything === undefined ? resolve(GUIDE, `${name}.png`) : resolve(everything, `${name}-${lookName(look)}.png`);
      return page.screenshot({ path: file, animations: 'disabled' });
    });
    await page.context().close();
  }
} finally {
  await browser.close();
  await endPortal(portal);
  service.closeAllConnections();
  service.close();
}
