import { expect, logIn, test } from './testing/journey.ts';
import type { Portal } from './testing/portal.ts';

/** Whatever becomes markup of these calls P, in the page or from a frame of it. */
const HOSTILE = [
  '<img src=x onerror="P()">',
  '<svg/onload="P()">',
  '"><script>P()</script>',
  '<iframe srcdoc="<script>parent.P()</script>"></iframe>',
  '<a href="javascript:P()">link</a>',
  "{{constructor.constructor('P()')()}}",
  '[#ff0000]text[/]{valueY.formatNumber("P()")}',
].join(' ');
/** The same where a name has at most 255 characters. */
const SHORT = '<img src=x onerror="P()"><svg/onload="P()">"><script>P()</script>';
const LABEL = 'Level <img src=x onerror="P()">';

interface StoredTile {
  id: string;
  properties: object;
  dataGrid: object;
}

async function registeredTypes(): Promise<string[]> {
  // By a name that the type checker does not follow: the client's files are checked with its own settings.
  const registry = '../../apps/web/src/tiles/registry.ts';
  const { listTiles } = (await import(registry)) as { listTiles(): readonly { type: string }[] };
  return listTiles().map(({ type }) => type);
}

/** An asset with texts of its own, one data item, and the dashboards of its definition. */
async function anAsset(portal: Portal, serial: string) {
  const { assetId, accessToken } = await portal.anAsset(serial, `Equipment ${serial} ${SHORT}`);
  await portal.call('PUT', `/api/assets/${assetId}`, {
    assetId,
    assetAlias: `${serial} ${SHORT}`,
    description: HOSTILE,
  });
  const device = await portal.aDevice(accessToken);
  const payload = JSON.stringify({ [LABEL]: 42.5, State: HOSTILE });
  await device.publishAsync('v1/devices/me/telemetry', payload, { qos: 1 });
  await device.endAsync();
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  type Item = { dataItemId: number; label: string };
  const items = await portal.call<Item[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const dataItem = items.find(({ label }) => label === LABEL)?.dataItemId ?? 0;
  for (const attributeName of ['Station', 'place']) {
    await portal.call('PUT', `/api/assets/${assetId}/attributes`, { attributeName, attributeValue: HOSTILE });
  }
  await portal.call('POST', `/api/assets/${assetId}/coordinates`, { assetId, latitude: 31.5, longitude: -103 });
  return { assetId, assetDefinitionId, dataItem };
}

async function store(portal: Portal, assetDefinitionId: number, name: string, config: object) {
  const dashboard = { dashboardId: 0, dashboardName: name, assetDefinitionId, config: JSON.stringify(config) };
  return portal.call<{ dashboardId: number; config: string }>('POST', '/api/dashboards', dashboard);
}

function aTile(id: string, type: string, place: { x: number; y: number; w: number; h: number }, settings: object) {
  return { id, properties: { ...settings, type: { name: HOSTILE, value: type }, settingsGuid: id }, dataGrid: place };
}

/** A tile of every type, two charts of the other library, each setting that is a text hostile. */
async function everyTile(dataItem: number): Promise<StoredTile[]> {
  const part = { slotPath: [], dataItem, color: HOSTILE, fill: HOSTILE, axis: { label: HOSTILE }, label: HOSTILE };
  const settings = {
    ...{ slotPath: [], dataItem, title: HOSTILE, name: HOSTILE, unit: HOSTILE, label: HOSTILE, filename: HOSTILE },
    text: `${HOSTILE} {{dataItems.State}} {{attributes.place}}`,
    ...{ openText: HOSTILE, defaultText: HOSTILE, actionText: HOSTILE, columns: HOSTILE, url: HOSTILE },
    ...{ series: [part], plots: [part], dataItems: [part], axes: [{ label: HOSTILE, grid: true }] },
  };
  const types = [...(await registeredTypes()), 'constructor', '__proto__'];
  const all = [...types.map((type) => ({ type, more: {} })), { type: 'AdvancedGraph', more: { library: 'amcharts' } }];
  return all.map(({ type, more }, index) => {
    const place = { x: (index % 4) * 24, y: Math.floor(index / 4) * 20, w: 24, h: 20 };
    return aTile(`t${index}`, type, place, { ...settings, ...more });
  });
}

function aConfig(tiles: readonly StoredTile[]) {
  const layout = tiles.map(({ id, dataGrid }) => ({ i: id, ...dataGrid }));
  return {
    tabs: [{ id: 'tab', name: HOSTILE, order: 0 }],
    tiles: { tab: tiles },
    layouts: { tab: { lg: layout, sm: layout } },
  };
}

// The page's policy would stop what became markup; here it must not be needed.
test.use({ bypassCSP: true });

test('scripts in every text of a dashboard and of its asset are text on every screen, viewed and edited (E1, E3, E5, E6, E16)', async ({
  page,
  portal,
}) => {
  test.setTimeout(240_000);
  const { assetId, assetDefinitionId, dataItem } = await anAsset(portal, 'HOSTILE');
  const tiles = await everyTile(dataItem);
  const { dashboardId, config } = await store(portal, assetDefinitionId, SHORT, aConfig(tiles));
  let calls = 0;
  await page.exposeFunction('P', () => calls++);
  await page.setViewportSize({ width: 1440, height: 2_800 });
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets?search=HOSTILE`);
  await expect(page.getByText('HOSTILE <img').first()).toBeVisible();
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  const frames = page.locator('[data-tile-id]');
  await expect(frames).toHaveCount(tiles.length, { timeout: 60_000 });
  await expect(page.getByText('this tile type is deprecated', { exact: false })).toHaveCount(2, { timeout: 60_000 });
  await expect(page.locator('.u-over').first()).toBeVisible({ timeout: 30_000 });
  // The other library writes its texts into a canvas.
  await expect(page.locator(`[data-tile-id="t${tiles.length - 1}"] canvas`).first()).toBeAttached({ timeout: 30_000 });
  await page
    .getByRole('button', { name: /^HOSTILE/ })
    .first()
    .click();
  await expect(page.getByText('Coordinates', { exact: true })).toBeVisible();
  const markup = 'script[src=""], [onerror], [onload], [srcdoc], a[href^="javascript"], img[src="x"]';
  expect(await page.locator(markup).count()).toBe(0);

  // Forms with their previews, left again without saving: those that draw into a canvas, a frame or a rich text.
  await page.goto(`${portal.url}/assets/${assetId}/dashboard?mode=builder`);
  for (const type of ['TextBox', 'CustomHTML', 'AdvancedGraph', 'CustomTable', 'AlarmTextBox']) {
    const tile = tiles.find(({ properties }) => (properties as { type: { value: string } }).type.value === type);
    await page.locator(`[data-tile-id="${tile?.id}"]`).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog');
    await expect(form).toBeVisible();
    expect(await page.locator(markup).count(), type).toBe(0);
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
  }
  for (const path of ['/assets/map', '/configuration', '/audit']) {
    await page.goto(`${portal.url}${path}`);
    await page.waitForLoadState('networkidle');
    expect(await page.locator(markup).count(), path).toBe(0);
  }
  expect(calls).toBe(0);
  const after = await portal.call<{ config: string }>('GET', `/api/dashboards/${dashboardId}`);
  expect(after.config).toBe(config);
});

test('a dashboard of 5,000 tiles, and layouts that name each other, is drawn where it is looked at, and stays as it is stored', async ({
  page,
  portal,
}) => {
  test.setTimeout(120_000);
  const { assetId, assetDefinitionId, dataItem } = await anAsset(portal, 'THOUSANDS');
  const tiles = Array.from({ length: 5_000 }, (_, n) => {
    const place = { x: (n % 12) * 8, y: Math.floor(n / 12) * 8, w: 8, h: 8 };
    return aTile(`t${n}`, 'Indicator', place, { slotPath: [], dataItem });
  });
  // Each lies in the other, below itself, and twice.
  const knot = ['t0', 't1', 't0'].map((i, n) => ({
    i,
    x: 0,
    y: n,
    w: 96,
    h: 40,
    parent: `t${1 - (n % 2)}`,
    children: [i],
  }));
  const plain = aConfig(tiles);
  const { lg } = plain.layouts.tab;
  const all = { ...plain, layouts: { tab: { lg: [...knot, ...lg.slice(2)], sm: knot }, other: { lg: knot } } };
  const { dashboardId, config } = await store(portal, assetDefinitionId, 'Thousands', all);
  await page.setViewportSize({ width: 1440, height: 1_000 });
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  const last = page.locator('[data-tile-id="t4999"]');
  const frames = page.locator('[data-tile-id]');
  await expect(page.locator('[data-tile-id="t0"]')).toContainText('42.5', { timeout: 60_000 });
  // Only what is in sight, or nearly, is there.
  expect(await frames.count()).toBeLessThan(600);
  await page.mouse.move(700, 600);
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    expect(await last.count()).toBe(1);
  }).toPass({ timeout: 30_000 });
  await expect(last).toContainText('42.5', { timeout: 30_000 });
  await page.keyboard.press('Control+K');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  const after = await portal.call<{ config: string }>('GET', `/api/dashboards/${dashboardId}`);
  expect(after.config).toBe(config);
});
