import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { alarms, assets } from '@telltale/contract';
import type mqtt from 'mqtt';
import { expect, logIn, test } from './journey.ts';
import type { Portal } from './portal.ts';

/** Fifty take some minutes; TELLTALE_PLAYBACK_MOMENTS asks for them. */
const MOMENTS = Number(process.env.TELLTALE_PLAYBACK_MOMENTS ?? 12);
const LEVEL_ALARM_ABOVE = 60;

interface Furnished {
  assetId: number;
  accessToken: string;
  tileIds: string[];
}

function tile(id: string, type: string, place: [number, number, number, number], settings: object) {
  const [x, y, w, h] = place;
  const properties = { type: { name: type, value: type, default: false }, settingsGuid: id, title: id, ...settings };
  return { id, properties, dataGrid: { x, y, w, h } };
}

async function publish(device: mqtt.MqttClient, values: object): Promise<void> {
  const payload = JSON.stringify({ ts: Date.now(), values });
  await device.publishAsync('v1/devices/me/telemetry', payload, { qos: 1 });
}

/** An asset with an alarm, and a dashboard that has a tile of each type that shows something of it in words. */
async function furnish(portal: Portal, serialNumber: string): Promise<Furnished> {
  const { assetId, accessToken } = await portal.anAsset(serialNumber, `Recorded equipment ${serialNumber}`);
  const device = await portal.aDevice(accessToken);
  await publish(device, { Counter: 0, Level: 1, Pressure: 2, State: 'starting' });
  await device.endAsync();
  await portal.call('PUT', `/api/assets/${assetId}/attributes`, { attributeName: 'site', attributeValue: 'Pad 7' });
  const { assetDefinitionId } = await portal.call<assets.Asset>('GET', `/api/ef/assets/${assetId}`);
  const [alarm] = await portal.call<alarms.AlarmDefinition[]>('PUT', '/api/ef/alarmdefinitions', [
    {
      assetDefinitionId,
      name: 'Level high',
      severity: 2,
      selfAck: 1,
      flee: JSON.stringify({ expression: `_Level > ${LEVEL_ALARM_ABOVE}` }),
    },
  ]);
  const items = await portal.call<assets.CurrentValue[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const select = (label: string) => ({
    slotPath: [],
    dataItem: items.find((item) => item.label === label)?.dataItemId ?? null,
  });
  const level = { ...select('Level'), color: '', axis: { label: '' }, line: 'solid', smooth: 1 };
  const tiles = [
    tile('counter', 'Indicator', [0, 0, 16, 12], { ...select('Counter'), decimals: 0, showTimestamp: true }),
    tile('state', 'Indicator', [16, 0, 16, 12], select('State')),
    tile('gauge', 'Gauge', [32, 0, 16, 20], { ...select('Level'), decimals: 2 }),
    tile('cylinder', 'CylinderGauge', [48, 0, 16, 20], { ...select('Level'), decimals: 1 }),
    tile('text', 'TextBox', [64, 0, 32, 12], {
      text: '<p>{{dataItems.State}} at {{dataItems.Level}} since {{dataItems.Level.timestamp}} on {{attributes.site}}</p>',
    }),
    tile('html', 'CustomHTML', [64, 12, 32, 12], { text: '<b>Level</b> {{dataItems.Level}}' }),
    tile('alarm', 'AlarmTextBox', [0, 12, 32, 12], {
      alarm: alarm?.alarmDefinitionId,
      openText: 'Too high: {{dataItems.Level}}',
      acknowledgedText: 'Seen',
      escalatedText: 'Nobody came',
      defaultText: 'Level is fine',
    }),
    tile('items', 'DataItemTable', [0, 26, 32, 24], {}),
    tile('values', 'Table', [32, 26, 32, 24], { option: 'dataItems' }),
    tile('alarms', 'Table', [64, 26, 32, 24], { option: 'alarms' }),
    tile('events', 'Table', [0, 50, 32, 24], { option: 'events' }),
    tile('bars', 'BarGraph', [32, 50, 32, 24], { plots: [select('Level'), select('Pressure')] }),
    tile('pie', 'Pie Chart', [64, 50, 32, 24], { plots: [select('Level'), select('Pressure')] }),
    tile('chart', 'FastGraph', [0, 74, 48, 24], { series: [level], decimation: 100, fixedStart: 0.5 }),
    tile('graph', 'AdvancedGraph', [48, 74, 48, 24], { series: [level], decimation: 100, fixedStart: 0.5 }),
  ];
  const layout = tiles.map(({ id, dataGrid }) => ({ i: id, ...dataGrid }));
  await portal.call('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Recorded',
    assetDefinitionId,
    config: JSON.stringify({
      tabs: [{ id: 'tab', name: 'default', order: 0 }],
      tiles: { tab: tiles },
      layouts: { tab: { lg: layout, sm: layout } },
    }),
  });
  return { assetId, accessToken, tileIds: tiles.map(({ id }) => id) };
}

