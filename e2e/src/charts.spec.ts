import type { Locator, Page } from '@playwright/test';
import { expect, logIn, test } from './journey.ts';
import type { Portal } from './portal.ts';
import { chartTypes } from './tiles/chart-types.ts';
import { addTile } from './tiles/tile-journey.ts';

const DAY_S = 86_400;
const SPIKE_BEFORE_END_S = 30_000;
const MAGENTA = '#ff00ff';
const MESSAGES_PER_POST = 4_000;
/** Samples far enough apart to be sent at once, where nothing depends on how many there are. */
const FEW_S = 30;

interface ChartAsset {
  assetId: number;
  assetDefinitionId: number;
  address: string;
  itemOf: (label: string) => number;
  endMs: number;
}

let lastAsset = 0;

/**
 * An asset with a day of samples, one every so many seconds: a still backpressure with a spike of one sample, and an
 * outflow that rises to 100.
 */
async function anAssetWithADay(portal: Portal, everyS = 1): Promise<ChartAsset> {
  const serial = `CHART-${++lastAsset}`;
  const { assetId, accessToken } = await portal.anAsset(serial, `Charts ${lastAsset}`);
  const endMs = Math.floor(Date.now() / 1000) * 1000;
  for (let second = DAY_S; second > 0; second -= MESSAGES_PER_POST * everyS) {
    const messages = Array.from({ length: Math.min(MESSAGES_PER_POST, second / everyS) }, (_, n) => {
      const before = second - n * everyS;
      const values = {
        backpressure: before === SPIKE_BEFORE_END_S ? 99 : 5,
        outflow: (100 * (DAY_S - before + everyS)) / DAY_S,
      };
      return { ts: endMs - before * 1000, values };
    });
    const sent = await fetch(`${portal.url}/api/v1/${accessToken}/telemetry`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(messages),
    });
    expect(sent.status).toBe(200);
  }
  const items = await portal.call<{ dataItemId: number; label: string }[]>(
    'GET',
    `/api/ef/assets/${assetId}/dataitems`,
  );
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const itemOf = (label: string) => items.find((item) => item.label === label)?.dataItemId ?? 0;
  return { assetId, assetDefinitionId, address: `${portal.url}/assets/${assetId}/dashboard`, itemOf, endMs };
}

async function addDashboard(portal: Portal, asset: ChartAsset, tiles: { type: string; settings: object }[]) {
  const placed = tiles.map(({ type, settings }, index) => ({
    id: `tile-${index}`,
    properties: { type: { name: type, value: type, default: false }, settingsGuid: `${index}`, ...settings },
    dataGrid: { x: 0, y: 40 * index, w: 96, h: 40 },
  }));
  return portal.call<{ dashboardId: number }>('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Charts',
    assetDefinitionId: asset.assetDefinitionId,
    config: JSON.stringify({ tabs: [{ id: 'tab', name: 'default', order: 0 }], tiles: { tab: placed }, layouts: {} }),
  });
}

const seriesOf = (asset: ChartAsset, label: string, more: object = {}) => ({
  slotPath: [],
  dataItem: asset.itemOf(label),
  color: MAGENTA,
  axis: { label: '' },
  ...more,
});
const tile = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`^${name}(,|$)`) });
const legendOf = (group: Locator) => group.getByRole('list', { name: 'Series' });

/** The highest magenta pixel of some columns of a chart, as a share of the plot's height from its top; 1: none. */
async function highestPixel(group: Locator, from: number, to: number): Promise<number> {
  return group.locator('.u-wrap').evaluate(
    (wrap, { first, last }) => {
      const canvas = wrap.querySelector('canvas');
      const over = wrap.querySelector('.u-over');
      const context = canvas?.getContext('2d');
      if (!canvas || !over || !context) throw new Error('There is no plot.');
      const ratio = canvas.width / canvas.clientWidth;
      const [outer, inner] = [canvas.getBoundingClientRect(), over.getBoundingClientRect()];
      const left = Math.round((inner.left - outer.left + first) * ratio);
      const top = Math.round((inner.top - outer.top) * ratio);
      const width = Math.max(1, Math.round((last - first) * ratio));
      const height = Math.round(inner.height * ratio);
      const { data } = context.getImageData(left, top, width, height);
      for (let pixel = 0; pixel < width * height; pixel++) {
        const [red = 0, green = 0, blue = 0] = data.subarray(4 * pixel, 4 * pixel + 3);
        if (red > 120 && blue > 120 && green < 100) return Math.floor(pixel / width) / height;
      }
      return 1;
    },
    { first: from, last: to },
  );
}

