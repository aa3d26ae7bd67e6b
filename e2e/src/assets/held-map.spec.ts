import type { Locator } from '@playwright/test';
import type { assets } from '@telltale/contract';
import { Fingers } from '../testing/fingers.ts';
import { expectWhole, pick, whereverHeld } from '../testing/held.ts';
import { expect, test } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';
import { setAttribute } from '../testing/recorded-dashboard.ts';

/** Holds the window of a marker to this: nothing of it is to be scrolled to, and it stands clear of the buttons over the map. */
async function expectRoom(map: Locator, where: string): Promise<void> {
  const measured = async () => {
    const bubble = map.locator('.maplibregl-popup-content');
    const hidden = await bubble.evaluate((one) => one.scrollHeight - one.clientHeight);
    const box = await bubble.boundingBox();
    const head = await map.getByRole('button', { name: 'Measure a distance' }).boundingBox();
    if (box === null || head === null) throw new Error('There is no window, or no button.');
    return { hidden, overlaps: box.y < head.y + head.height };
  };
  await expect.poll(measured, { message: where }).toEqual({ hidden: 0, overlaps: false });
}

/** Three assets beside each other on the map, the third where each who looks puts it; their dashboard is a map of them. */
async function placedAssets(portal: Portal) {
  const made = [];
  for (const name of ['PLACED-1', 'PLACED-2', 'PLACED-3']) made.push(await portal.anAsset(name, 'Placed pump'));
  const ids = made.map(({ assetId }) => assetId);
  const put = (at: number) =>
    portal.call('POST', `/api/assets/${ids[at]}/coordinates`, { latitude: 10, longitude: [20, 40, -30][at] });
  await put(0);
  await put(1);
  const { assetDefinitionId } = await portal.call<assets.Asset>('GET', `/api/ef/assets/${ids[0]}`);
  const properties = { type: { name: 'Map', value: 'Map', default: false }, title: 'Field', assets: 'definition' };
  await portal.call('POST', '/api/dashboards', {
    dashboardId: 0,
    dashboardName: 'Field',
    assetDefinitionId,
    config: JSON.stringify({
      tabs: [{ id: 't', name: 'First', order: 0 }],
      tiles: { t: [{ id: 'map', properties, dataGrid: { x: 0, y: 0, w: 96, h: 36 } }] },
      layouts: {},
    }),
  });
  const placeOf = async (at: number) =>
    (await portal.call<assets.Asset>('GET', `/api/ef/assets/${ids[at]}`)).currentCoordinates;
  const picture = (dataUrl: string) => setAttribute(portal, ids[1] ?? 0, 'thumbnail', dataUrl);
  return { put, placeOf, picture };
}

test('with a finger an asset is placed on the map of the list, and pointed at on that of a dashboard', async ({
  browser,
  portal,
}) => {
  const { put, placeOf, picture } = await placedAssets(portal);
  await whereverHeld(browser, portal, async (page, held) => {
    await put(2);
    // As large as one that the panel makes: it comes after the rest of the window.
    const drawn = () => Object.assign(document.createElement('canvas'), { width: 150, height: 110 }).toDataURL();
    await picture(await page.evaluate(drawn));
    await page.goto(`${portal.url}/assets?search=placed+pump`);
    // The map beside the list, or below it: what is chosen on it is placed with a finger.
    await page.getByRole('button', { name: 'Map', exact: true }).tap();
    // Its picture is called the same.
    const map = page.getByRole('region', { name: 'Map', exact: true }).first();
    await map.scrollIntoViewIfNeeded();
    await pick(page, page.getByRole('button', { name: 'More of PLACED-1' }), 'Set location');
    await expectWhole(page, `an asset that is placed on a ${held}`);
    await page.getByRole('button', { name: 'Cancel location of PLACED-1' }).tap();
    await page.getByRole('button', { name: 'Show all on the map' }).tap();
    await page.getByRole('button', { name: /^PLACED-2,/ }).tap();
    await expect(map.locator('.maplibregl-popup-content img')).toHaveJSProperty('complete', true);
    await expectRoom(map, `the window of a marker with a picture on a ${held}`);
    await map.getByRole('button', { name: 'Close popup' }).tap();
    await page.getByRole('button', { name: 'Show all on the map' }).tap();
    await page.getByRole('button', { name: /^PLACED-3,/ }).tap();
    await expect(map.getByText('10.00000, -30.00000')).toBeVisible();
    await expectRoom(map, `the window of a marker beside the list of a ${held}`);
    await map.getByRole('button', { name: 'Move marker' }).tap();
    await expect(map.getByRole('button', { name: 'Save location' })).toBeVisible();
    await expectWhole(page, `a marker that is moved on a ${held}`);
    const grip = page.locator('.maplibregl-marker-draggable');
    await expect(grip).toBeInViewport({ ratio: 1 });
    // What is being moved is one of all.
    await page.getByRole('button', { name: 'Show all on the map' }).tap();
    await expect(grip).toBeInViewport({ ratio: 1 });
    await (await Fingers.on(page)).drag(grip, { down: 40 });
    await expect(map.getByText('10.00000, -30.00000')).toBeHidden();
    await map.getByRole('button', { name: 'Save location' }).tap();
    await expect(page.getByText('The location of PLACED-3 is saved.')).toBeVisible();
    const moved = await placeOf(2);
    expect(moved?.latitude).toBeLessThan(8);
    await expect(map.getByText(`${moved?.latitude.toFixed(5)}, `)).toBeVisible();

    // The same map as a tile of a dashboard.
    await map.getByRole('link', { name: 'Open Dashboard' }).tap();
    const tile = page.getByRole('group', { name: 'Field', exact: true });
    await tile.scrollIntoViewIfNeeded();
    await tile.getByRole('button', { name: 'Measure a distance' }).tap();
    for (const name of ['PLACED-1', 'PLACED-2']) {
      await tile.getByRole('button', { name: new RegExp(`^${name},`) }).tap();
    }
    await expect(tile.getByRole('region', { name: 'Distance' })).toContainText('1,361 miles');
    await expectWhole(page, `the map of a dashboard on a ${held}`);
    // The window of a marker moves the map to have room: it comes last.
    await tile.getByRole('button', { name: 'Measure a distance' }).tap();
    await tile.getByRole('button', { name: /^PLACED-1,/ }).tap();
    await expect(tile.getByText('10.00000, 20.00000')).toBeVisible();
    await expectRoom(tile, `the window of a marker in a tile of a ${held}`);
  });
});
