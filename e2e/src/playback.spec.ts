import { expectAccessible } from './testing/accessible.ts';
import { expect, logIn, test } from './testing/journey.ts';
import { furnish, publish } from './testing/recorded-dashboard.ts';

test('the playback bar moves a dashboard through its past, by mouse, keyboard and address, and back to now', async ({
  page,
  portal,
}) => {
  // A dashboard with a tile of every type, opened twice and gone through rule by rule in two sizes.
  test.setTimeout(120_000);
  const { assetId, accessToken } = await furnish(portal, 'PLAYBACK-BAR');
  const startMs = Date.now() - 3 * 3_600_000;
  const device = await portal.aDevice(accessToken);
  const rows = Array.from({ length: 180 }, (_, minute) => ({
    ts: startMs + minute * 60_000,
    values: { Counter: 1_000 + minute, Level: minute % 100, State: 'recorded' },
  }));
  await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(rows), { qos: 1 });
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  const counter = page.locator('[data-tile-id="counter"]');
  await expect(counter).toContainText('Counter');

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Playback' }).click();
  const bar = page.getByRole('region', { name: 'Playback' });
  await expect(bar).toBeVisible();
  const slider = bar.getByRole('slider', { name: 'Moment shown' });
  await slider.focus();
  await page.keyboard.press('Home');
  await expect(page.getByText('You look at the past:')).toBeVisible();
  await expect(counter).toContainText('- -');
  await bar.getByText('1H', { exact: true }).click();
  await slider.focus();
  await page.keyboard.press('Home');
  const hourAgo = Number(await slider.getAttribute('aria-valuenow'));
  const countAt = (atMs: number) => String(1_000 + Math.floor((atMs - startMs) / 60_000)).replace('1', '1,');
  await expect(counter).toContainText(countAt(hourAgo));
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuenow', String(hourAgo + 10_000));

  // The light of the navigation bar says the same as the screen.
  await expect(page.getByRole('banner').getByText('Past', { exact: true })).toBeVisible();
  await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeHidden();

  // Nothing can be edited in the past.
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeDisabled();
  await page.keyboard.press('e');
  expect(page.url()).not.toContain('mode=builder');

  // It plays on, and the address leads back to where it stopped.
  await bar.getByRole('combobox', { name: 'Speed' }).click();
  await page.getByRole('option', { name: '60×' }).click();
  await slider.focus();
  await page.keyboard.press('Space');
  await expect(async () => {
    expect(Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThan(hourAgo + 120_000);
  }).toPass();
  await bar.getByRole('button', { name: 'Pause' }).click();
  const stoppedMs = async () => Number(await slider.getAttribute('aria-valuenow'));
  await expect(async () => {
    const address = encodeURIComponent(new Date(await stoppedMs()).toISOString().slice(0, 19));
    expect(page.url()).toContain(`t=${address}`);
  }).toPass();
  const stopped = await stoppedMs();
  // While it plays a tile may be a moment behind.
  await expect(counter).toContainText(countAt(stopped));
  const text = await counter.innerText();
  await page.reload();
  await expect(page.getByText('You look at the past:')).toBeVisible();
  await expect(counter).toHaveText(text.replaceAll('\n', ''), { ignoreCase: false });

  // The whole name of the asset can be read on a tablet and a phone.
  for (const width of [820, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    const hidden = () => title.evaluate((element) => element.scrollWidth - element.clientWidth);
    await expect.poll(hidden).toBeLessThanOrEqual(0);
  }
  for (const [where, viewport] of [
    ['desk', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    await page.setViewportSize(viewport);
    await expect(bar).toBeVisible();
    // What an author wrote into a frame is the author's.
    await expectAccessible(page, where, 'iframe');
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  // To the alarm, and back to now.
  const levels = { Counter: 5_000, Level: 99, State: 'now' };
  await publish(device, levels);
  await bar.getByRole('button', { name: 'Live', exact: true }).click();
  await expect(page.getByText('You look at the past:')).toBeHidden();
  await expect(counter).toContainText('5,000');
  expect(page.url()).not.toContain('t=');
  await device.endAsync();
});

test('a time range holds for every chart, stands in the address, and is written in the zone that was chosen', async ({
  page,
  portal,
}) => {
  const { assetId } = await furnish(portal, 'PLAYBACK-RANGE');
  const asked: URL[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/historicaldata?')) asked.push(new URL(request.url()));
  });
  const spanHours = (url: URL) => {
    const { startTime, endTime } = Object.fromEntries(url.searchParams) as Record<string, string>;
    return (Date.parse(endTime ?? '') - Date.parse(startTime ?? '')) / 3_600_000;
  };
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  await page.getByRole('button', { name: /^Time range/ }).click();
  await page.getByLabel('From').fill('now-banana');
  await expect(page.getByText('“now-banana” is no time')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
  asked.length = 0;
  await page.getByLabel('From').fill('now-2d');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: /Last 2 days/ })).toBeVisible();
  await expect(page).toHaveURL(/from=now-2d&to=now/);
  await expect.poll(() => asked.some((url) => Math.abs(spanHours(url) - 48) < 0.1)).toBe(true);

  await page.goto(`${portal.url}/assets/${assetId}/dashboard?from=2026-01-01&to=2026-01-02&zone=Asia/Tokyo`);
  await expect(page.getByRole('button', { name: /2026-01-01 to 2026-01-02 GMT\+9/ })).toBeVisible();
  await expect
    .poll(() => asked.some((url) => url.searchParams.get('startTime') === '2025-12-31T15:00:00.000Z'))
    .toBe(true);

  // Kept as one's own it holds on every dashboard; the dashboard's own goes before it.
  const button = page.getByRole('button', { name: /^Time range/ });
  await button.click();
  await page.getByRole('button', { name: 'Keep as my zone' }).click();
  await expect(page).not.toHaveURL(/zone=/);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  await expect(button).toHaveAccessibleName(/^Time range GMT\+9/);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard?zone=America/Denver`);
  await button.click();
  await page.getByRole('button', { name: 'Set for this dashboard' }).click();
  await expect(page).not.toHaveURL(/zone=/);
  await expect(button).toHaveAccessibleName(/^Time range M[DS]T/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await page.reload();
  await expect(button).toHaveAccessibleName(/^Time range M[DS]T/);
  // The other journeys have the same user.
  await page.goto(`${portal.url}/assets/${assetId}/dashboard?zone=browser`);
  await button.click();
  await page.getByRole('button', { name: 'Keep as my zone' }).click();
  await expect(page.getByRole('button', { name: 'Keep as my zone' })).toBeHidden();
});
