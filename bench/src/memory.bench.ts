/**
 * What dashboards hold in memory while as many messages pass as eight hours bring: one of a hundred tiles, and one with
 * a tile of each type that follows live data. `--hundred` or `--types` runs one of them alone.
 */
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../e2e/src/chromium.ts';
import { type FedAsset, hundredTiles } from './browser/chart-dashboards.ts';
import { EIGHT_HOURS, feedEightHours, tapHub } from './browser/eight-hours.ts';
import { everyLiveType } from './browser/every-type.ts';
import { logIn } from './browser/page-measures.ts';
import { PortalProcess } from './browser/portal-process.ts';
import { sendAll } from './browser/watched-asset.ts';

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
/** Some types take long to draw (a map, amCharts): they draw less often, and are handed every message all the same. */
const dashboards = [
  { option: '--hundred', title: 'a hundred tiles', make: hundredTiles, atOnce: 20 },
  { option: '--types', title: 'a tile of each type that follows live data', make: everyLiveType, atOnce: 100 },
];
const chosen = dashboards.filter(({ option }) => process.argv.includes(option));

const portal = await PortalProcess.create();
await portal.start();
const browser = await chromium.launch({ executablePath: findChromium(), headless: true, args });
for (const { title, make, atOnce } of chosen.length > 0 ? chosen : dashboards) {
  console.log(`\n### A dashboard with ${title}\n`);
  await print(browser, await make(portal), atOnce);
}
await browser.close();
await portal.remove();

async function print(opened: Browser, asset: FedAsset, atOnce: number): Promise<void> {
  const page = await (await opened.newContext({ viewport: { width: 1440, height: 3_000 } })).newPage();
  await tapHub(page);
  await logIn(page, portal.url);
  await page.goto(`${portal.url}/assets/${asset.assetId}/dashboard`);
  await page.waitForTimeout(8_000);
  // One message of the hub's own, for its topic.
  await sendAll(asset.device, asset.labels, 300);
  await page.waitForTimeout(2_000);

  console.log('| values of each item | heap after GC | DOM nodes | listeners |\n|---|---|---|---|');
  const began = performance.now();
  await feedEightHours(page, asset.assetId, asset.ids, atOnce, ({ updates, heapMb, nodes, listeners }) =>
    console.log(`| ${updates.toLocaleString('en-US')} | ${heapMb.toFixed(1)} MB | ${nodes} | ${listeners} |`),
  );
  const tookS = (performance.now() - began) / 1_000;
  console.log(
    `\n${EIGHT_HOURS.toLocaleString('en-US')} values (5 Hz for 8 h) of each of ${asset.labels.length} data items in ${tookS.toFixed(0)} s.`,
  );
  await page.context().close();
  await asset.device.endAsync();
}
