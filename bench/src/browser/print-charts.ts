import type { Browser } from '@playwright/test';
import { BIG_POINTS, BIG_SERIES, bigChart, hundredTiles } from './chart-dashboards.ts';
import {
  type FrameTimes,
  measureBareUplot,
  measureChart,
  measureDashboardScrolling,
  measureOpening,
} from './chart-measures.ts';
import { logIn, measureBusy } from './page-measures.ts';
import type { PortalProcess } from './portal-process.ts';

const TILES = 100;
const CHARTS = 20;
/** Tall enough for all hundred tiles at once: the harder case. */
const tall = { width: 1440, height: 3_000 };
const screen = { width: 1440, height: 1_000 };
const SETTLE_MS = 3_000;
/** The portal puts the six hours that it was just given in order. */
const DIGEST_MS = 15_000;
/** Each in a browser that has never seen the portal; the first one is also the portal's first. */
const OPENINGS = 6;

const percentile = (sorted: readonly number[], p: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;

/** One chart under the hand, beside uPlot alone; and a dashboard of a hundred tiles. */
export async function printCharts(browser: Browser, portal: PortalProcess): Promise<void> {
  await printGestures(browser, portal);
  await printHundred(browser, portal);
}

async function printGestures(browser: Browser, portal: PortalProcess): Promise<void> {
  const assetId = await bigChart(portal);
  const page = await (await browser.newContext({ viewport: screen })).newPage();
  await logIn(page, portal.url);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  await page.locator('.u-over').waitFor({ timeout: 60_000 });
  await page.waitForTimeout(SETTLE_MS);
  const own = await measureChart(page);
  await page.context().close();

  const barePage = await (await browser.newContext({ viewport: screen })).newPage();
  const bare = await measureBareUplot(barePage, BIG_SERIES, BIG_POINTS);
  await barePage.context().close();

  console.log(
    `\n| chart of ${BIG_SERIES} series × ${BIG_POINTS.toLocaleString('en-US')} points | p50 ms | p95 ms | work ms a frame | uPlot alone p50 ms | p95 ms | work ms a frame | frame time ratio | work ratio | goal |\n|---|---|---|---|---|---|---|---|---|---|`,
  );
  for (const gesture of ['zoom', 'pan'] as const) printRatio(gesture, own[gesture], bare[gesture]);
}

function printRatio(name: string, own: FrameTimes, bare: FrameTimes): void {
  const cells = ({ frames, workMs }: FrameTimes) => [percentile(frames, 0.5), percentile(frames, 0.95), workMs];
  const ratio = percentile(own.frames, 0.5) / percentile(bare.frames, 0.5);
  const numbers = [...cells(own), ...cells(bare)].map((number) => number.toFixed(1));
  console.log(
    `| ${name} | ${numbers.join(' | ')} | ${ratio.toFixed(2)} × | ${(own.workMs / bare.workMs).toFixed(2)} × | 16.7 ms (60 fps) |`,
  );
}

async function printHundred(browser: Browser, portal: PortalProcess): Promise<void> {
  const hundred = await hundredTiles(portal);
  await new Promise((done) => setTimeout(done, DIGEST_MS));
  const opened: number[] = [];
  for (let n = 0; n < OPENINGS; n++) {
    const page = await (await browser.newContext({ viewport: tall })).newPage();
    await logIn(page, portal.url);
    await page.locator(`a[href="/assets/${hundred.assetId}/dashboard"]`).first().waitFor();
    opened.push(await measureOpening(page, hundred.assetId, TILES, CHARTS));
    await page.context().close();
  }
  const [first = Number.NaN, ...later] = opened;
  later.sort((a, b) => a - b);
  const page = await (await browser.newContext({ viewport: tall })).newPage();
  await logIn(page, portal.url);
  await page.goto(`${portal.url}/assets/${hundred.assetId}/dashboard`);
  await page.waitForTimeout(2 * SETTLE_MS);
  const busy = await measureBusy(page, hundred, 200, 20);
  await page.setViewportSize(screen);
  await page.waitForTimeout(SETTLE_MS);
  const busyOnScreen = await measureBusy(page, hundred, 200, 20);
  const { frames } = await measureDashboardScrolling(page);
  await page.context().close();
  await hundred.device.endAsync();

  console.log('\n| dashboard of 100 tiles, all in sight | | goal |\n|---|---|---|');
  const [best, worst] = [later[0], later.at(-1)].map((ms = Number.NaN) => ms.toFixed(0));
  console.log(
    `| complete after the click, ${later.length} first visits | ${percentile(later, 0.5).toFixed(0)} ms (${best} to ${worst}) | < 2,000 ms |`,
  );
  console.log(`| the same, the first that the portal serves after its start | ${first.toFixed(0)} ms | |`);
  printBusy('all in sight', busy);
  printBusy(`on a screen of ${screen.width} × ${screen.height}`, busyOnScreen);
  console.log(
    `| scrolling on a screen of ${screen.width} × ${screen.height}, frame time p50, p95 | ${percentile(frames, 0.5).toFixed(1)}, ${percentile(frames, 0.95).toFixed(1)} ms | 16.7 ms (60 fps) |`,
  );
}

function printBusy(where: string, { task, script, style, layout }: Awaited<ReturnType<typeof measureBusy>>): void {
  const shares = [script, style, layout].map((share) => share.toFixed(1)).join(', ');
  console.log(`| main thread at 5 Hz, ${where} (script, style, layout) | ${task.toFixed(1)} % (${shares}) | < 35 % |`);
}
