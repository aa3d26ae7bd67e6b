import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { chromium } from '@playwright/test';
import type { alarms, assets, dashboards } from '@telltale/contract';
import { findChromium } from './chromium.ts';

/*
 * Makes docs/images/tiles/*.png: a picture of every tile as it stands on a dashboard of the demonstration.
 * `npm run demo` in one terminal, then `node e2e/src/guide-pictures.ts http://localhost:8080 admin PASSWORD`, and the types
 * of tiles behind it where not all are wanted. The frame shows a page of the site below, which the demonstration's
 * frames.json must list: `{"sites": [{"origin": "http://127.0.0.1:8098"}]}`.
 */

const OUT = resolve(import.meta.dirname, '../../docs/images/tiles');
/** What the tiles show needs time to come: history, live values, the map's shapes. */
const SETTLE_MS = 12_000;
const SITE_PORT = 8098;

interface Picture {
  type: string;
  label: string;
  w: number;
  h: number;
  settings: Record<string, unknown>;
}

const [base = '', username = '', password = '', ...only] = process.argv.slice(2);
if (password === '') throw new Error('Give the address of a demonstration, a user and a password.');

const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
const login = await fetch(`${base}/api/ef/auth/login`, {
  headers: { Authorization: basic, 'X-Requested-With': 'Telltale' },
});
if (!login.ok) throw new Error(`The login was refused: ${await login.text()}`);
const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';

