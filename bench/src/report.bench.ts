/** The well-service report of 60 days at one value a second: how soon it stands after the click. */
import { chromium } from '@playwright/test';
import { findChromium } from '../../e2e/src/chromium.ts';
import { head, row } from './alarms/report.ts';
import { logIn } from './browser/page-measures.ts';
import { PortalProcess } from './browser/portal-process.ts';
import { measureReport } from './field/report-measures.ts';

const DAYS = Number(process.env.BENCH_DAYS ?? 60);
const SECONDS = DAYS * 86_400;
/** A body may have a megabyte. */
const PER_POST = 12_000;
const ROUNDS = 15;

const portal = await PortalProcess.create();
await portal.start();
const { assetDefinitionId } = await portal.call<{ assetDefinitionId: number }>('POST', '/api/ef/assetdefinitions', {
  assetDefinitionName: 'HCU-LIME',
});
type Rig = { assetId: number; accessToken: string };
const rig = await portal.call<Rig>('POST', '/api/assets', { serialNumber: 'SU-1', assetDefinitionId });
const startMs = Math.floor(Date.now() / 900_000) * 900_000 - SECONDS * 1_000;
for (let from = 0; from < SECONDS; from += PER_POST) {
  const messages = Array.from({ length: Math.min(PER_POST, SECONDS - from) }, (_, n) => {
    const second = from + n;
    // Plug by plug: washing down for 70 minutes, milling for 50.
    const Activity = second % 7_200 < 4_200 ? 3 : 2;
    const Depth = Math.round(9_000 + 6_000 * Math.sin(second / 400_000));
    return { ts: startMs + second * 1_000, values: { Activity, Depth } };
  });
  const reply = await fetch(`${portal.url}/api/v1/${rig.accessToken}/telemetry`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(messages),
  });
  if (!reply.ok) throw new Error(`Telemetry: ${reply.status} ${await reply.text()}`);
}
const start = new Date(startMs).toISOString();
await portal.call(
  'POST',
  '/api/serialNumber/SU-1/attributes',
  Object.entries({
    JobSerialNumber: 'North - Pad 1 - 1H',
    'Job start time': start,
    jobStartTime: start,
    'Total Depth (ft)': '15000',
    'Kill Depth (ft)': '9000',
    'BOP Count': '4',
  }).map(([attributeName, attributeValue]) => ({ attributeName, attributeValue })),
);

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const browser = await chromium.launch({ executablePath: findChromium(), headless: true, args });
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await logIn(page, portal.url);
  const opened: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto(`${portal.url}/jobs`);
    await page.getByRole('link', { name: /^Report: / }).waitFor();
    opened.push(await measureReport(page, 'Report: North - Pad 1 - 1H'));
  }
  const refreshed: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    refreshed.push(await measureReport(page, 'Refresh'));
    await page.waitForTimeout(300);
  }
  head(`the report of ${DAYS} days`);
  row('from the click in the list of jobs until the last section is painted', opened, '< 1,000 ms');
  row('from Refresh until the last section is painted', refreshed, '< 1,000 ms');
} finally {
  await browser.close();
}
await portal.remove();
