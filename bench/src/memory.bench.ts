/** What a dashboard of a hundred tiles holds in memory while as many messages pass as eight hours bring. */
import { chromium } from '@playwright/test';
import { findChromium } from '../../e2e/src/chromium.ts';
import { hundredTiles } from './browser/chart-dashboards.ts';
import { EIGHT_HOURS, feedEightHours, tapHub } from './browser/eight-hours.ts';
import { logIn } from './browser/page-measures.ts';
import { PortalProcess } from './browser/portal-process.ts';
import { sendAll } from './browser/watched-asset.ts';

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const portal = await PortalProcess.create();
await portal.start();
const hundred = await hundredTiles(portal);
const browser = await chromium.launch({ executablePath: findChromium(), headless: true, args });
const page = await (await browser.newContext({ viewport: { width: 1440, height: 3_000 } })).newPage();
await tapHub(page);
await logIn(page, portal.url);
await page.goto(`${portal.url}/assets/${hundred.assetId}/dashboard`);
await page.waitForTimeout(8_000);
// One message of the hub's own, for its topic.
await sendAll(hundred.device, hundred.labels, 300);
await page.waitForTimeout(2_000);

console.log('| values of each item | heap after GC | DOM nodes | listeners |\n|---|---|---|---|');
const began = performance.now();
await feedEightHours(page, hundred.assetId, hundred.ids, ({ updates, heapMb, nodes, listeners }) =>
  console.log(`| ${updates.toLocaleString('en-US')} | ${heapMb.toFixed(1)} MB | ${nodes} | ${listeners} |`),
);
const tookS = (performance.now() - began) / 1_000;
console.log(
  `\n${EIGHT_HOURS.toLocaleString('en-US')} values (5 Hz for 8 h) of each of ${hundred.labels.length} data items in ${tookS.toFixed(0)} s.`,
);
await browser.close();
await hundred.device.endAsync();
await portal.remove();