/** What each tile says in words, the author's own frame included. All but that is read at one moment. */
async function textsOf(page: Page, tileIds: readonly string[]): Promise<Record<string, string>> {
  const texts = await page.evaluate(
    (ids) => ids.map((id) => [id, document.querySelector<HTMLElement>(`[data-tile-id="${id}"]`)?.innerText ?? '']),
    tileIds,
  );
  const html = page.locator('[data-tile-id="html"] iframe');
  const framed = (await html.count()) > 0 ? await html.contentFrame().locator('body').innerText() : '';
  const all = texts.map(([id = '', text = '']) => [id, `${text} ${id === 'html' ? framed : ''}`]);
  return Object.fromEntries(all.map(([id, text = '']) => [id, text.replaceAll(/\s+/g, ' ').trim()]));
}

/** The texts once they stand still, and a moment at which they did. */
async function settledTexts(page: Page, tileIds: readonly string[]) {
  let before = await textsOf(page, tileIds);
  for (;;) {
    await page.waitForTimeout(300);
    const atMs = Date.now();
    const now = await textsOf(page, tileIds);
    if (JSON.stringify(now) === JSON.stringify(before)) return { atMs, texts: now };
    before = now;
  }
}

/** Some of the addresses are opened anew; to the others a link of the page leads, as the portal's own links do. */
async function goTo(page: Page, url: string, index: number): Promise<void> {
  if (index % 10 === 0) await page.goto(url);
  else await page.evaluate((to) => window.history.pushState(null, '', to), url);
}

/** Numbers in an order that is the same at each run and looks like none. */
function shuffled(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index).toSorted((a, b) => ((a * 7919) % 101) - ((b * 7919) % 101));
}

test('moments that were seen live are seen again, word for word, when the dashboard goes back to them', async ({
  page,
  portal,
}) => {
  test.setTimeout(480_000);
  await page.setViewportSize({ width: 1440, height: 1600 });
  const { assetId, accessToken, tileIds } = await furnish(portal, 'PLAYBACK-50');
  const device = await portal.aDevice(accessToken);
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  const isComplete = async () => Object.values(await textsOf(page, tileIds)).every((text) => text !== '');
  await expect.poll(isComplete, { timeout: 60_000 }).toBe(true);

  const seen: { atMs: number; texts: Record<string, string> }[] = [];
  for (let moment = 1; moment <= MOMENTS; moment++) {
    const level = (moment * 37.3) % 100;
    const counter = 1_000 + moment;
    const values = { Counter: counter, Level: level, Pressure: 10 + (moment % 7), State: `step ${moment % 4}` };
    await publish(device, values);
    await expect(page.locator('[data-tile-id="counter"]')).toContainText(counter.toLocaleString('en-US'));
    const told = level > LEVEL_ALARM_ABOVE ? `Too high: ${level.toFixed(2)}` : 'Level is fine';
    await expect(page.locator('[data-tile-id="alarm"]')).toContainText(told);
    // Charts draw a little later than the others.
    for (const id of ['chart', 'graph']) {
      await expect(page.locator(`[data-tile-id="${id}"]`)).toContainText(level.toFixed(2));
    }
    seen.push(await settledTexts(page, tileIds));
  }
  await device.endAsync();
  expect(new Set(seen.map(({ texts }) => JSON.stringify(texts))).size).toBe(MOMENTS);

  const wrong: string[] = [];
  for (const index of shuffled(MOMENTS)) {
    const { atMs, texts } = seen[index] ?? { atMs: 0, texts: {} };
    await goTo(page, `${portal.url}/assets/${assetId}/dashboard?t=${new Date(atMs).toISOString()}`, index);
    await expect(page.getByText('You look at the past:')).toBeVisible({ timeout: 30_000 });
    let shown: Record<string, string> = {};
    for (let look = 0; look < 150; look++) {
      shown = await textsOf(page, tileIds);
      if (JSON.stringify(shown) === JSON.stringify(texts)) break;
      await page.waitForTimeout(100);
    }
    for (const id of tileIds) {
      if (shown[id] !== texts[id]) wrong.push(`${id} at moment ${index + 1}: live “${texts[id]}”, past “${shown[id]}”`);
    }
  }
  expect(wrong).toEqual([]);
});

