import type { Locator } from '@playwright/test';
import {
  addDashboard,
  anAssetWithADay,
  DAY_S,
  FEW_S,
  legendOf,
  SPIKE_BEFORE_END_S,
  seriesOf,
  tile,
} from './testing/chart-asset.ts';
import { expect, logIn, test } from './testing/journey.ts';

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