async function call<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const reply = await fetch(`${base}${path}`, {
    method,
    headers: { Cookie: cookie, 'X-Requested-With': 'Telltale', 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as T;
}

const pump = (await call<assets.Asset[]>('/api/ef/assets')).find(({ serialNumber }) => /^P/.test(serialNumber));
if (pump === undefined) throw new Error('There is no pump.');
const { assetId, assetDefinitionId } = pump;
const items = await call<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
const numbers = items.filter(({ isString, value }) => !isString && value !== null);
const [alarm] = await call<alarms.AlarmDefinition[]>(`/api/assetDefinitions/${assetDefinitionId}/alarmdefinitions`);

/** A data item by a part of its label; any number where there is none. */
function item(part: string): { slotPath: never[]; dataItem: number } {
  const found = numbers.find(({ label }) => label.toLowerCase().includes(part)) ?? numbers[0];
  return { slotPath: [], dataItem: found?.dataItemId ?? 0 };
}
const [pressure, flow, current, temperature] = ['pressure', 'flow', 'current', 'temp'].map(item);
const series = [pressure, flow].map((selection) => ({ ...selection }));
const request = (url: string, parsing = '') => ({ url, method: 'GET', headers: [], body: '', parse: 'json', parsing });
const live = (label: string) => `{{dataItems.${label}}}`;
const firstLabel = numbers[0]?.label ?? '';

const pictures: readonly Picture[] = [
  {
    type: 'AdvancedGraph',
    label: 'Advanced Graph',
    w: 48,
    h: 30,
    settings: { title: 'Pressure and flow', series, fixedStart: 6 },
  },
  {
    type: 'XYChart',
    label: 'XY Chart',
    w: 32,
    h: 30,
    settings: { title: 'Pump curve', x: flow, series: [pressure], fixedStart: 6 },
  },
  {
    type: 'FastGraph',
    label: 'Basic Graph',
    w: 48,
    h: 26,
    settings: { title: 'Motor current', series: [current], fixedStart: 3 },
  },
  { type: 'BarGraph', label: 'Bar Graph', w: 32, h: 26, settings: { title: 'Now', plots: [pressure, flow, current] } },
  {
    type: 'DynamicGraph',
    label: 'Dynamic Graph',
    w: 48,
    h: 30,
    settings: { title: 'Choose what to see', series: [temperature], fixedStart: 6 },
  },
  {
    type: 'EditorChart',
    label: 'Editor Chart',
    w: 48,
    h: 30,
    settings: { title: 'Correct a stretch', series: [flow], fixedStart: 3 },
  },
  {
    type: 'Gauge',
    label: 'Dial Gauge',
    w: 22,
    h: 24,
    settings: { ...pressure, min: 0, max: 400, band1End: 200, band2End: 320 },
  },
  { type: 'CylinderGauge', label: 'Cylinder Gauge', w: 18, h: 24, settings: { ...flow, min: 0, max: 600 } },
  { type: 'Indicator', label: 'Text Indicator', w: 20, h: 12, settings: { ...current, showTimestamp: true } },
  {
    type: 'IframeTile',
    label: 'Iframe',
    w: 36,
    h: 24,
    settings: { title: 'Camera', url: `http://127.0.0.1:${SITE_PORT}/?of={{asset.serialNumber}}` },
  },
  { type: 'Map', label: 'Google Map', w: 48, h: 36, settings: { title: 'Field' } },
  {
    type: 'TextBox',
    label: 'Text/Image',
    w: 30,
    h: 16,
    settings: {
      text: `<h3>{{asset.alias}}</h3><p>Serial number {{asset.serialNumber}}</p><p>${firstLabel}: <strong>${live(firstLabel)}</strong></p>`,
    },
  },
  { type: 'Table', label: 'Basic Table', w: 48, h: 30, settings: { option: 'events', title: 'Events' } },
  {
    type: 'CustomTable',
    label: 'Custom Table',
    w: 48,
    h: 26,
    settings: {
      title: 'Connections',
      columns: 'alias serial^number connected',
      fetch: request(
        '/api/ef/assets',
        "data.map((a) => ({ alias: a.assetAlias, 'serial number': a.serialNumber, connected: a.connection.connected }))",
      ),
    },
  },
  {
    type: 'PieChart',
    label: 'Pie Chart',
    w: 34,
    h: 24,
    settings: { title: 'Shares', plots: [pressure, flow, current] },
  },
  { type: 'HourlyHeatMap', label: 'Hourly Heat Map', w: 60, h: 28, settings: { ...flow, start: 7, stop: 1, days: 7 } },
  {
    type: 'MeanBoxChart',
    label: 'Mean Box Chart',
    w: 60,
    h: 28,
    settings: { ...pressure, start: 0, stop: 23, days: 7 },
  },
  { type: 'PatientChart', label: 'Patient Chart', w: 40, h: 24, settings: {} },
  { type: 'AlarmExpressions', label: 'Alarm Expressions', w: 44, h: 26, settings: {} },
  { type: 'DataItemTable', label: 'Data Item Table', w: 40, h: 30, settings: { title: 'Values' } },
  {
    type: 'CustomHTML',
    label: 'Custom HTML',
    w: 36,
    h: 16,
    settings: {
      text: `<style>b { color: teal }</style><p style="font-size: 20px">${firstLabel} is <b>${live(firstLabel)}</b></p>`,
    },
  },
  {
    type: 'AlarmTextBox',
    label: 'Alarm Text Box',
    w: 30,
    h: 12,
    settings: {
      alarm: alarm?.alarmDefinitionId ?? null,
      defaultText: `${alarm?.name ?? 'Alarm'}: all is well`,
      openText: `${alarm?.name ?? 'Alarm'} is open`,
    },
  },
  {
    type: 'DownloadButton',
    label: 'Download Button',
    w: 20,
    h: 8,
    settings: { text: 'Asset list', filename: 'assets.json', fetch: request('/api/ef/assets') },
  },
  {
    type: 'ActionDispatcher',
    label: 'Action Dispatcher',
    w: 20,
    h: 8,
    settings: { action: 'TOGGLE_PLAYBACK_BAR', actionText: 'Playback' },
  },
  { type: 'MessageViewer', label: 'Message Viewer', w: 48, h: 30, settings: {} },
  {
    type: 'AISettings',
    label: 'AI Settings',
    w: 60,
    h: 22,
    settings: {
      title: 'Analog inputs',
      channels: [
        { channel: 'AI 1', ...pressure, unscaledMin: 0, unscaledMax: 500, unit: '%' },
        { channel: 'AI 2', ...flow, unscaledMin: 0, unscaledMax: 700, scaledMin: 4, scaledMax: 20, unit: 'mA' },
        { channel: 'AI 3', ...temperature, unscaledMin: 32, unscaledMax: 212, offset: 0.5, unit: '°C' },
      ],
    },
  },
  { type: 'TileType', label: 'No Type Selected', w: 30, h: 10, settings: {} },
];

const id = (type: string) => `picture-${type}`;
const layout = (columns: number) =>
  pictures.map(({ type, w, h }, index) => ({
    i: id(type),
    x: 0,
    y: index * 40,
    w: Math.min(w, columns),
    h,
    moved: false,
    static: false,
  }));
const config = {
  tabs: [{ id: 'pictures', name: 'Pictures', order: 0 }],
  tiles: {
    pictures: pictures.map(({ type, label, w, h, settings }, index) => ({
      id: id(type),
      properties: {
        ...settings,
        type: { name: label, value: type, default: type === 'TileType' },
        settingsGuid: id(type),
      },
      dataGrid: { x: 0, y: index * 40, w, h },
    })),
  },
  layouts: { pictures: { lg: layout(96), sm: layout(96), xxs: layout(6) } },
};
const saved = await call<dashboards.Dashboard>('/api/dashboards', 'POST', {
  dashboardId: 0,
  dashboardName: 'Pictures for the guide',
  assetDefinitionId,
  systemDefinitionId: null,
  config: JSON.stringify(config),
});

const site = createServer((request, response) => {
  const of = new URL(request.url ?? '/', 'http://site').searchParams.get('of') ?? '';
  const style =
    'margin:0;height:100vh;display:grid;place-items:center;background:#24323d;color:#e6ebf0;font:16px sans-serif';
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><title>Camera</title><body style="${style}"><p>Camera of ${encodeURIComponent(of)}</p>`);
});
site.listen(SITE_PORT, '127.0.0.1');

await mkdir(OUT, { recursive: true });
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-background-networking', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${base}/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(/assets/);
  for (const { type } of pictures) {
    if (only.length > 0 && !only.includes(type)) continue;
    await page.goto(`${base}/assets/${assetId}/dashboard/${saved.dashboardId}?dashboardId=${saved.dashboardId}`);
    const tile = page.locator(`[data-tile-id="${id(type)}"]`);
    await tile.scrollIntoViewIfNeeded();
    await page.waitForTimeout(SETTLE_MS);
    await tile.screenshot({ path: resolve(OUT, `${type}.png`) });
    process.stdout.write(`${type}\n`);
  }
} finally {
  await browser.close();
  site.close();
  await call(`/api/dashboards/${saved.dashboardId}`, 'DELETE');
}
