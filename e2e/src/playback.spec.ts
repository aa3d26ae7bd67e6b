import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, logIn, test } from './journey.ts';
import type { Portal } from './portal.ts';
import { type Furnished, furnish, LEVEL_ALARM_ABOVE, publish, setAttribute } from './recorded-dashboard.ts';

/** Each takes some five seconds; TELLTALE_PLAYBACK_MOMENTS asks for fifty. */
const MOMENTS = Number(process.env.TELLTALE_PLAYBACK_MOMENTS ?? 6);

/** Tile types that say nothing which changes with time, each with the reason. */
const SAY_NOTHING_OF_THE_PAST: Readonly<Record<string, string>> = {
  DownloadButton: 'a button with the text of its settings; the data is fetched when it is pressed',
  ActionDispatcher: 'a button with the texts of its settings',
  MessageViewer:
    'a page for debugging the live hub: it shows what arrives while it is connected, and nothing is kept of it',
};

/** By a name that the type checker does not follow: the client's files are checked with its own settings. */
async function registeredTiles(): Promise<readonly { type: string }[]> {
  const registry = '../../apps/web/src/tiles/registry.ts';
  const { listTiles } = (await import(registry)) as { listTiles(): readonly { type: string }[] };
  return listTiles();
}

/**
 * What each tile says in words, the author's own frame included, and where its links lead. All but the frame is read at
 * one moment.
 */
async function textsOf(page: Page, tileIds: readonly string[]): Promise<Record<string, string>> {
  const texts = await page.evaluate(
    (ids) =>
      ids.map((id) => {
        const tile = document.querySelector<HTMLElement>(`[data-tile-id="${id}"]`);
        const links = [...(tile?.querySelectorAll('a') ?? [])].map(({ href }) => href);
        // Which names of countries fit on a map depends on where it was last moved to.
        const ownWords = [...(tile?.querySelectorAll<HTMLElement>('button[aria-label*="onnected"], dl') ?? [])].map(
          (element) => element.ariaLabel ?? element.innerText,
        );
        return [id, (id === 'map' ? ownWords : [tile?.innerText ?? '', ...links]).join(' ')];
      }),
    tileIds,
  );
  const html = page.locator('[data-tile-id="html"] iframe');
  const framed = (await html.count()) > 0 ? await html.contentFrame().locator('body').innerText() : '';
  const all = texts.map(([id = '', text = '']) => [id, `${text} ${id === 'html' ? framed : ''}`]);
  return Object.fromEntries(all.map(([id, text = '']) => [id, text.replaceAll(/\s+/g, ' ').trim()]));
}

/** Changed once a minute, or by nothing that happens here: the journey may be over sooner. */
const SLOW = ['heat', 'boxes', 'events'];
const CHARTS = ['chart', 'graph', 'xy', 'dynamic', 'editor'];
const tileOf = (page: Page, id: string): Locator => page.locator(`[data-tile-id="${id}"]`);

