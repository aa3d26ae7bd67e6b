import type { Page } from '@playwright/test';
import { Fingers } from './testing/fingers.ts';
import { expect, logIn, test } from './testing/journey.ts';
import type { Portal } from './testing/portal.ts';
import { publish } from './testing/recorded-dashboard.ts';

// A tablet, held upright.
test.use({ viewport: { width: 820, height: 1_180 }, hasTouch: true, isMobile: true });

const MINUTE_MS = 60_000;
const TABS = ['Now', ...Array.from({ length: 9 }, (_, index) => `Pumping station ${index + 1}`)];

/** An asset whose level rose by one a minute, an hour long, and its dashboard, longer than the screen is high. */
async function aRisingLevel(portal: Portal) {
  const { assetId, accessToken } = await portal.anAsset('TOUCH-1', 'Touched equipment');
  const device = await portal.aDevice(accessToken);
  const startMs = Date.now() - 60 * MINUTE_MS;
  const hour = Array.from({ length: 60 }, (_, minute) => ({
    ts: startMs + minute * MINUTE_MS,
    values: { Level: minute },
  }));
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(hour), { qos: 1 });
  await publish(device, { Level: 60 });
  await device.endAsync();
  const [item] = await portal.call<{ dataItemId: number }[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('GET', `/api/ef/assets/${assetId}`);
  const level = { slotPath: [], dataItem: item?.dataItemId };
  const tile = (title: string, type: string, [x, y, w, h]: readonly number[], settings: object = level) => ({
    id: title,
    properties: { type: { name: type, value: type, default: false }, title, ...settings },
    dataGrid: { x, y, w, h },
  });
  const curve = { series: [{ ...level, color: '', axis: { label: '' } }], fixedStart: 2 };
  const now = [
    tile('First', 'Indicator', [0, 0, 36, 14]),
    tile('Second', 'Indicator', [40, 0, 36, 14]),
    tile('Curve', 'FastGraph', [0, 20, 96, 40], curve),
    tile('Below', 'Indicator', [0, 64, 96, 60]),
  ];
  const last = [tile('Elsewhere', 'Indicator', [0, 0, 36, 14])];
  await portal.call('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Touch',
    assetDefinitionId,
    config: JSON.stringify({
      tabs: TABS.map((name, order) => ({ id: `tab-${order}`, name, order })),
      tiles: { 'tab-0': now, [`tab-${TABS.length - 1}`]: last },
      layouts: {},
    }),
  });
  return { address: `${portal.url}/assets/${assetId}/dashboard`, startMs };
}

const tile = (page: Page, name: string) => page.getByRole('group', { name: new RegExp(`^${name}(,|$)`) });

/** Where a tile stands on the page, whatever of it is scrolled out of sight. */
const placeOf = (page: Page, name: string) =>
  tile(page, name)
    .first()
    .evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { left, top: top + window.scrollY, width, height };
    });
const scrolled = (page: Page) => page.evaluate(() => window.scrollY);

