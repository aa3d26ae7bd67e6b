import type { Page } from '@playwright/test';
import { expect, logIn, test } from './testing/journey.ts';
import type { Portal } from './testing/portal.ts';

/** What the address of a dashboard may ask for in a browser that has never seen the portal (decision 0157). */
const MOST_REQUESTS = 25;
const MOST_SCRIPT_BYTES = 300_000;

/** Labels are the whole portal's, which other journeys share: these are nobody else's. */
const PRESSURE = 'opened pressure';
const FLOW = 'opened flow';

/** A dashboard of the common tiles: values, a dial, lines over time, a table, a text. */
async function aDashboard(portal: Portal, serialNumber: string): Promise<number> {
  const { assetId, accessToken } = await portal.anAsset(serialNumber, 'Opened equipment');
  const device = await portal.aDevice(accessToken);
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ [PRESSURE]: 12.5, [FLOW]: 3 }), { qos: 1 });
  await device.endAsync();
  const items = await portal.call<{ dataItemId: number; label: string }[]>(
    'GET',
    `/api/ef/assets/${assetId}/dataitems`,
  );
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const idOf = (name: string) => items.find(({ label }) => label === name)?.dataItemId;
  const chosen = [PRESSURE, FLOW].map((label) => ({ slotPath: [], dataItem: idOf(label) }));
  const line = { color: '', axis: { label: '' }, line: 'solid', smooth: 1 };
  const tiles = [
    ['Indicator', { ...chosen[0], title: 'Pressure' }],
    ['Gauge', { ...chosen[1], title: 'Flow' }],
    ['FastGraph', { series: chosen.map((one) => ({ ...one, ...line })), fixedStart: 1, title: 'Lines' }],
    ['DataItemTable', { showAll: false, search: false, dataItems: chosen, title: 'Values' }],
    ['TextBox', { text: '<p>Pump house</p>' }],
  ].map(([type, settings], n) => {
    const id = `tile-${n}`;
    const kind = { name: type, value: type, default: false };
    const place = { x: (n % 3) * 32, y: Math.floor(n / 3) * 20, w: 32, h: 20 };
    return { id, properties: { type: kind, settingsGuid: id, ...(settings as object) }, dataGrid: place };
  });
  const layout = tiles.map(({ id, dataGrid }) => ({ i: id, ...dataGrid }));
  const config = {
    tabs: [{ id: 'tab', name: 'default', order: 0 }],
    tiles: { tab: tiles },
    layouts: { tab: { lg: layout, sm: layout } },
  };
  const dashboard = { dashboardId: 0, dashboardName: 'Opening', assetDefinitionId, config: JSON.stringify(config) };
  await portal.call('POST', '/api/dashboards', dashboard);
  return assetId;
}

test('a dashboard opens by its address with 25 requests and 300 kB of script at most', async ({ page, portal }) => {
  const assetId = await aDashboard(portal, 'OPENING-1');
  await logIn(page, portal);
  const log = await page.context().newCDPSession(page);
  await log.send('Network.enable');
  const paths = new Map<string, string>();
  const bytes = new Map<string, number>();
  log.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (request.url.startsWith('http')) paths.set(requestId, new URL(request.url).pathname);
  });
  log.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength));

  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  await expect(page.getByRole('group', { name: 'Pressure' })).toContainText('12.5');
  await expect(page.getByRole('group', { name: 'Values' })).toContainText(PRESSURE);
  await expect(page.getByText('Pump house')).toBeVisible();
  await expect(page.locator('.u-over')).toBeVisible();
  await page.waitForLoadState('networkidle');

  const list = [...paths].map(([id, path]) => `${bytes.get(id) ?? 0} ${path}`).join('\n');
  const scripts = [...paths].filter(([, path]) => path.endsWith('.js'));
  const scriptBytes = scripts.reduce((sum, [id]) => sum + (bytes.get(id) ?? 0), 0);
  expect(paths.size, list).toBeLessThanOrEqual(MOST_REQUESTS);
  expect(scriptBytes, list).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
  // What the page names is what the client takes: nothing is asked for twice.
  const once = [...paths.values()].filter((path) => /auth.login|definition$|dashboards$|dataitems$|\.js$/.test(path));
  expect(once).toEqual([...new Set(once)]);
});

test('nothing of a dashboard waits for more than the page, and for what the page names', async ({ page, portal }) => {
  const assetId = await aDashboard(portal, 'OPENING-2');
  await logIn(page, portal);
  const waves = await holdAnswers(page);
  const url = `${portal.url}/assets/${assetId}/dashboard`;
  const opening = page.goto(url, { waitUntil: 'commit' });
  await expect.poll(() => waves.held()).toEqual([`/assets/${assetId}/dashboard`]);
  waves.release();
  await opening;

  // Code, looks, fonts and answers: all of it is asked for before any of it is there.
  const asset = `/api/ef/assets/${assetId}`;
  const answers = ['/api/ef/auth/login', asset, `${asset}/definition`, `${asset}/dashboards`, `${asset}/dataitems`];
  const isCode = (path: string) => /^\/assets\/.*\.(?:js|css|woff2)$/.test(path);
  // They come by themselves once the page stands, and nothing of the dashboard waits for them, nor for what the marks ask for.
  const isLate = (path: string) =>
    /^\/assets\/(?:bell|marks|AlarmCounts|TroubleIndicator|status-words|outside-broker)-/.test(path) ||
    ['/api/status', `/api/assets/${assetId}/alarms`].includes(path);
  await expect.poll(() => waves.held().filter((path) => !isCode(path))).toEqual(expect.arrayContaining(answers));
  await expect.poll(() => waves.held().filter(isCode).length).toBeGreaterThan(5);
  waves.release();

  // What the tiles show: history, scales, alarms and events, none of them behind another or behind the live hub.
  const shown = ['/api/historicaldata', `${asset}/alarmcourse`, `/api/assets/${assetId}/events`];
  await expect.poll(() => waves.held()).toEqual(expect.arrayContaining([...shown, `${asset}/recordedranges`]));
  expect(
    waves.held().filter((path) => isCode(path) && !isLate(path)),
    'code that the page did not name',
  ).toEqual([]);
  waves.release();
  waves.connectHub();

  await expect(page.locator('.u-over')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Pressure' })).toContainText('12.5');
  await expect(page.getByText('Pump house')).toBeVisible();
  expect(
    waves.held().filter((path) => !isLate(path)),
    'a fourth wave',
  ).toEqual([]);
});

/** Keeps every answer back until it is released, and the live hub until it is connected: what is not asked by then waits for one of them. */
async function holdAnswers(page: Page) {
  const waiting = new Map<string, string>();
  const hub = Promise.withResolvers<void>();
  await page.routeWebSocket(/\/mqtt$/, async (socket) => {
    await hub.promise;
    socket.connectToServer();
  });
  const cdp = await page.context().newCDPSession(page);
  cdp.on('Fetch.requestPaused', ({ requestId, request }) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/favicon.svg') void cdp.send('Fetch.continueRequest', { requestId });
    else waiting.set(requestId, pathname);
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: 'http*' }] });
  return {
    held: () => [...new Set(waiting.values())],
    release: () => {
      for (const requestId of waiting.keys()) void cdp.send('Fetch.continueRequest', { requestId });
      waiting.clear();
    },
    connectHub: () => hub.resolve(),
  };
}