test('the playback bar moves a dashboard through its past, by mouse, keyboard and address, and back to now', async ({
  page,
  portal,
}) => {
  test.setTimeout(180_000);
  const { assetId, accessToken } = await furnish(portal, 'PLAYBACK-BAR');
  const startMs = Date.now() - 3 * 3_600_000;
  const device = await portal.aDevice(accessToken);
  const rows = Array.from({ length: 180 }, (_, minute) => ({
    ts: startMs + minute * 60_000,
    values: { Counter: 1_000 + minute, Level: minute % 100, State: 'recorded' },
  }));
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(rows), { qos: 1 });
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  const counter = page.locator('[data-tile-id="counter"]');
  await expect(counter).toContainText('Counter');

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Playback' }).click();
  const bar = page.getByRole('region', { name: 'Playback' });
  await expect(bar).toBeVisible();
  const slider = bar.getByRole('slider', { name: 'Moment shown' });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(page.getByText('You look at the past:')).toBeVisible();
  await expect(counter).toContainText('- -');
  await bar.getByText('1H', { exact: true }).click();
  await slider.focus();
  await page.keyboard.press('Home');
  const hourAgo = Number(await slider.getAttribute('aria-valuenow'));
  await expect(counter).toContainText(String(1_000 + Math.floor((hourAgo - startMs) / 60_000)).replace('1', '1,'));
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuenow', String(hourAgo + 10_000));

  // Nothing can be edited in the past.
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeDisabled();
  await page.keyboard.press('e');
  expect(page.url()).not.toContain('mode=builder');

  // It plays on, and the address leads back to where it stopped.
  await bar.getByRole('combobox', { name: 'Speed' }).click();
  await page.getByRole('option', { name: '60×' }).click();
  await slider.focus();
  await page.keyboard.press('Space');
  await expect(async () => {
    expect(Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThan(hourAgo + 120_000);
  }).toPass();
  await bar.getByRole('button', { name: 'Pause' }).click();
  const stopped = Number(await slider.getAttribute('aria-valuenow'));
  await expect(page).toHaveURL(new RegExp(`t=${encodeURIComponent(new Date(stopped).toISOString().slice(0, 19))}`));
  const text = await counter.innerText();
  await page.reload();
  await expect(page.getByText('You look at the past:')).toBeVisible();
  await expect(counter).toHaveText(text.replaceAll('\n', ''), { ignoreCase: false });

  for (const [where, viewport] of [
    ['desk', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    await page.setViewportSize(viewport);
    await expect(bar).toBeVisible();
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      // What an author wrote into a frame is the author's.
      .exclude('iframe')
      .analyze();
    expect(violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes.map((node) => node.target)}`)).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  // To the alarm, and back to now.
  const levels = { Counter: 5_000, Level: 99, State: 'now' };
  await publish(device, levels);
  await bar.getByRole('button', { name: 'Live', exact: true }).click();
  await expect(page.getByText('You look at the past:')).toBeHidden();
  await expect(counter).toContainText('5,000');
  expect(page.url()).not.toContain('t=');
  await device.endAsync();
});

test('a time range holds for every chart, stands in the address, and is written in the zone that was chosen', async ({
  page,
  portal,
}) => {
  test.setTimeout(120_000);
  const { assetId } = await furnish(portal, 'PLAYBACK-RANGE');
  const asked: URL[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/historicaldata?')) asked.push(new URL(request.url()));
  });
  const spanHours = (url: URL) => {
    const { startTime, endTime } = Object.fromEntries(url.searchParams) as Record<string, string>;
    return (Date.parse(endTime ?? '') - Date.parse(startTime ?? '')) / 3_600_000;
  };
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  await page.getByRole('button', { name: /^Time range/ }).click();
  await page.getByLabel('From').fill('now-banana');
  await expect(page.getByText('“now-banana” is no time')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
  asked.length = 0;
  await page.getByLabel('From').fill('now-2d');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: /Last 2 days/ })).toBeVisible();
  await expect(page).toHaveURL(/from=now-2d&to=now/);
  await expect.poll(() => asked.some((url) => Math.abs(spanHours(url) - 48) < 0.1)).toBe(true);

  await page.goto(`${portal.url}/assets/${assetId}/dashboard?from=2026-01-01&to=2026-01-02&zone=Asia/Tokyo`);
  await expect(page.getByRole('button', { name: /2026-01-01 to 2026-01-02, times in GMT\+9/ })).toBeVisible();
  await expect
    .poll(() => asked.some((url) => url.searchParams.get('startTime') === '2025-12-31T15:00:00.000Z'))
    .toBe(true);
});
