/** What a user of the web client feels: how soon a value is seen, how busy the browser is, how much it loads. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findChromium } from '../../e2e/src/chromium.ts';
import { logIn, measureBusy, measureLatency, measureScript, measureScrolling } from './browser/page-measures.ts';
import { PortalProcess } from './browser/portal-process.ts';
import { fiftyTiles, oneIndicator, watchAsset } from './browser/watched-asset.ts';
import type { SeededPortal } from './http/seeded-portal.ts';

const SAMPLES = 150;
const STARTS = 5;
const viewport = { width: 1440, height: 1000 };
const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];

const percentile = (sorted: readonly number[], p: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
const row = (...cells: (string | number)[]) =>
  console.log(`| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell)).join(' | ')} |`);

const portal = await PortalProcess.create();
await portal.start();
const one = await watchAsset(portal, 'ONE', oneIndicator);
const fifty = await watchAsset(portal, 'FIFTY', fiftyTiles);
const browser = await chromium.launch({ executablePath: findChromium(), headless: true, args });

async function openDashboard(assetId: number, tiles: number) {
  const page = await browser.newPage({ viewport });
  await logIn(page, portal.url);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
  await page.waitForFunction((count) => document.querySelectorAll('[role="group"][aria-label]').length >= count, tiles);
  await page.waitForTimeout(2_000);
  return page;
}

console.log('| device publish → painted | values | p50 ms | p95 ms | max ms | goal |\n|---|---|---|---|---|---|');
const latencyPage = await openDashboard(one.assetId, 1);
for (const [name, everyMs] of [
  ['one value a second', 1_000],
  ['five values a second', 200],
] as const) {
  const took = await measureLatency(latencyPage, one, everyMs, everyMs === 1_000 ? SAMPLES / 3 : SAMPLES);
  const cells = [percentile(took, 0.5), percentile(took, 0.95), took.at(-1) ?? Number.NaN];
  row(name, String(took.length), ...cells, 'p95 < 350 ms');
}
await latencyPage.close();

console.log(
  '\n| main thread, 50 tiles at 5 Hz | busy % | script % | style % | layout % | goal |\n|---|---|---|---|---|---|',
);
const busyPage = await openDashboard(fifty.assetId, fiftyTiles.length);
const busy = await measureBusy(busyPage, fifty, 200, 20);
row('30 indicators, 10 gauges, 10 charts', busy.task, busy.script, busy.style, busy.layout, 'busy < 30 %');
await busyPage.close();
await Promise.all([one.device.endAsync(), fifty.device.endAsync()]);

console.log('\n| first screen | | goal |\n|---|---|---|');
const scriptPage = await (await browser.newContext({ viewport })).newPage();
const bytes = await measureScript(scriptPage, async () => {
  await logIn(scriptPage, portal.url);
  await scriptPage.getByText('Live', { exact: true }).waitFor();
});
row('script of login and asset list, gzip', `${(bytes / 1_000).toFixed(1)} kB`, '< 200 kB');
await scriptPage.close();

const starts: number[] = [];
for (let n = 0; n < STARTS; n++) {
  await portal.stop();
  starts.push(await portal.start());
}
starts.sort((a, b) => a - b);
row('warm start of the server, until it serves', `${(percentile(starts, 0.5) / 1_000).toFixed(2)} s`, '< 4 s');
await portal.remove();

const child = fork(fileURLToPath(new URL('./http/seeded-portal.ts', import.meta.url)));
const [seeded] = (await once(child, 'message')) as [SeededPortal];
const listPage = await (await browser.newContext({ viewport })).newPage();
await logIn(listPage, seeded.url);
await listPage.getByRole('grid', { name: 'Assets' }).waitFor();
await listPage.waitForTimeout(2_000);
const frames = await measureScrolling(listPage, 10);
console.log(
  '\n| list of 10,000 assets, scrolling | frames | p50 ms | p95 ms | max ms | goal |\n|---|---|---|---|---|---|',
);
const cells = [percentile(frames, 0.5), percentile(frames, 0.95), frames.at(-1) ?? Number.NaN];
row('60 px a frame, 10 s', String(frames.length), ...cells, '16.7 ms (60 fps)');
await browser.close();
child.send('stop');
await once(child, 'exit');