test('a spike of one sample among a day of seconds is in the picture at every zoom, and the box tells what lies behind', async ({
  page,
  portal,
}) => {
  const asset = await anAssetWithADay(portal);
  const axes = [{ label: '', min: 0, max: 100, grid: false }];
  const settings = {
    title: 'Spike',
    series: [seriesOf(asset, 'backpressure')],
    axes,
    fixedStart: 24,
    refreshData: false,
  };
  await addDashboard(portal, asset, [{ type: 'FastGraph', settings }]);
  await logIn(page, portal);
  await page.goto(asset.address);
  const group = tile(page, 'Spike');
  await expect(legendOf(group)).toContainText('5.00');
  await group.getByRole('button', { name: 'Pause' }).click();

  // The spike stays under the pointer while the wheel zooms about it.
  const over = group.locator('.u-over');
  const box = await over.boundingBox();
  if (box === null) throw new Error('The chart has no plot.');
  const findSpike = async (from: number, to: number) => {
    for (let left = from; left < to; left++) if ((await highestPixel(group, left, left + 1)) < 0.05) return left;
    throw new Error('The spike is not in the picture.');
  };
  await expect.poll(() => highestPixel(group, 0, box.width)).toBeLessThan(0.05);
  const expected = box.width * (1 - SPIKE_BEFORE_END_S / DAY_S);
  let spike = await findSpike(Math.floor(expected) - 20, Math.ceil(expected) + 20);
  expect(Math.abs(spike - expected)).toBeLessThan(box.width / 100);

  await page.mouse.move(box.x + spike, box.y + box.height / 2);
  await expect(group.getByText(/points behind this pixel/)).toBeVisible();
  const behind = await group.getByText(/points behind this pixel/).innerText();
  const perPixel = DAY_S / box.width;
  expect(Math.abs(Number(behind.replace(/\D/g, '')) - perPixel)).toBeLessThan(2);

  await page.keyboard.down('Control');
  for (const steps of [6, 6, 6, 6]) {
    for (let step = 0; step < steps; step++) await page.mouse.wheel(0, -100);
    await expect(group.getByText('Zoomed')).toBeVisible();
    await expect.poll(() => highestPixel(group, spike - 40, spike + 40)).toBeLessThan(0.05);
    spike = await findSpike(spike - 40, spike + 40);
    // Beside it the backpressure is still 5 of 100.
    expect(await highestPixel(group, spike + 60, spike + 90)).toBeGreaterThan(0.9);
    await page.mouse.move(box.x + spike, box.y + box.height / 2);
  }
  await page.keyboard.up('Control');
  // A second is about a pixel now: the box tells of the spike at one of those that its line covers.
  let at = -3;
  await expect
    .poll(async () => {
      await page.mouse.move(box.x + spike + at, box.y + box.height / 2);
      at = at < 4 ? at + 0.5 : -3;
      return legendOf(group).innerText();
    })
    .toContain('99.00');
  await group.getByRole('button', { name: 'Zoom out' }).click();
  await expect(group.getByText('Zoomed')).toBeHidden();
});

