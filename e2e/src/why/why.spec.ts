import { expectAccessible, expectColoursAccessible } from '../testing/accessible.ts';
import { addDashboard, anAssetWithADay, DAY_S, FEW_S, legendOf, seriesOf, tile } from '../testing/chart-asset.ts';
import { expectFits } from '../testing/fits.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import { anIndicator, aRaisedAlarm, causeInHandover, panel } from './why-assets.ts';

test('a value says where it comes from, by mouse, by keyboard, and at an address', async ({ page, portal }) => {
  const { assetId, dataItemId } = await anIndicator(portal, 'WHY-1');
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  await page.getByRole('group', { name: 'Now' }).getByText('41.50').click({ button: 'right' });
  await expect(panel(page).getByText('the device itself, over MQTT')).toBeVisible();
  await expect(panel(page).getByText('{"Casing pressure": 41.5}')).toBeVisible();
  await expectFits(page, 'why a value is what it is', () => expect(panel(page).getByText('41.50')).toBeVisible());
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();

  await page.getByRole('row', { name: /Casing pressure/ }).focus();
  await page.keyboard.press('ContextMenu');
  await panel(page).getByRole('link', { name: 'Open as a page' }).click();
  await expect(page).toHaveURL(`${portal.url}/assets/${assetId}/items/${dataItemId}/why`);
  await expect(page.getByText('41.50')).toBeVisible();
});

