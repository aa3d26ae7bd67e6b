import {
  addDashboard,
  anAssetWithADay,
  FEW_S,
  legendOf,
  SPIKE_BEFORE_END_S,
  seriesOf,
  tile,
} from './testing/chart-asset.ts';
import { expect, logIn, test } from './testing/journey.ts';
import { chartTypes } from './tiles/chart-types.ts';
import { addTile, chooseItems } from './tiles/tile-journey.ts';

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
    await chooseItems(dialog, page, ['outflow']);
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