/** Charts show their points as tables, and the map its bubble: pictures have no words. */
async function openWords(page: Page): Promise<void> {
  for (const id of CHARTS) {
    const tile = tileOf(page, id);
    if ((await tile.getByRole('grid').count()) > 0) continue;
    await tile.getByRole('button', { name: 'Chart menu' }).click();
    await page.getByRole('menuitem', { name: 'Show as table' }).click();
    await expect(tile.getByRole('grid')).toBeVisible();
  }
  const map = tileOf(page, 'map');
  const coordinates = map.getByText('Coordinates');
  // While a past moment is asked for neither marker nor bubble is there.
  await expect(async () => {
    if ((await coordinates.count()) === 0) {
      await map.getByRole('button', { name: /^PLAYBACK/ }).click({ timeout: 2_000 });
    }
    await expect(coordinates).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

/** Tiles that show whole minutes need a moment for each new one. */
const AFTER_A_MINUTE_MS = 1_500;

/** The texts once they stand still, and a moment at which they did. */
async function settledTexts(page: Page, tileIds: readonly string[]) {
  let before = await textsOf(page, tileIds);
  for (;;) {
    await page.waitForTimeout(300);
    const atMs = Date.now();
    const now = await textsOf(page, tileIds);
    const isStill = JSON.stringify(now) === JSON.stringify(before);
    if (isStill && atMs % 60_000 > AFTER_A_MINUTE_MS) return { atMs, texts: now };
    before = now;
  }
}

/** Some of the addresses are opened anew; to the others a link of the page leads, as the portal's own links do. */
async function goTo(page: Page, url: string, index: number): Promise<void> {
  if (index % 10 === 0) await page.goto(url);
  else await page.evaluate((to) => window.history.pushState(null, '', to), url);
}

/** Numbers in an order that is the same at each run and looks like none. */
function shuffled(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index).toSorted((a, b) => ((a * 7919) % 101) - ((b * 7919) % 101));
}

/** What somebody changes beside the values; each is there for good once the page was opened anew. */
async function changeAsset(portal: Portal, { assetId }: Furnished, moment: number): Promise<void> {
  await setAttribute(portal, assetId, 'site', `Pad ${moment}`);
  await setAttribute(portal, assetId, 'list', moment % 8 === 2 ? 'dataitemdefinitions' : 'alarmdefinitions');
  await setAttribute(portal, assetId, 'PatientInfo', { conditions: [`condition ${moment}`] });
  await portal.call('POST', `/api/assets/${assetId}/coordinates`, {
    assetId,
    latitude: 31.5 + moment / 100,
    longitude: -103.25 - moment / 50,
  });
}

test('every tile type is held against what it showed live, or there is a reason why it cannot be', async ({
  portal,
}) => {
  const { types } = await furnish(portal, 'PLAYBACK-TYPES');
  const all = (await registeredTiles()).map(({ type }) => type);
  expect([...types, ...Object.keys(SAY_NOTHING_OF_THE_PAST)].toSorted()).toEqual(all.toSorted());
});

test('moments that were seen live are seen again, word for word, when the dashboard goes back to them', async ({
  page,
  portal,
}) => {
  test.setTimeout(900_000);
  await page.setViewportSize({ width: 1440, height: 2_900 });
  const furnished = await furnish(portal, 'PLAYBACK-50');
  const { assetId, alarmId, accessToken, tileIds } = furnished;
  const device = await portal.aDevice(accessToken);
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  const isComplete = async () => Object.values(await textsOf(page, tileIds)).every((text) => text !== '');
  await expect.poll(isComplete, { timeout: 60_000 }).toBe(true);

  const seen: { atMs: number; texts: Record<string, string> }[] = [];
  for (let moment = 1; moment <= MOMENTS; moment++) {
    if (moment % 4 === 2) {
      await changeAsset(portal, furnished, moment);
      await page.reload();
    }
    const level = (moment * 37.3) % 100;
    const counter = 1_000 + moment;
    const values = { Counter: counter, Level: level, Pressure: 10 + (moment % 7), State: `step ${moment % 4}` };
    await publish(device, values);
    await expect(tileOf(page, 'counter')).toContainText(counter.toLocaleString('en-US'), { timeout: 30_000 });
    await expect(tileOf(page, 'text')).toContainText(`on Pad ${moment < 2 ? 7 : moment - ((moment + 2) % 4)}`);
    const isHigh = level > LEVEL_ALARM_ABOVE;
    await expect(tileOf(page, 'alarm')).toContainText(isHigh ? `Too high: ${level.toFixed(2)}` : 'Level is fine');
    if (isHigh && moment % 2 === 0) {
      await portal.call('GET', `/api/assets/${assetId}/alarms/${alarmId}/acknowledge`);
      await expect(tileOf(page, 'alarm')).toContainText('Seen');
    }
    await openWords(page);
    // Charts draw a little later than the others.
    for (const id of CHARTS) {
      const newest = id === 'dynamic' ? values.Pressure : level;
      await expect(tileOf(page, id).getByRole('grid')).toContainText(newest.toFixed(3));
      // The legend follows once a second.
      const legend = tileOf(page, id).getByRole('list', { name: 'Series' });
      if (id !== 'xy') await expect(legend).toContainText(newest.toFixed(2));
    }
    seen.push(await settledTexts(page, tileIds));
  }
  await device.endAsync();
  expect(new Set(seen.map(({ texts }) => JSON.stringify(texts))).size).toBe(MOMENTS);
  // Each tile said different things over time, or comparing it would prove nothing.
  const unchanged = tileIds.filter((id) => new Set(seen.map(({ texts }) => texts[id])).size < 2);
  expect(unchanged.filter((id) => !SLOW.includes(id))).toEqual([]);

  const wrong: string[] = [];
  for (const index of shuffled(MOMENTS)) {
    const { atMs, texts } = seen[index] ?? { atMs: 0, texts: {} };
    await goTo(page, `${portal.url}/assets/${assetId}/dashboard?t=${new Date(atMs).toISOString()}`, index);
    await expect(page.getByText('You look at the past:')).toBeVisible({ timeout: 30_000 });
    await openWords(page);
    let shown: Record<string, string> = {};
    for (let look = 0; look < 150; look++) {
      shown = await textsOf(page, tileIds);
      if (JSON.stringify(shown) === JSON.stringify(texts)) break;
      await page.waitForTimeout(100);
    }
    for (const id of tileIds) {
      if (shown[id] !== texts[id]) wrong.push(`${id} at moment ${index + 1}: live “${texts[id]}”, past “${shown[id]}”`);
    }
  }
  expect(wrong).toEqual([]);
});

test('the playback bar moves a dashboard through its past, by mouse, keyboard and address, and back to now', async ({
  page,
  portal,
}) => {
  test.setTimeout(180_000);
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
  await expect(counter).toContainText(String(1_000 + Math.floor((hourAgo - startMs) / 60_000)).replace('1', '1,'));
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
  const stopped = Number(await slider.getAttribute('aria-valuenow'));
  await expect(page).toHaveURL(new RegExp(`t=${encodeURIComponent(new Date(stopped).toISOString().slice(0, 19))}`));
  const text = await counter.innerText();
  await page.reload();
  await expect(page.getByText('You look at the past:')).toBeVisible();
  await expect(counter).toHaveText(text.replaceAll('\n', ''), { ignoreCase: false });

  // The whole name of the asset can be read on a tablet and a phone.
  for (const width of [820, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    expect(await title.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
  }
  for (const [where, viewport] of [
    ['desk', { width: 1440, height: 900 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    await page.setViewportSize(viewport);
    await expect(bar).toBeVisible();
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      // What an author wrote into a frame is the author's.
      .exclude('iframe')
      .analyze();
    expect(violations.map(({ id, nodes }) => `${where}: ${id} at ${nodes.map((node) => node.target)}`)).toEqual([]);
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
  test.setTimeout(120_000);
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
  await expect(page.getByRole('button', { name: /2026-01-01 to 2026-01-02, times in GMT\+9/ })).toBeVisible();
  await expect
    .poll(() => asked.some((url) => url.searchParams.get('startTime') === '2025-12-31T15:00:00.000Z'))
    .toBe(true);

  // Kept as one's own it holds on every dashboard; the dashboard's own goes before it.
  const button = page.getByRole('button', { name: /^Time range/ });
  await button.click();
  await page.getByRole('button', { name: 'Keep as my zone' }).click();
  await expect(page).not.toHaveURL(/zone=/);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  await expect(button).toHaveAccessibleName(/times in GMT\+9/);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard?zone=America/Denver`);
  await button.click();
  await page.getByRole('button', { name: 'Set for this dashboard' }).click();
  await expect(page).not.toHaveURL(/zone=/);
  await expect(button).toHaveAccessibleName(/times in MST/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await page.reload();
  await expect(button).toHaveAccessibleName(/times in MST/);
  // The other journeys have the same user.
  await page.goto(`${portal.url}/assets/${assetId}/dashboard?zone=browser`);
  await button.click();
  await page.getByRole('button', { name: 'Keep as my zone' }).click();
  await expect(page.getByRole('button', { name: 'Keep as my zone' })).toBeHidden();
});
