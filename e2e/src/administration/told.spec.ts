import { expectAccessible, expectColoursAccessible } from '../testing/accessible.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import { sendWhatIsRefused, tellOfPumps } from './told-world.ts';

test('an administrator sees who is told of the pumps, of which nobody is, and what devices sent that was refused', async ({
  page,
  portal,
}) => {
  const { forgotten, pumps } = await tellOfPumps(portal, 'Told');
  await sendWhatIsRefused(portal, forgotten.accessToken);
  await logIn(page, portal);
  await page.goto(`${portal.url}/alerts?tab=told&search=Told`);
  const row = page.getByRole('row', { name: /^Told crew/ });
  await expect(row).toContainText('2 by mail');
  await expect(row).toContainText('1 person cannot be told');
  await expect(row).toContainText('After 15 min Told relief');
  await expectAccessible(page, 'who is told, dark, desk');
  await row.getByRole('button', { name: /^People/ }).click();
  await expect(page.getByRole('list', { name: 'People' })).toContainText('Is told nothing: has no mail address');
  await page.keyboard.press('Escape');

  // The link of a gap leads to where it is mended; then it is none.
  await page.goto(`${portal.url}/alerts?tab=gaps&search=Told%20pump`);
  await expectAccessible(page, 'gaps, dark, desk');
  await expect(page.getByRole('link', { name: 'Told pump 3' })).toBeVisible();
  await portal.call('PUT', `/api/assetgroups/${pumps.assetGroupId}/assets`, [forgotten.assetId]);
  await page.reload();
  await expect(page.getByText(/^(Nothing matches|Somebody is told about every asset)/)).toBeVisible();

  await page.goto(`${portal.url}/quarantine?search=Told`);
  await expect(page.getByText('not valid JSON').first()).toBeVisible({ timeout: 15_000 });
  await expectAccessible(page, 'refused data, dark, desk');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectColoursAccessible(page, 'refused data, dark, phone');
});

test.describe('by finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the pages of the administration lead to each other in one row of a phone, and filters show moments whole', async ({
    page,
    portal,
  }) => {
    await logIn(page, portal);
    await page.goto(`${portal.url}/quarantine?from=2026-11-23T20:48:00.000Z`);
    // A font that comes later makes texts narrower or wider, and lines fewer.
    const covered = () =>
      page.getByLabel('Since').evaluate((field: HTMLInputElement) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(field);
        const pen = document.createElement('canvas').getContext('2d');
        if (pen) pen.font = font;
        const text = pen?.measureText(field.value).width ?? Number.NaN;
        return text + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight) - field.clientWidth;
      });
    await expect.poll(covered).toBeLessThanOrEqual(0);
    const links = page.getByRole('navigation', { name: 'More of the administration' });
    await expect.poll(async () => (await links.boundingBox())?.height).toBeLessThan(60);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await links.getByRole('link', { name: 'Status' }).tap();
    await expect(page.getByRole('heading', { name: 'Status', exact: true })).toBeVisible();
  });
});
