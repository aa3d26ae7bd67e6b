/** 10,000 assets: how soon the list is there, follows a keystroke and moves its map; and what files and changes of all take. */
import { chromium } from '@playwright/test';
import { findChromium } from '../../e2e/src/chromium.ts';
import { mainThread, measureOpening, measurePanning, measureTyping } from './browser/list-measures.ts';
import { logIn } from './browser/page-measures.ts';
import { PortalProcess } from './browser/portal-process.ts';
import { UnwatchedBrowser } from './browser/unwatched-browser.ts';
import { longestWait } from './http/longest-wait.ts';

const ASSETS = 10_000;
/** Browsers that open the list for the first time, and how often each does it again. */
const VISITORS = 3;
const OPENINGS = 5;
const PANNING_S = 10;
const TYPED = ['pump 7342', 'station 92', 'p-99', 'west'];

const percentile = (sorted: readonly number[], p: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
const row = (...cells: (string | number)[]) =>
  console.log(`| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell)).join(' | ')} |`);
const rowOf = (name: string, times: readonly number[], share: number | undefined, goal: string) => {
  const sorted = times.toSorted((a, b) => a - b);
  const cells = [percentile(sorted, 0.5), percentile(sorted, 0.95), sorted.at(-1) ?? Number.NaN];
  row(name, String(sorted.length), ...cells, share ?? '', goal);
};

const portal = await PortalProcess.create();
await portal.start();
await portal.call('POST', '/api/ef/assetdefinitions', { assetDefinitionName: 'Pump' });

const lines = Array.from({ length: ASSETS }, (_, at) => ({
  line: at + 2,
  serialNumber: `P-${at}`,
  assetAlias: `Pump ${at} of station ${at % 250}`,
  assetDefinition: 'Pump',
  latitude: 25 + (at % 100) / 4,
  longitude: -120 + Math.floor(at / 100) / 2,
  attributes: Array.from({ length: 5 }, (_, n) => ({ attributeName: `Attribute ${n}`, attributeValue: `${at}.${n}` })),
}));
const timed = async (name: string, act: () => Promise<unknown>) => {
  let seconds = 0;
  const waitMs = await longestWait(portal.url, async () => {
    const began = performance.now();
    await act();
    seconds = (performance.now() - began) / 1_000;
  });
  row(name, `${seconds.toFixed(2)} s`, `${waitMs.toFixed(0)} ms`);
};
console.log(`| all ${ASSETS.toLocaleString('en')} assets in one call | took | others waited at most |\n|---|---|---|`);
const take = (preview: boolean) => portal.call('POST', '/api/ef/assets/import', { lines, preview });
await timed('file with 5 attributes each: preview', () => take(true));
await timed('… created', () => take(false));
await timed('… the same again: preview, nothing changes', () => take(true));
const all = await portal.call<{ assetId: number }[]>('GET', '/api/ef/assets');
const assetIds = all.map(({ assetId }) => assetId);
await timed('an attribute set in each', () =>
  portal.call('PUT', '/api/ef/assets/attributes', {
    assetIds,
    attributes: [{ attributeName: 'Station', attributeValue: 'West' }],
  }),
);

const { Cookie: cookie = '' } = await portal.headers();
const [firsts, openings]: [number[], number[]] = [[], []];
for (let visitor = 0; visitor < VISITORS; visitor++) {
  const unwatched = await UnwatchedBrowser.launch(portal.url, cookie);
  firsts.push(await measureOpening(unwatched, portal.url));
  for (let n = 0; n < OPENINGS; n++) openings.push(await measureOpening(unwatched, portal.url));
  await unwatched.close();
}

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const browser = await chromium.launch({ executablePath: findChromium(), headless: true, args });
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
await logIn(page, portal.url);
const readMain = await mainThread(page);
/** Processor time of the main thread for each of so many. */
const shareOf = async <Result>(measure: () => Promise<Result>, countOf: (result: Result) => number) => {
  const before = await readMain();
  const result = await measure();
  return { result, share: ((await readMain()) - before) / countOf(result) };
};
console.log(
  '\n| 10,000 assets in the browser | samples | p50 ms | p95 ms | max ms | main thread, ms each | goal |\n|---|---|---|---|---|---|---|',
);
rowOf('the list, from its address until it can be used', openings, undefined, '< 1,000 ms');
rowOf('… in a browser that has never seen the portal', firsts, undefined, '');

const typing = (result: Awaited<ReturnType<typeof measureTyping>>) => result.field.length;
const alone = await shareOf(() => measureTyping(page, TYPED), typing);
rowOf('keystroke → in the search field', alone.result.field, alone.share, 'p95 < 50 ms');
rowOf('keystroke → the list holds what it finds', alone.result.list, undefined, '');

await page.getByRole('button', { name: 'Map', exact: true }).click();
await page.locator('.maplibregl-marker').first().waitFor();
await page.waitForTimeout(3_000);
const panning = await shareOf(
  () => measurePanning(page, PANNING_S),
  (frames) => frames.length,
);
rowOf('frame while the map is dragged (software rendering)', panning.result, panning.share, '16.7 ms (60 fps)');
const beside = await shareOf(() => measureTyping(page, TYPED), typing);
rowOf('beside the map: keystroke → in the search field', beside.result.field, beside.share, 'p95 < 50 ms');
rowOf('beside the map: keystroke → the list holds what it finds', beside.result.list, undefined, '');
await browser.close();

console.log('\n| all of them deleted in one call | took | others waited at most |\n|---|---|---|');
await timed('deleted, with their attributes', () => portal.call('DELETE', '/api/ef/assets', { assetIds }));
await portal.remove();
