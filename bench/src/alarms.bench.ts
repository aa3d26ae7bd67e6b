/**
 * 100,000 open alarms: how soon the portal answers what the page asks for, and how soon the page shows it; and how soon the
 * health of a year of a million alarms is told. `--no-browser` leaves the page out.
 */
import { chromium } from '@playwright/test';
import { findChromium } from '../../e2e/src/chromium.ts';
import { measureFilters, measureRaises } from './alarms/alarm-page-measures.ts';
import { writeYearOfAlarms } from './alarms/year-of-alarms.ts';
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
const YEAR_ALARMS = 1_000_000;
const RAISED = 'Raised in the browser';

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

if (!process.argv.includes('--no-browser')) await measureBrowser();

await portal.stop();
const nowMs = Date.now();
writeYearOfAlarms(portal, YEAR_ALARMS, nowMs);
await portal.start();
const from = new Date(nowMs - 365 * 86_400_000).toISOString();
const yearPath = `/api/ef/alarms/health?${new URLSearchParams({ from, to: new Date(nowMs).toISOString() })}`;
row(
  `health over a year of ${YEAR_ALARMS.toLocaleString('en')} alarms`,
  await timed(() => portal.call('GET', yearPath)),
  '< 2,000 ms',
);
await portal.remove();

async function measureBrowser(): Promise<void> {
  const watched = await aWatchedAsset();
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  const browser = await chromium.launch({ executablePath: findChromium(), headless: true, args });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await logIn(page, portal.url);
    row(
      'in the browser: from a filter to its lines on the screen',
      await measureFilters(page, portal.url, ROUNDS),
      '< 200 ms',
    );
    const raised = await measureRaises(page, `${portal.url}/alarms?sort=raised&dir=desc`, ROUNDS, {
      name: RAISED,
      say: (isBeyond) => say(watched, isBeyond ? 500 : 50),
    });
    row('in the browser: from a value to its alarm on the screen', raised, '< 300 ms');
  } finally {
    await browser.close();
  }
}

/** An asset of its own kind, whose one alarm closes by itself. @returns its place among the assets */
async function aWatchedAsset(): Promise<number> {
  const kind = await portal.call<{ assetDefinitionId: number }>('POST', '/api/ef/assetdefinitions', {
    assetDefinitionName: 'Watched pump',
  });
  const asset = { serialNumber: 'WATCHED', assetAlias: 'Watched', ...kind };
  const place = assets.push(await portal.call<Asset>('POST', '/api/assets', asset)) - 1;
  await say(place, 50);
  const flee = JSON.stringify({ expression: '_Pressure > 100', variables: [] });
  const alarm = { ...kind, name: RAISED, severity: 5, selfAck: true, flee };
  await portal.call('PUT', '/api/ef/alarmdefinitions', [alarm]);
  return place;
}

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