for (const { name, type, isInMenu } of chartTypes) {
  test(`${name} is added, set up in its editor, drawn from known data, saved and found again`, async ({
    page,
    portal,
  }) => {
    const asset = await anAssetWithADay(portal, FEW_S);
    const { dashboardId } = await addDashboard(portal, asset, []);
    await logIn(page, portal);
    await page.goto(`${asset.address}?mode=builder`);
    const dialog = await addTile(page, { name, isInMenu });
    // The dynamic graph's preview has a picker of its own.
    await dialog
      .getByRole('button', { name: /0 Selected/ })
      .first()
      .click();
    await page.getByRole('option', { name: /^outflow/ }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await dialog.getByLabel('Title', { exact: true }).fill('Mine');
    if (type !== 'BarGraph') await dialog.getByLabel('Duration (hours)').fill('24');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await page.keyboard.press('Control+s');
    await expect(page.getByText('Dashboard saved.')).toBeVisible();

    await page.reload();
    const group = tile(page, 'Mine');
    if (type === 'BarGraph') {
      await expect(group.getByRole('img', { name: /^outflow: 100\.00/ })).toBeVisible();
    } else {
      await expect(legendOf(group)).toContainText('outflow');
      await expect(legendOf(group)).toContainText('100.0');
      await group.getByRole('button', { name: 'Chart menu' }).click({ force: true });
      await page.getByRole('menuitem', { name: 'Show as table' }).click();
      const rows = group.getByRole('grid', { name: 'Points of the chart' }).getByRole('row');
      // Alarms and events of the asset stand between the points.
      await expect(rows.filter({ hasText: '100.000' }).first()).toBeVisible();
    }
    const { config } = await portal.call<{ config: string }>('GET', `/api/dashboards/${dashboardId}`);
    expect(config).toContain(`"value":"${type}"`);
    expect(config).toContain(`"dataItem":${asset.itemOf('outflow')}`);
  });
}

test('what a viewer chose on a dynamic graph is there after a reload, and one press brings back what was saved', async ({
  page,
  portal,
}) => {
  const asset = await anAssetWithADay(portal, FEW_S);
  const settings = { title: 'Chosen', series: [seriesOf(asset, 'backpressure')], fixedStart: 24 };
  await addDashboard(portal, asset, [{ type: 'DynamicGraph', settings }]);
  await logIn(page, portal);
  await page.goto(asset.address);
  const group = tile(page, 'Chosen');
  await expect(legendOf(group)).toContainText('backpressure');
  await group.getByRole('button', { name: '1 Selected' }).click();
  await page.getByRole('option', { name: /^outflow/ }).click();
  await page.getByRole('option', { name: /^backpressure/ }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(legendOf(group)).toContainText('100.0');
  expect(new URL(page.url()).searchParams.get('tile.tile-0')).toBe(String(asset.itemOf('outflow')));

  await page.reload();
  await expect(legendOf(group)).toContainText('100.0');
  await expect(legendOf(group)).not.toContainText('backpressure');
  await group.getByRole('button', { name: 'Data items as saved' }).click();
  await expect(legendOf(group)).toContainText('backpressure');
  expect(new URL(page.url()).searchParams.has('tile.tile-0')).toBe(false);
});

test('amCharts is loaded by the first tile that says so, and shows the same values', async ({ page, portal }) => {
  const asset = await anAssetWithADay(portal);
  const settings = { title: 'Other', library: 'amcharts', series: [seriesOf(asset, 'outflow')], fixedStart: 24 };
  const { dashboardId } = await addDashboard(portal, asset, [
    { type: 'AdvancedGraph', settings: { ...settings, library: 'uplot' } },
  ]);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await logIn(page, portal);
  await page.goto(asset.address);
  await expect(legendOf(tile(page, 'Other'))).toContainText('100.0');
  expect(loaded.some((url) => url.includes('am-chart'))).toBe(false);

  const stored = await portal.call<{ config: string }>('GET', `/api/dashboards/${dashboardId}`);
  await portal.call('DELETE', `/api/dashboards/${dashboardId}`);
  await portal.call('POST', '/api/dashboards', {
    ...stored,
    dashboardId: 0,
    config: stored.config.replace('"library":"uplot"', '"library":"amcharts"'),
  });
  await page.reload();
  const group = tile(page, 'Other');
  await expect(legendOf(group)).toContainText('100.0');
  expect(loaded.some((url) => url.includes('am-chart'))).toBe(true);
  const plot = group.getByRole('img', { name: /^Other: outflow/ });
  await expect(plot.locator('canvas').first()).toBeVisible();
  const box = await plot.boundingBox();
  if (box === null) throw new Error('The chart has no plot.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect(group.getByText(/points behind this pixel/)).toBeVisible();
});

test('a span of points is chosen in the editor chart and changed, after a question', async ({ page, portal }) => {
  const asset = await anAssetWithADay(portal, FEW_S);
  const settings = { title: 'Points', series: [seriesOf(asset, 'backpressure')], fixedStart: 24 };
  await addDashboard(portal, asset, [{ type: 'EditorChart', settings }]);
  await logIn(page, portal);
  await page.goto(asset.address);
  const group = tile(page, 'Points');
  await expect(legendOf(group)).toContainText('5.00');
  await group.getByRole('button', { name: 'Edit points' }).click();
  const form = group.getByRole('form', { name: 'Edit points' });
  const box = await group.locator('.u-over').boundingBox();
  if (box === null) throw new Error('The chart has no plot.');
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(form.getByRole('status')).not.toContainText('Drag over the chart');
  await form.getByLabel('New value').fill('7');
  await form.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('dialog', { name: 'Change history' }).getByRole('button', { name: 'Change' }).click();
  await expect(page.getByText(/points changed\./)).toBeVisible();

  // The spike lay in the span.
  const spike = asset.endMs - SPIKE_BEFORE_END_S * 1000;
  const range = `startTime=${new Date(spike).toISOString()}&endTime=${new Date(spike).toISOString()}`;
  const query = `columnar=true&threshold=-1&dataItems=${asset.assetId}-${asset.itemOf('backpressure')}&${range}`;
  expect(await portal.call('GET', `/api/historicaldata?${query}`)).toEqual([[spike / 1000], [7]]);
});

test('an earlier period is drawn behind the lines, and told in the box', async ({ page, portal }) => {
  const asset = await anAssetWithADay(portal, FEW_S);
  const settings = { title: 'Twice', series: [seriesOf(asset, 'outflow')], fixedStart: 2, compareHours: 6 };
  await addDashboard(portal, asset, [{ type: 'AdvancedGraph', settings }]);
  await logIn(page, portal);
  await page.goto(asset.address);
  const group = tile(page, 'Twice');
  await expect(legendOf(group)).toContainText('100.0');
  const box = await group.locator('.u-over').boundingBox();
  if (box === null) throw new Error('The chart has no plot.');
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2);
  await expect(group.getByText('outflow, 6 h earlier')).toBeVisible();
  await group.getByRole('button', { name: 'Chart menu' }).click();
  await page.getByRole('menuitem', { name: 'Nothing' }).click();
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2);
  await expect(group.getByText('outflow, 6 h earlier')).toBeHidden();
});
