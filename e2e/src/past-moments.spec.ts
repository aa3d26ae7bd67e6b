import type { Page } from '@playwright/test';
import { expect, logIn, test } from './testing/journey.ts';
import { furnish, publish } from './testing/recorded-dashboard.ts';
import {
  CHARTS,
  changeAsset,
  drawnAt,
  isChanged,
  isSeen,
  listMoments,
  momentsInPieces,
  valuesOf,
} from './testing/recorded-moments.ts';
import { installTileWords, type Words, wordsWhenEqual, wordsWhenStill } from './testing/tile-words.ts';

/** Each takes some three seconds; TELLTALE_PLAYBACK_MOMENTS asks for another number, as 6 while one works on it. */
const MOMENTS = Number(process.env.TELLTALE_PLAYBACK_MOMENTS ?? 50);
/** In this many each tile says different things. */
const FEWEST_MOMENTS = 6;

/** Tile types that say nothing which changes with time, each with the reason. */
const SAY_NOTHING_OF_THE_PAST: Readonly<Record<string, string>> = {
  DownloadButton: 'a button with the text of its settings; the data is fetched when it is pressed',
  SqliteQuery: 'it asks a file, which nothing changes once it is uploaded',
  ActionDispatcher: 'a button with the texts of its settings',
  StateReport:
    'it looks back on a whole job in quarters of an hour, none of which passes here; its own tests hold it to its moment',
  Rendering:
    'it shows how far parts are used, of which nothing is written down here; its own tests hold it to its moment',
  MessageViewer:
    'a page for debugging the live hub: it shows what arrives while it is connected, and nothing is kept of it',
  ...Object.fromEntries(
    ['CommandButton', 'CommandSwitch', 'CommandSlider', 'Setpoint', 'CommandChoice', 'CommandForm'].map((type) => [
      type,
      'a control, which says in the past that nothing can be sent; the value that it reports is read as an indicator’s',
    ]),
  ),
};

/** By a name that the type checker does not follow: the client's files are checked with its own settings. */
async function registeredTiles(): Promise<readonly { type: string }[]> {
  const registry = '../../apps/web/src/tiles/registry.ts';
  const { listTiles } = (await import(registry)) as { listTiles(): readonly { type: string }[] };
  return listTiles();
}

/** Tiles of the hours of the day, in which each minute stands as soon as it is over. */
const HOURLY = ['heat', 'boxes'];
/** Changed once a minute, or by nothing that happens here: the journey may be over sooner. */
const SLOW = [...HOURLY, 'events'];
/** Says nothing itself, but in the frame within it. */
const FRAMING = 'html';

/** Some of the addresses are opened anew; to the others a link of the page leads, as the portal's own links do. */
async function goTo(page: Page, url: string, index: number): Promise<void> {
  if (index % 10 === 0) await page.goto(url);
  else await page.evaluate((to) => window.history.pushState(null, '', to), url);
}

/** Numbers in an order that is the same at each run and looks like none. */
function shuffled(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index).toSorted((a, b) => ((a * 7919) % 101) - ((b * 7919) % 101));
}

test('every tile type is held against what it showed live, or there is a reason why it cannot be', async ({
  portal,
}) => {
  const { types, tileIds } = await furnish(portal, 'PLAYBACK-TYPES');
  const all = (await registeredTiles()).map(({ type }) => type);
  expect([...types, ...Object.keys(SAY_NOTHING_OF_THE_PAST)].toSorted()).toEqual(all.toSorted());
  // Each tile has a sign of having drawn a moment, or what is noted of it may be that of the moment before.
  const awaited = new Set([...drawnAt(1, { before: 0, last: 1 }).map(({ tile }) => tile), ...HOURLY, FRAMING]);
  expect([...awaited].toSorted()).toEqual(tileIds.toSorted());
});

// Side by side, each with an asset, a definition and a dashboard of its own.
for (const moments of momentsInPieces(MOMENTS, FEWEST_MOMENTS)) {
  test(`moments ${moments.before + 1} to ${moments.last} are seen again as they were live, word for word`, async ({
    page,
    portal,
  }) => {
    const inOrder = listMoments(moments);
    // Each moment is waited for twice: until every chart has drawn it live, and until the past is fetched again.
    test.setTimeout(60_000 + 10_000 * inOrder.length);
    await page.setViewportSize({ width: 1440, height: 2_900 });
    const furnished = await furnish(portal, `PLAYBACK-${moments.last}`);
    const { assetId, alarmId, accessToken, tileIds } = furnished;
    const publishedMs = [furnished.publishedMs];
    const device = await portal.aDevice(accessToken);
    await installTileWords(page);
    await logIn(page, portal);
    await page.goto(`${portal.url}/assets/${assetId}/dashboard`);

    const seen: { atMs: number; words: Words }[] = [];
    for (const moment of inOrder) {
      if (isChanged(moment)) {
        await changeAsset(portal, furnished, moment, moments);
        await page.reload();
      }
      const values = valuesOf(moment);
      publishedMs.push(await publish(device, values));
      if (isSeen(moment)) {
        const tooHigh = `Too high: ${values.Level.toFixed(2)}`;
        await expect(page.locator('[data-tile-id="alarm"]')).toContainText(tooHigh, { timeout: 30_000 });
        await portal.call('GET', `/api/assets/${assetId}/alarms/${alarmId}/acknowledge`);
      }
      const still = { ids: tileIds, charts: CHARTS, drawn: drawnAt(moment, moments), publishedMs };
      seen.push(await wordsWhenStill(page, still, values.Level.toFixed(2)));
    }
    await device.endAsync();
    expect(new Set(seen.map(({ words }) => JSON.stringify(words))).size).toBe(inOrder.length);
    // Each tile said different things over time, or comparing it would prove nothing.
    const spoken = Object.keys(seen[0]?.words ?? {}).filter((id) => id !== FRAMING);
    expect(seen.flatMap(({ words }) => spoken.filter((id) => words[id] === ''))).toEqual([]);
    const unchanged = spoken.filter((id) => new Set(seen.map(({ words }) => words[id])).size < 2);
    expect(unchanged.filter((id) => !SLOW.includes(id))).toEqual([]);

    const wrong: string[] = [];
    for (const index of shuffled(inOrder.length)) {
      const { atMs, words } = seen[index] ?? { atMs: 0, words: {} };
      await goTo(page, `${portal.url}/assets/${assetId}/dashboard?t=${new Date(atMs).toISOString()}`, index);
      await expect(page.getByText('You look at the past:')).toBeVisible({ timeout: 30_000 });
      const shown = await wordsWhenEqual(page, { ids: tileIds, charts: CHARTS, words });
      for (const id of Object.keys(words)) {
        if (shown[id] !== words[id])
          wrong.push(`${id} at moment ${inOrder[index]}: live “${words[id]}”, past “${shown[id]}”`);
      }
    }
    expect(wrong).toEqual([]);
  });
}
