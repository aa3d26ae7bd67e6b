import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/accessible.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import { placeAsset } from '../testing/mapped-rigs.ts';
import { addTile, tileNamed } from './tile-journey.ts';

const LAYERS: Readonly<Record<string, unknown>> = {
  Pipelines: {
    type: 'LineString',
    coordinates: [
      [-104, 31],
      [-102, 33],
    ],
  },
  Wells: { type: 'Point', coordinates: [-103, 32] },
  Notes: { a: 1 },
};
const offerLayers = (page: Page) =>
  page.route('**/config/geosources.json', (route) =>
    route.fulfill({ json: Object.keys(LAYERS).map((name) => ({ name, data: `/layers/${name}.json` })) }),
  );
const SAID_OF_NOTES = 'The layer ‘Notes’ could not be drawn. Its file is not valid GeoJSON.';

test('layers chosen for a map tile are named while they load and where they hold no shapes, and load once', async ({
  page,
  portal,
}) => {
  const { assetId } = await portal.anAsset('LAYERED-1', 'Layered rigs');
  await placeAsset(portal, assetId, 32, -103);
  const asked: string[] = [];
  let released: Promise<void> = Promise.resolve();
  await offerLayers(page);
  await page.route('**/layers/*.json', async (route) => {
    const name = /(\w+)\.json$/.exec(route.request().url())?.[1] ?? '';
    asked.push(name);
    if (name === 'Pipelines') await released;
    await route.fulfill({ json: LAYERS[name] });
  });
  const address = `${portal.url}/assets/${assetId}/dashboard`;
  const layersOf = page.getByRole('combobox', { name: 'Layers' });
  const tile = tileNamed(page, 'Field');

  await logIn(page, portal);
  await page.goto(`${address}?mode=builder`);
  const added = await addTile(page, { name: 'Google Map', isInMenu: true });
  await added.getByLabel('Title', { exact: true }).fill('Field');
  await layersOf.press('ArrowDown');
  for (const name of ['Pipelines', 'Notes']) await page.getByRole('option', { name }).click();
  await layersOf.press('Escape');
  await added.getByRole('button', { name: 'Submit' }).click();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Dashboard saved.')).toBeVisible();

  const { promise, resolve: release } = Promise.withResolvers<void>();
  released = promise;
  await page.goto(address);
  await expect(tile.getByText('Loading the layer ‘Pipelines’…')).toBeVisible();
  await expect(tile.getByText(SAID_OF_NOTES)).toBeVisible();
  await expectAccessible(page, 'a map whose layers are being loaded');
  release();
  await expect(tile.getByText(/^Loading the layer/)).toHaveCount(0);

  // What is drawn stays drawn while another one is switched.
  asked.length = 0;
  await tile.getByRole('button', { name: 'Map style and layers' }).click();
  await page.getByRole('checkbox', { name: 'Wells' }).click();
  await expect.poll(() => asked).toContain('Wells');
  await expect(tile.getByText(/^Loading the layer/)).toHaveCount(0);
  expect(asked).toEqual(['Wells']);
});

test.describe('under a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('layers are as large as a finger, in the form of a map tile and on the map', async ({ page, portal }) => {
    const { assetId } = await portal.anAsset('LAYERED-2', 'Layered rigs for fingers');
    await offerLayers(page);
    await logIn(page, portal);
    await page.goto(`${portal.url}/assets/${assetId}/dashboard?mode=builder`);
    const dialog = await addTile(page, { name: 'Google Map', isInMenu: true });
    const field = dialog.getByRole('combobox', { name: 'Layers' });
    await field.press('ArrowDown');
    await page.getByRole('option', { name: 'Wells' }).tap();
    await field.press('Escape');
    const chosen = dialog.locator('.mantine-Pill-root');
    const remove = await chosen.locator('button').boundingBox();
    expect(remove?.width).toBeGreaterThanOrEqual(44);
    expect(remove?.height).toBeGreaterThanOrEqual(32);

    await dialog.getByRole('button', { name: 'Map style and layers' }).tap();
    const rows = page.getByRole('dialog', { name: 'Map style and layers' }).locator('.mantine-Checkbox-root');
    await expect(rows).toHaveCount(Object.keys(LAYERS).length);
    const heights = await rows.evaluateAll((each) => each.map((row) => row.getBoundingClientRect().height));
    for (const height of heights) expect(height).toBeGreaterThanOrEqual(44);
  });
});
