import { expectAccessible } from '../testing/accessible.ts';
import { addDashboard, anAssetWithADay, DAY_S, FEW_S, legendOf, seriesOf, tile } from '../testing/chart-asset.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import { anIndicator, aRaisedAlarm, causeInHandover, panel, rest } from './why-assets.ts';

// A phone.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a finger that rests on a value asks', async ({ page, portal }) => {
  const { assetId } = await anIndicator(portal, 'WHY-2');
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  const value = page.getByRole('group', { name: 'Now' }).getByText('41.50');
  await rest(page, value);
  await expect(panel(page).getByText('the device itself, over MQTT')).toBeVisible();
  await expectAccessible(page, 'why on a phone');
});

test('a finger that rests on a chart asks for the point under it', async ({ page, portal }) => {
  const asset = await anAssetWithADay(portal, FEW_S);
  const settings = { series: [seriesOf(asset, 'outflow')], fixedStart: 24 };
  await addDashboard(portal, asset, [
    { type: 'FastGraph', settings: { ...settings, title: 'Day' } },
    { type: 'XYChart', settings: { ...settings, title: 'Points' } },
  ]);
  await logIn(page, portal);
  await page.goto(asset.address);
  for (const name of ['Day', 'Points']) {
    const group = tile(page, name);
    await group.scrollIntoViewIfNeeded();
    await expect(legendOf(group)).toContainText('100.0');
    // Halfway through a day in which it rises to 100.
    await rest(page, group.getByRole('img', { name: /outflow/ }));
    await expect(
      panel(page)
        .getByText(/^[45]\d\.\d/)
        .first(),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
  }
});

test('a finger that rests on a figure of a legend asks for it, and the series stays when it is lifted', async ({
  page,
  portal,
}) => {
  const asset = await anAssetWithADay(portal, FEW_S);
  const series = [seriesOf(asset, 'outflow')];
  await addDashboard(portal, asset, [
    { type: 'FastGraph', settings: { title: 'Day', series, legendValues: ['last', 'min', 'max'], fixedStart: 26 } },
  ]);
  await logIn(page, portal);
  await page.goto(asset.address);
  const legend = legendOf(tile(page, 'Day'));
  const button = legend.getByRole('button');
  const least = legend.locator('[data-figure="min"]');
  await least.scrollIntoViewIfNeeded();
  await expect(least).toHaveText(/\d/);
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await rest(page, least);
  const link = panel(page).getByRole('link', { name: 'Open as a page' });
  await expect(link).toHaveAttribute(
    'href',
    new RegExp(`at=${encodeURIComponent(new Date(asset.endMs - DAY_S * 1000).toISOString())}$`),
  );
  await expectAccessible(page, 'why of a figure of a legend on a phone');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await button.tap();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
});

test('a finger that rests on an alarm and on its cause asks, and opens nothing when it is lifted', async ({
  page,
  portal,
}) => {
  await aRaisedAlarm(portal, 'WHY-TOUCH');
  await logIn(page, portal);
  await page.goto(`${portal.url}/alarms?text=WHY-TOUCH`);
  const name = page.getByRole('row', { name: /Hot WHY-TOUCH/ }).getByText('Hot WHY-TOUCH');
  const details = page.getByRole('dialog', { name: /Hot WHY-TOUCH/ });
  await rest(page, name);
  await expect(panel(page).getByText(/^130/).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(details).toBeHidden();
  await name.tap();
  await rest(page, details.getByText(/_Heat = 130/));
  await expect(panel(page).getByText(/^130/).first()).toBeVisible();
  await expectAccessible(page, 'why of a cause on a phone');
});

test('a finger that rests on a line of a handover asks', async ({ page, portal }) => {
  await aRaisedAlarm(portal, 'WHY-SHIFT');
  await logIn(page, portal);
  const cause = await causeInHandover(page, portal, 'WHY-SHIFT');
  await cause.scrollIntoViewIfNeeded();
  await rest(page, cause);
  await expect(panel(page).getByText(/^130/).first()).toBeVisible();
  // Lines below lie partly under the panel, as many as there are alarms; they are looked at by themselves elsewhere.
  await expectAccessible(page, 'why of a line of a handover on a phone', 'ul[aria-label^="Lines of"]');
});