test('a dashboard is looked at, arranged, saved and played back with fingers on a tablet', async ({ page, portal }) => {
  const { address, startMs } = await aRisingLevel(portal);
  await logIn(page, portal);
  await page.goto(address);
  const fingers = await Fingers.on(page);
  await expect(tile(page, 'First')).toContainText('60.00');

  // A finger scrolls the page, from a tile and from a chart, and moves nothing.
  const first = await placeOf(page, 'First');
  await fingers.drag(tile(page, 'First'), { down: -150 });
  await expect.poll(() => scrolled(page)).toBeGreaterThan(100);
  const plot = tile(page, 'Curve').getByRole('img', { name: /^Curve: / });
  const before = await scrolled(page);
  await fingers.drag(plot, { down: 90 });
  await expect.poll(() => scrolled(page)).toBeLessThan(before - 50);
  expect(await placeOf(page, 'First')).toEqual(first);
  await expect(tile(page, 'Curve').getByText('Zoomed')).toBeHidden();

  // Two fingers spread a stretch of a chart.
  await fingers.pinch(plot, { fromPx: 60, toPx: 400 });
  await expect(tile(page, 'Curve').getByText('Zoomed')).toBeVisible();
  await tile(page, 'Curve').getByRole('button', { name: 'Chart menu' }).tap();
  await page.getByRole('menuitem', { name: 'Show as table' }).tap();
  const newest = tile(page, 'Curve').getByRole('grid').getByRole('row').nth(1).getByRole('gridcell').nth(1);
  // Eighteen minutes about the middle of two hours end with minute 8.
  await expect.poll(async () => Number(await newest.innerText())).toBeLessThan(30);
  await tile(page, 'Curve').getByRole('button', { name: 'Zoom out' }).tap();
  await expect(newest).toHaveText('60.000');

  // More tabs than fit are drawn along.
  const lastTab = page.getByRole('tab', { name: TABS.at(-1) ?? '' });
  await expect(lastTab).not.toBeInViewport();
  for (let draw = 0; draw < 2; draw++) await fingers.drag(page.getByRole('tablist'), { right: -380 });
  await expect(lastTab).toBeInViewport({ ratio: 1 });
  await lastTab.tap();
  await expect(tile(page, 'Elsewhere')).toContainText('60.00');
  for (let draw = 0; draw < 2; draw++) await fingers.drag(page.getByRole('tablist'), { right: 380 });
  await page.getByRole('tab', { name: 'Now' }).tap();

  // While editing the grip moves a tile and its corner resizes it; beside them a finger still scrolls.
  await page.getByRole('button', { name: 'Edit', exact: true }).tap();
  await expect(page.getByRole('button', { name: 'Add tile' })).toBeVisible();
  await fingers.drag(tile(page, 'Second'), { down: -100 });
  await expect.poll(() => scrolled(page)).toBeGreaterThan(50);
  await fingers.drag(tile(page, 'Second'), { down: 200 });
  await expect.poll(() => scrolled(page)).toBe(0);
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeDisabled();
  await fingers.drag(tile(page, 'First').getByRole('button', { name: /^Move/ }), { right: 90, down: 300 });
  await expect(page.getByRole('button', { name: 'Undo: Move First' })).toBeEnabled();
  const moved = await placeOf(page, 'First');
  expect(moved.left).toBeGreaterThan(first.left + 50);
  expect(moved.top).toBeGreaterThan(first.top + 100);
  const second = await placeOf(page, 'Second');
  const corner = page.locator('.react-grid-item', { has: tile(page, 'Second') }).locator('.react-resizable-handle');
  await fingers.drag(corner, { right: 100, down: 80 });
  await expect(page.getByRole('button', { name: 'Undo: Resize Second' })).toBeEnabled();
  const resized = await placeOf(page, 'Second');
  expect([resized.left, resized.top]).toEqual([second.left, second.top]);
  expect(resized.width).toBeGreaterThan(second.width + 50);
  expect(resized.height).toBeGreaterThan(second.height + 50);
  expect(await scrolled(page)).toBe(0);

  // The menu of a tile; and all of it is there for who opens the dashboard next.
  await tile(page, 'Second').getByRole('button', { name: 'Tile menu' }).tap();
  await page.getByRole('menuitem', { name: 'Clone' }).tap();
  await expect(page.getByRole('button', { name: 'Undo: Clone Second' })).toBeEnabled();
  await page.getByRole('button', { name: 'Save', exact: true }).tap();
  await expect(page.getByText('Dashboard saved.')).toBeVisible();
  await page.reload();
  await expect(tile(page, 'Second')).toHaveCount(2);
  expect(await placeOf(page, 'Second')).toMatchObject({ width: resized.width, height: resized.height });

  // Playback: along the line with a finger, on by itself, and back to now.
  await page.getByRole('button', { name: 'More', exact: true }).tap();
  await page.getByRole('menuitem', { name: 'Playback' }).tap();
  const slider = page.getByRole('slider', { name: 'Moment shown' });
  const at = async () => Number(await slider.getAttribute('aria-valuenow'));
  const line = await slider.boundingBox();
  if (line === null) throw new Error('There is no line to draw along.');
  const [end, height] = [line.x + line.width, line.y + line.height / 2];
  await fingers.move([
    { x: end - 2, y: height },
    { x: end - line.width / 20, y: height },
  ]);
  await expect(page.getByText('You look at the past:')).toBeVisible();
  const atMs = await at();
  await expect(tile(page, 'First')).toContainText(`${Math.floor((atMs - startMs) / MINUTE_MS)}.00`);
  const bar = page.getByRole('region', { name: 'Playback' });
  await bar.getByRole('button', { name: 'Play', exact: true }).tap();
  await expect.poll(at).toBeGreaterThan(atMs);
  await bar.getByRole('button', { name: 'Pause' }).tap();
  await bar.getByRole('button', { name: 'Live', exact: true }).tap();
  await expect(page.getByText('You look at the past:')).toBeHidden();
  await expect(tile(page, 'First')).toContainText('60.00');
});
