import type { Page } from '@playwright/test';
import { expect, logIn, test } from './journey.ts';
import type { Portal } from './portal.ts';
import { type Furnished, furnish, LEVEL_ALARM_ABOVE, publish, setAttribute } from './recorded-dashboard.ts';
import { type Drawn, installTileWords, type Words, wordsWhenEqual, wordsWhenStill } from './tile-words.ts';

/** Each takes some three seconds; TELLTALE_PLAYBACK_MOMENTS asks for another number, as 6 while one works on it. */
const MOMENTS = Number(process.env.TELLTALE_PLAYBACK_MOMENTS ?? 50);

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

/** Changed once a minute, or by nothing that happens here: the journey may be over sooner. */
const SLOW = ['heat', 'boxes', 'events'];
/** Says nothing itself, but in the frame within it. */
const FRAMING = 'html';
const CHARTS = ['chart', 'graph', 'xy', 'dynamic', 'editor'];

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

/** What the n-th moment is made of. */
function valuesOf(moment: number) {
  const level = (moment * 37.3) % 100;
  return { Counter: 1_000 + moment, Level: level, Pressure: 10 + (moment % 7), State: `step ${moment % 4}` };
}

/** What the alarm does at the n-th moment, and in which row of a chart's table that stands: the newest come first. */
function markAt(moment: number, isSeen: boolean): { row: number; text: string } | undefined {
  // A moment's values have the time of the alarm that they raise or close, and stand before it.
  if (isSeen) return { row: 0, text: 'acknowledged' };
  const [before, now] = [moment - 1, moment].map((one) => one > 0 && valuesOf(one).Level > LEVEL_ALARM_ABOVE);
  return before === now ? undefined : { row: 1, text: now ? 'raised' : 'closed' };
}

/** What must have been drawn before a moment is noted: each of these follows the values in its own time. */
function drawnAt(moment: number, isSeen: boolean): Drawn[] {
  const { Counter, Level, Pressure } = valuesOf(moment);
  const mark = markAt(moment, isSeen);
  const inTile = (id: string, text: string, within = ''): Drawn => ({
    selector: `[data-tile-id="${id}"] ${within}`.trim(),
    text,
  });
  const isHigh = Level > LEVEL_ALARM_ABOVE;
  const alarm = isSeen ? 'Seen' : isHigh ? `Too high: ${Level.toFixed(2)}` : 'Level is fine';
  const charts = CHARTS.flatMap((id) => {
    const newest = id === 'dynamic' ? Pressure : Level;
    const points = inTile(id, newest.toFixed(3), '[role="grid"]');
    // The legend follows once a second, the alarms when the portal was asked for them.
    const legend = id === 'xy' ? [] : [inTile(id, newest.toFixed(2), '[aria-label="Series"]')];
    const marks = mark ? [inTile(id, mark.text, `[role="grid"] tr[aria-rowindex="${mark.row + 2}"]`)] : [];
    return [points, ...legend, ...marks];
  });
  return [
    inTile('counter', Counter.toLocaleString('en-US')),
    inTile('text', `on Pad ${moment < 2 ? 7 : moment - ((moment + 2) % 4)}`),
    inTile('alarm', alarm),
    ...charts,
  ];
}

test('moments that were seen live are seen again, word for word, when the dashboard goes back to them', async ({
  page,
  portal,
}) => {
  // Each moment is waited for twice: until every chart has drawn it live, and until the past is fetched again.
  test.setTimeout(60_000 + 10_000 * MOMENTS);
  await page.setViewportSize({ width: 1440, height: 2_900 });
  const furnished = await furnish(portal, 'PLAYBACK-50');
  const { assetId, alarmId, accessToken, tileIds } = furnished;
  const device = await portal.aDevice(accessToken);
  await installTileWords(page);
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);

  const seen: { atMs: number; words: Words }[] = [];
  for (let moment = 1; moment <= MOMENTS; moment++) {
    if (moment % 4 === 2) {
      await changeAsset(portal, furnished, moment);
      await page.reload();
    }
    const values = valuesOf(moment);
    await publish(device, values);
    const isSeen = values.Level > LEVEL_ALARM_ABOVE && moment % 2 === 0;
    if (isSeen) {
      const tooHigh = `Too high: ${values.Level.toFixed(2)}`;
      await expect(page.locator('[data-tile-id="alarm"]')).toContainText(tooHigh, { timeout: 30_000 });
      await portal.call('GET', `/api/assets/${assetId}/alarms/${alarmId}/acknowledge`);
    }
    const still = { ids: tileIds, charts: CHARTS, drawn: drawnAt(moment, isSeen) };
    seen.push(await wordsWhenStill(page, still, values.Level.toFixed(2)));
  }
  await device.endAsync();
  expect(new Set(seen.map(({ words }) => JSON.stringify(words))).size).toBe(MOMENTS);
  // Each tile said different things over time, or comparing it would prove nothing.
  const spoken = Object.keys(seen[0]?.words ?? {}).filter((id) => id !== FRAMING);
  expect(seen.flatMap(({ words }) => spoken.filter((id) => words[id] === ''))).toEqual([]);
  const unchanged = spoken.filter((id) => new Set(seen.map(({ words }) => words[id])).size < 2);
  expect(unchanged.filter((id) => !SLOW.includes(id))).toEqual([]);

  const wrong: string[] = [];
  for (const index of shuffled(MOMENTS)) {
    const { atMs, words } = seen[index] ?? { atMs: 0, words: {} };
    await goTo(page, `${portal.url}/assets/${assetId}/dashboard?t=${new Date(atMs).toISOString()}`, index);
    await expect(page.getByText('You look at the past:')).toBeVisible({ timeout: 30_000 });
    const shown = await wordsWhenEqual(page, { ids: tileIds, charts: CHARTS, words });
    for (const id of Object.keys(words)) {
      if (shown[id] !== words[id]) wrong.push(`${id} at moment ${index + 1}: live “${words[id]}”, past “${shown[id]}”`);
    }
  }
  expect(wrong).toEqual([]);
});