test('a chart answers for the moment under the pointer, its table for that of the row, an alarm for when it was raised', async ({
  page,
  portal,
}) => {
  const asset = await anAssetWithADay(portal, FEW_S);
  const settings = { title: 'Day', series: [seriesOf(asset, 'backpressure'), seriesOf(asset, 'outflow')] };
  await addDashboard(portal, asset, [{ type: 'FastGraph', settings: { ...settings, fixedStart: 24 } }]);
  await logIn(page, portal);
  await page.goto(asset.address);
  const group = tile(page, 'Day');
  await expect(legendOf(group)).toContainText('100.0');
  const over = group.locator('.u-over');
  const box = (await over.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // The outflow rises to 100 through the day: a quarter of it is 25, however wide the chart is.
  const at = { x: box.width / 4, y: box.height / 4 };
  await over.hover({ position: at });
  await over.click({ position: at, button: 'right' });
  await panel(page).getByLabel('Value').selectOption({ label: 'outflow' });
  await expect(
    panel(page)
      .getByText(/^2[4-6]\.\d/)
      .first(),
  ).toBeVisible();
  // The press of the right button begins no selection.
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await over.hover({ position: { x: box.width / 2, y: at.y } });
  await expect(group.locator('.u-select')).toHaveCSS('width', '0px');
  await over.click({ position: at, button: 'right' });
  await panel(page).getByLabel('Value').selectOption({ label: 'outflow' });
  await panel(page).getByRole('link', { name: 'Open as a page' }).click();
  await expect(page).toHaveURL(/\/why\?at=/);
  const atMs = Date.parse(new URL(page.url()).searchParams.get('at') ?? '');
  expect(Math.abs(atMs - (asset.endMs - 0.75 * DAY_S * 1000))).toBeLessThan(0.02 * DAY_S * 1000);

  // By keyboard it is the crosshair's moment, and without one the newest value.
  await page.goto(asset.address);
  await expect(legendOf(group)).toContainText('100.0');
  const plot = group.getByRole('img', { name: /^Day/ });
  await plot.focus();
  for (let press = 0; press < 40; press++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ContextMenu');
  await panel(page).getByLabel('Value').selectOption({ label: 'outflow' });
  await expect(
    panel(page)
      .getByText(/^[789]\d\.\d/)
      .first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  await group.getByRole('button', { name: 'Chart menu' }).click({ force: true });
  await page.getByRole('menuitem', { name: 'Show as table' }).click();
  const rows = group.getByRole('grid', { name: 'Points of the chart' }).getByRole('row');
  const cell = rows.nth(3).getByRole('gridcell').nth(2);
  const value = Number(await cell.innerText());
  await cell.click({ button: 'right' });
  await expect(panel(page).getByText(value.toPrecision(4)).first()).toBeVisible();
});

test('each figure of the legend of a chart answers for what it is, also while it is zoomed', async ({
  page,
  portal,
}) => {
  const asset = await anAssetWithADay(portal, FEW_S);
  const legendValues = ['last', 'min', 'max', 'mean'];
  const settings = { title: 'Day', series: [seriesOf(asset, 'outflow')], legendValues, fixedStart: 26 };
  await addDashboard(portal, asset, [{ type: 'FastGraph', settings }]);
  await logIn(page, portal);
  await page.goto(asset.address);
  const group = tile(page, 'Day');
  const figure = (kind: string) => legendOf(group).locator(`[data-figure="${kind}"]`);
  await expect(figure('max')).toHaveText(/^100\.0/);
  await expect(figure('mean')).toHaveText(/^50\.0/);
  await figure('min').click({ button: 'right' });
  await panel(page).getByRole('link', { name: 'Open as a page' }).click();
  const at = () => Date.parse(new URL(page.url()).searchParams.get('at') ?? '');
  await expect.poll(at).toBe(asset.endMs - DAY_S * 1000);

  await page.goto(asset.address);
  await expect(figure('mean')).toHaveText(/^50\.0/);
  await figure('mean').click({ button: 'right' });
  await expect(panel(page).getByText(`${DAY_S / FEW_S}, without those of bad quality`)).toBeVisible();
  await expect(panel(page).getByText('Lowest')).toBeVisible();
  await page.keyboard.press('Escape');

  // By keyboard the series has the focus, and one of its figures is chosen.
  await legendOf(group).getByRole('button').focus();
  await page.keyboard.press('ContextMenu');
  await panel(page).getByLabel('Value').selectOption({ label: 'outflow, maximum' });
  await expect(panel(page).getByText('100.0').first()).toBeVisible();
  await page.keyboard.press('Escape');

  // Of a part the lowest value is another one, at its own time.
  const first = (asset.endMs - DAY_S * 1000) / 1000;
  await expect(figure('min')).toHaveAttribute('data-at', String(first));
  await group.getByRole('img', { name: /^Day/ }).focus();
  await page.keyboard.press('+');
  await expect(group.getByText('Zoomed')).toBeVisible();
  await expect.poll(async () => Number(await figure('min').getAttribute('data-at'))).toBeGreaterThan(first + 3_600);
  await figure('min').click({ button: 'right' });
  await panel(page).getByRole('link', { name: 'Open as a page' }).click();
  await expect.poll(at).toBeGreaterThan((first + 3_600) * 1000);
});

test('figures of a legend answer for the moment to which the dashboard is played back', async ({ page, portal }) => {
  const asset = await anAssetWithADay(portal, FEW_S);
  const legendValues = ['last', 'min', 'max', 'mean'];
  const settings = { title: 'Day', series: [seriesOf(asset, 'outflow')], legendValues, fixedStart: 6 };
  await addDashboard(portal, asset, [{ type: 'FastGraph', settings }]);
  await logIn(page, portal);
  const sampleS = (atMs: number) => Math.floor((atMs - asset.endMs) / (FEW_S * 1000)) * FEW_S + asset.endMs / 1000;
  const hours = 3_600_000;
  const shownMs = asset.endMs - 12 * hours + 10_000;
  await page.goto(`${asset.address}?t=${encodeURIComponent(new Date(shownMs).toISOString())}`);
  const figure = (kind: string) => legendOf(tile(page, 'Day')).locator(`[data-figure="${kind}"]`);
  const asked = async (kind: string) => {
    await figure(kind).click({ button: 'right' });
    const open = panel(page).getByRole('link', { name: 'Open as a page' });
    const href = (await open.getAttribute('href')) ?? '';
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    return new URL(href, portal.url).searchParams;
  };
  const momentOf = async (kind: string) => Date.parse((await asked(kind)).get('at') ?? '') / 1000;
  // It rises all day: the greatest of what is shown is the last.
  await expect(figure('last')).toHaveAttribute('data-at', String(sampleS(shownMs)));
  await expect(figure('mean')).toHaveText(/\d/);
  expect(await momentOf('last')).toBe(sampleS(shownMs));
  expect(await momentOf('max')).toBe(sampleS(shownMs));
  expect(await momentOf('min')).toBe(sampleS(shownMs - 6 * hours) + FEW_S);
  const mean = await asked('mean');
  expect([mean.get('from'), mean.get('to')].map((iso) => Date.parse(iso ?? ''))).toEqual([
    shownMs - 6 * hours,
    shownMs + 1,
  ]);

  // The same once the cursor has moved on.
  const slider = page.getByRole('slider', { name: 'Moment shown' });
  await slider.focus();
  await page.keyboard.press('Shift+ArrowRight');
  const movedMs = async () => Number(await slider.getAttribute('aria-valuenow'));
  await expect.poll(movedMs).toBeGreaterThan(shownMs + FEW_S * 1000);
  const moved = await movedMs();
  await expect(figure('last')).toHaveAttribute('data-at', String(sampleS(moved)));
  expect(await momentOf('last')).toBe(sampleS(moved));
  await expect.poll(async () => Date.parse((await asked('mean')).get('to') ?? '')).toBe(moved + 1);
});

test('what is made of the values of an hour says of which; a bar and a slice answer for their own data item', async ({
  page,
  portal,
}) => {
  const asset = await anAssetWithADay(portal, FEW_S);
  const outflow = { slotPath: [], dataItem: asset.itemOf('outflow') };
  const plots = [{ slotPath: [], dataItem: asset.itemOf('backpressure') }, outflow];
  const hours = { ...outflow, start: 0, stop: 23 };
  await addDashboard(portal, asset, [
    { type: 'HourlyHeatMap', settings: { ...hours, title: 'Hours' } },
    { type: 'MeanBoxChart', settings: { ...hours, title: 'Spread' } },
    { type: 'BarGraph', settings: { plots, title: 'Bars' } },
    { type: 'PieChart', settings: { plots, title: 'Shares' } },
  ]);
  await logIn(page, portal);
  await page.goto(asset.address);
  const close = async () => {
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
  };
  for (const theme of ['light', 'calm', 'dark']) {
    await page.getByRole('button', { name: /^Theme:/ }).click();
    // Each hour is of another shade.
    await expectColoursAccessible(page, `hours, ${theme}`);
  }
  const cell = tile(page, 'Hours').locator('td[title$=", 120 points"]').first();
  await cell.click({ button: 'right' });
  const [, mean = ''] = /mean (\S+)/.exec((await cell.getAttribute('title')) ?? '') ?? [];
  await expect(panel(page).getByText(mean, { exact: true })).toBeVisible();
  await expect(panel(page).getByText('120, without those of bad quality')).toBeVisible();
  await expect(panel(page).getByText(new RegExp(`÷ 120 = ${mean.replace('.', String.raw`\.`)}$`))).toBeVisible();
  await expectFits(page, 'what an hour was made of', () => expect(panel(page).getByText('120, without')).toBeVisible());
  await panel(page).getByRole('link', { name: 'Open as a page' }).click();
  await expect(page).toHaveURL(/\/why\?from=.*&to=/);
  await expect(page.getByText(mean, { exact: true })).toBeVisible();
  // One of its values, and where that one came from.
  await page
    .getByRole('definition')
    .filter({ hasText: /GMT|UTC/ })
    .getByRole('link')
    .first()
    .click();
  await expect(page).toHaveURL(/\/why\?at=/);
  await expect(page.getByText('Quality')).toBeVisible();

  await page.goto(asset.address);
  await tile(page, 'Spread').locator('svg g[data-hour] circle').first().click({ button: 'right' });
  await expect(panel(page).getByText(/, without those of bad quality$/)).toBeVisible();
  await close();
  // By keyboard every hour is offered.
  await tile(page, 'Hours').focus();
  await page.keyboard.press('ContextMenu');
  await expect(panel(page).getByLabel('Value').getByRole('option')).not.toHaveCount(1);
  await close();

  // A tile is drawn when it comes near the part that is seen.
  await tile(page, 'Bars').scrollIntoViewIfNeeded();
  await tile(page, 'Bars')
    .getByRole('img', { name: /^outflow/ })
    .focus();
  await page.keyboard.press('ContextMenu');
  await expect(panel(page).getByRole('article', { name: 'Why outflow' })).toBeVisible();
  await expect(panel(page).getByLabel('Value')).toBeHidden();
  await close();
  await tile(page, 'Shares')
    .getByRole('row', { name: /outflow/ })
    .click({ button: 'right' });
  await expect(panel(page).getByRole('article', { name: 'Why outflow' })).toBeVisible();
});

test('an alarm answers for the values that raised it, on the page of the alarms, in its details and on its asset', async ({
  page,
  portal,
}) => {
  const { assetId } = await aRaisedAlarm(portal, 'WHY-ALARM');
  await logIn(page, portal);
  await page.goto(`${portal.url}/alarms?text=WHY-ALARM`);
  const row = page.getByRole('row', { name: /Hot WHY-ALARM/ });
  await row.getByText(/_Heat = 130/).click({ button: 'right' });
  // Since then it has fallen to 90.
  await expect(panel(page).getByText(/^130/).first()).toBeVisible();
  await expect(panel(page).getByText('Hot WHY-ALARM')).toBeVisible();
  await expectAccessible(page, 'why an alarm was raised');
  await page.keyboard.press('Escape');
  await row.getByText(/_Heat = 130/).click();
  const details = page.getByRole('dialog', { name: /Hot WHY-ALARM/ });
  await details.getByText(/_Heat = 130/).click({ button: 'right' });
  await expect(panel(page).getByText(/^130/).first()).toBeVisible();
  await expect(panel(page).getByRole('link', { name: 'Open as a page' })).toHaveAttribute(
    'href',
    new RegExp(`^/assets/${assetId}/items/\\d+/why\\?at=`),
  );
});

test('the line of an alarm in a handover answers for what raised it', async ({ page, portal }) => {
  const { assetId } = await aRaisedAlarm(portal, 'WHY-HANDOVER');
  await logIn(page, portal);
  await (await causeInHandover(page, portal, 'WHY-HANDOVER')).click({ button: 'right' });
  // Since then it has fallen to 90.
  await expect(panel(page).getByText(/^130/).first()).toBeVisible();
  // Lines below lie partly under the panel, as many as there are alarms; they are looked at by themselves elsewhere.
  await expectAccessible(page, 'why of a line of a handover', 'ul[aria-label^="Lines of"]');
  await panel(page).getByRole('link', { name: 'Open as a page' }).click();
  await expect(page).toHaveURL(new RegExp(`/assets/${assetId}/items/\\d+/why\\?at=`));
  await expect(page.getByText(/^130/).first()).toBeVisible();
  await expect(page.getByText(/\((at this moment|\d+ \w+ before it)\)$/)).toBeVisible();
});
