/** 100,000 open alarms: how soon the portal answers what the page asks for, and how soon the page shows it. */
import { chromium } from '@playwright/test';
import { findChromium } from '../../e2e/src/chromium.ts';
import { logIn } from './browser/page-measures.ts';
import { PortalProcess } from './browser/portal-process.ts';

interface Asset {
  assetId: number;
  accessToken: string;
}

const ASSETS = 1_000;
const ALARMS_EACH = 100;
const AT_ONCE = 8;
const ROUNDS = 20;

const FILTERS = [
  ['the first page, most urgent first', ''],
  ['a text', 'text=pump%2042'],
  ['a text of every alarm', 'text=pressure'],
  ['severity 5 to 9', 'severityMin=5&severityMax=9'],
  ['one asset', 'assetId=ASSET'],
  ['not acknowledged, by name', 'status=1,3&sort=name'],
  ['the 500th page by asset', 'sort=asset&limit=200&offset=99800'],
] as const;

const percentile = (sorted: readonly number[], p: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
function row(name: string, took: number[], goal: string): void {
  took.sort((a, b) => a - b);
  const cells = [percentile(took, 0.5), percentile(took, 0.95), took.at(-1) ?? Number.NaN].map((ms) => ms.toFixed(1));
  console.log(`| ${[name, ...cells, goal].join(' | ')} |`);
}

const portal = await PortalProcess.create();
await portal.start();
const assets: Asset[] = [];
const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('POST', '/api/ef/assetdefinitions', {
  assetDefinitionName: 'Pump',
});
await inTurns(ASSETS, async (n) => {
  const asset = { serialNumber: `PUMP-${n}`, assetAlias: `Pump ${n}`, assetDefinitionId };
  assets.push(await portal.call<Asset>('POST', '/api/assets', asset));
});
await inTurns(ASSETS, (n) => say(n, 0));
await portal.call(
  'PUT',
  '/api/ef/alarmdefinitions',
  Array.from({ length: ALARMS_EACH }, (_, at) => ({
    assetDefinitionId,
    name: `Pressure above ${100 + at}`,
    reason: 'The relief valve may stick.',
    severity: (at % 10) + 1,
    flee: JSON.stringify({ expression: `_Pressure > ${100 + at}`, variables: [] }),
  })),
);
await inTurns(ASSETS, (n) => say(n, 500));
const count = async () => (await portal.call<{ open: number }>('GET', '/api/ef/alarms/summary')).open;
while ((await count()) < ASSETS * ALARMS_EACH) await new Promise((resolve) => setTimeout(resolve, 500));

console.log(
  `| ${(ASSETS * ALARMS_EACH).toLocaleString('en')} open alarms | p50 ms | p95 ms | max ms | goal |\n|---|---|---|---|---|`,
);
for (const [name, query] of FILTERS) {
  const path = `/api/ef/alarms/list?${query.replace('ASSET', String(assets[7]?.assetId))}`;
  row(name, await timed(() => portal.call('GET', path)), '< 200 ms');
}
row('figures of the bell', await timed(() => portal.call('GET', '/api/ef/alarms/summary')), '');

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const browser = await chromium.launch({ executablePath: findChromium(), headless: true, args });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await logIn(page, portal.url);
await page.goto(`${portal.url}/alarms`);
await page
  .getByRole('row', { name: /Pressure above/ })
  .first()
  .waitFor();
const painted: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  // By name, then the other way round, then as at first: the first line is another one each time.
  painted.push(
    await page.evaluate(async () => {
      const lines = () => document.querySelector('[role="grid"] tbody')?.textContent;
      const before = lines();
      const find = () =>
        [...document.querySelectorAll<HTMLElement>('[role="grid"] th button')].find(
          (one) => one.textContent?.trim() === 'Alarm',
        );
      let header = find();
      while (header === undefined) {
        await new Promise(requestAnimationFrame);
        header = find();
      }
      const began = performance.now();
      header.click();
      while (lines() === before) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return performance.now() - began;
    }),
  );
  await page.waitForTimeout(300);
}
row('in the browser: from a click on a column to its lines on the screen', painted, '');
await browser.close();
await portal.remove();

async function say(n: number, Pressure: number): Promise<void> {
  const { accessToken } = assets[n] ?? { accessToken: '' };
  const reply = await fetch(`${portal.url}/api/v1/${accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ Pressure }),
  });
  if (!reply.ok) throw new Error(`Telemetry: ${reply.status}`);
}

async function timed(run: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await run();
    took.push(performance.now() - began);
  }
  return took;
}

async function inTurns(total: number, run: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < total) await run(next++);
    }),
  );
}
