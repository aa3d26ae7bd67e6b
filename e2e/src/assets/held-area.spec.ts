import { Fingers } from '../testing/fingers.ts';
import { expectFingerSized, expectWhole, pick, whereverHeld } from '../testing/held.ts';
import { expect, test } from '../testing/journey.ts';
import { cornersAround, mappedRigs } from '../testing/mapped-rigs.ts';

test('with a finger assets are marked by drawing around them, and the way of one is followed through its day', async ({
  browser,
  portal,
}) => {
  await mappedRigs(portal, 'DRAWN', 'Drawn rigs');
  await whereverHeld(browser, portal, async (page, held) => {
    await page.goto(`${portal.url}/assets?search=drawn+rigs`);
    await page.getByRole('button', { name: 'Map', exact: true }).tap();
    const marker = page.getByRole('button', { name: /^DRAWN-1,/ });
    await expect(marker).toBeVisible();
    await pick(page, page.getByRole('button', { name: 'More of the list' }), 'Select assets');
    await page.getByRole('button', { name: 'Draw an area' }).tap();
    const area = page.getByRole('region', { name: 'Area' });
    await expect(area.getByRole('button', { name: 'Select' })).toBeDisabled();
    const corners = await cornersAround(page, ['DRAWN-1', 'DRAWN-2']);
    // One beside the way, which is taken back.
    for (const { x, y } of [...corners.slice(0, 2), ...corners.slice(0, 1)]) await page.touchscreen.tap(x, y);
    await expect(area.getByText('3 corners')).toBeVisible();
    await expectWhole(page, `an area that is drawn on a ${held}`);
    await expectFingerSized(area, `the bar of an area on a ${held}`);
    await area.getByRole('button', { name: 'Undo' }).tap();
    await expect(area.getByText('Point at three corners or more.')).toBeVisible();
    for (const { x, y } of corners.slice(2)) await page.touchscreen.tap(x, y);
    await expect(area.getByText('4 corners')).toBeVisible();
    await area.getByRole('button', { name: 'Select' }).tap();
    await expect(page.getByText('2 selected')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Select DRAWN-1' })).toBeChecked();
    await expect(page.getByRole('checkbox', { name: 'Select DRAWN-2' })).toBeChecked();
    await expect(page.getByRole('link', { name: /^DRAWN-3/ })).toHaveCount(0);
    await expectWhole(page, `assets that were drawn around on a ${held}`);
    await page.getByRole('button', { name: 'Done' }).tap();

    await marker.tap();
    const bubble = page.locator('.maplibregl-popup-content');
    await expectFingerSized(bubble, `the window of a marker on a ${held}`);
    await bubble.getByRole('button', { name: 'Track' }).tap();
    const track = page.getByRole('region', { name: 'Track of DRAWN-1' });
    await expect(track).toContainText('276 miles, there since');
    await expectWhole(page, `the track of an asset on a ${held}`);
    await expectFingerSized(track, `the bar of a track on a ${held}`);
    // Back to a moment between its last two drives.
    const slider = track.getByRole('slider', { name: 'Moment' });
    const line = await slider.boundingBox();
    if (line === null) throw new Error('There is no line to draw along.');
    const [end, height] = [line.x + line.width, line.y + line.height / 2];
    await (await Fingers.on(page)).move([
      { x: end - 8, y: height },
      { x: end - line.width / 4, y: height },
    ]);
    await expect(track).toContainText('138 miles, there since');
    await track.getByRole('combobox', { name: 'How long back' }).selectOption('1 hour');
    await expect(track).toContainText('It did not move, there since');
    await track.getByRole('button', { name: 'Close' }).tap();
    await expect(track).toHaveCount(0);
  });
});
