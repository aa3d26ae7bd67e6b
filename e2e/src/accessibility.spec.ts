import { expectAccessible, expectColoursAccessible } from './testing/accessible.ts';
import { expect, logIn, test } from './testing/journey.ts';
import type { Portal } from './testing/portal.ts';

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const palettes = [
  ['palette-dark', expectAccessible],
  ['palette-light', expectColoursAccessible],
  ['palette-calm', expectColoursAccessible],
] as const;

async function aFurnishedAsset(portal: Portal): Promise<number> {
  const { assetId, accessToken } = await portal.anAsset(`AXE-${Date.now()}`, 'Accessible equipment');
  const device = await portal.aDevice(accessToken);
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify({ Level: 7.5, Flow: 3, State: 'running' }), {
    qos: 1,
  });
  await device.endAsync();
  return assetId;
}

test('login, assets, dashboard, its edit mode, the settings and the rules of an MQTT broker pass the accessibility rules', async ({
  page,
  portal,
}) => {
  // Two screens in three palettes and two sizes, each opened anew and gone through rule by rule.
  test.setTimeout(120_000);
  const assetId = await aFurnishedAsset(portal);
  await page.goto(`${portal.url}/login`);
  await expect(page.getByLabel('Username')).toBeVisible();
  await expectAccessible(page, 'login');
  await logIn(page, portal);
  for (const [palette, expectIt] of palettes) {
    await page.evaluate((name) => localStorage.setItem('theme', name), palette);
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      await page.goto(`${portal.url}/assets`);
      await expect(
        page.getByRole('grid', { name: 'Assets' }).or(page.getByRole('list', { name: 'Assets' })),
      ).toBeVisible();
      await expectIt(page, `assets, ${palette}, ${size}`);
      await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
      await expect(page.getByRole('group', { name: 'Text Indicator' })).toBeVisible();
      await expectIt(page, `dashboard, ${palette}, ${size}`);
    }
  }
  await page.setViewportSize(sizes.desk);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard?mode=builder`);
  await page
    .getByRole('toolbar', { name: 'Edit Text Indicator' })
    .getByRole('button', { name: 'Edit', exact: true })
    .click();
  await expect(page.getByRole('dialog', { name: /Edit tile/ })).toBeVisible();
  await expectAccessible(page, 'edit tile');
  await page.goto(`${portal.url}/user-settings`);
  await expect(page.getByRole('heading', { name: /settings/i }).first()).toBeVisible();
  await expectAccessible(page, 'settings');
  await page.goto(`${portal.url}/broker`);
  await page.getByRole('button', { name: 'Add rule' }).click();
  await expect(page.getByLabel('Topic', { exact: true })).toBeVisible();
  await expectAccessible(page, 'broker');
});

test('whoever knows no name reaches every page from the bar, on desk, tablet and phone', async ({ page, portal }) => {
  await logIn(page, portal);
  for (const viewport of [sizes.desk, { width: 820, height: 1180 }]) {
    await page.setViewportSize(viewport);
    await page.goto(`${portal.url}/assets`);
    const bar = page.getByRole('navigation', { name: 'Pages' });
    const others = bar.getByRole('button', { name: 'Other pages' });
    await expect(others).toBeVisible();
    // Nothing of the bar is pushed out of sight for it.
    await expect.poll(() => bar.evaluate((links) => links.scrollWidth - links.clientWidth)).toBe(0);
    await others.click();
    await expect(page.getByRole('menuitem', { name: 'Commands' })).toBeFocused();
    await expectAccessible(page, `the other pages at ${viewport.width} px`);
    await page.getByRole('menuitem', { name: 'Exports' }).click();
    await expect(page.getByRole('heading', { name: 'Exports' })).toBeVisible();
    await expect(page.getByRole('menu')).toHaveCount(0);
  }
  await page.setViewportSize(sizes.phone);
  await page.getByRole('button', { name: 'Open navigation' }).click();
  const panel = page.getByRole('dialog');
  await panel
    .getByRole('navigation', { name: 'Other pages' })
    .getByRole('link', { name: 'Files', exact: true })
    .click();
  await expect(page.getByRole('heading', { name: 'Files' })).toBeVisible();
  await expect(panel).toHaveCount(0);
});
