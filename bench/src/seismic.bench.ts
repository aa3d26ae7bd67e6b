/**
 * The seismic page with 20,000 events of a public feed, 14 MB of GeoJSON, beside 200 assets, in a real Chromium: until the feed is read, until its
 * events stand there, and what sorting, moving through them and choosing one take, by the clock and of the page's own thread. `--events=N` takes fewer.
 */
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../e2e/src/chromium.ts';
import { PortalProcess } from './browser/portal-process.ts';
import { scrollThrough } from './browser/scroll-through.ts';

const option = process.argv.find((argument) => argument.startsWith('--events='));
const EVENTS = Number(option?.split('=')[1] ?? 20_000);
const ASSETS = 200;
const SCROLL_MS = 3_000;

/** As the summaries of the US Geological Survey are written, with as much around each event. */
function summary(): string {
  const now = Date.now();
  const features = Array.from({ length: EVENTS }, (_, n) => ({
    type: 'Feature',
    properties: {
      mag: Math.round(((n * 37) % 60) + 5) / 10,
      place: `${n % 90} km NNE of Place ${n % 1_000}, Texas`,
      time: now - n * 100_000,
      updated: now,
      url: `https://earthquake.example/earthquakes/eventpage/us${n}`,
      detail: `https://earthquake.example/earthquakes/feed/v1.0/detail/us${n}.geojson`,
      ...{
        tz: null,
        felt: null,
        cdi: null,
        mmi: null,
        alert: null,
        status: 'reviewed',
        tsunami: 0,
        sig: 82,
        net: 'us',
      },
      ...{ code: String(n), ids: `,us${n},`, sources: ',us,', types: ',geoserve,origin,phase-data,', nst: 18 },
      ...{
        dmin: 0.0473,
        rms: 0.17,
        gap: 78,
        magType: 'ml',
        type: 'earthquake',
        title: `M ${n % 6} - Place ${n}, Texas`,
      },
    },
    geometry: { type: 'Point', coordinates: [-106 + ((n * 7) % 1_200) / 100, 26 + ((n * 13) % 1_000) / 100, n % 20] },
    id: `us${n}`,
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

const text = summary();
const service = createServer((_request, reply) => void reply.end(text));
service.listen(0, '127.0.0.1');
await once(service, 'listening');
const config = await mkdtemp(join(tmpdir(), 'seismic-bench-'));
await cp(resolve(import.meta.dirname, '../../config'), config, { recursive: true });
const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
const feed = { name: 'Summary', format: 'geojson', url, seconds: 3_600, private: true };
await writeFile(join(config, 'feeds.json'), JSON.stringify({ seismic: [feed], lookups: {} }));
const portal = await PortalProcess.create(config);
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});

async function timed(work: () => Promise<unknown>): Promise<string> {
  const began = performance.now();
  await work();
  return `${(performance.now() - began).toFixed(0)} ms`;
}

/** What the page's thread has worked, milliseconds of the processor. */
async function worked(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
}

/** The longest the portal keeps anybody waiting while it works. */
async function longestAnswer(work: () => Promise<unknown>): Promise<string> {
  let [isOver, longest] = [false, 0];
  const look = async () => {
    while (!isOver) {
      const began = performance.now();
      await fetch(`${portal.url}/api/health`);
      longest = Math.max(longest, performance.now() - began);
    }
  };
  const looking = look();
  await work();
  isOver = true;
  await looking;
  return `${longest.toFixed(0)} ms`;
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Seismic Events' });
const firstRow = (page: Page) => grid(page).locator('tr[data-index]').first();

try {
  await portal.start();
  const definition = await portal.call<{ assetDefinitionId: number }>('POST', '/api/ef/assetdefinitions', {
    assetDefinitionName: 'Wells',
  });
  for (let n = 0; n < ASSETS; n++) {
    const body = {
      serialNumber: `WELL-${n}`,
      assetAlias: `Well ${n}`,
      assetDefinitionId: definition.assetDefinitionId,
    };
    const { assetId } = await portal.call<{ assetId: number }>('POST', '/api/assets', body);
    const at = { latitude: 27 + (n % 20) / 3, longitude: -105 + Math.floor(n / 20) };
    await portal.call('POST', `/api/assets/${assetId}/coordinates`, at);
  }
  console.log(
    `${EVENTS.toLocaleString('en-US')} events, ${(text.length / 1e6).toFixed(1)} MB. Load ${(loadavg()[0] ?? 0).toFixed(1)}.\n`,
  );
  console.log('| what | took | of the page’s thread |\n|---|---|---|');
  const ask = () => portal.call('GET', '/api/seismic/events?source=Summary');
  let first = '';
  const waited = await longestAnswer(async () => {
    first = await timed(ask);
  });
  console.log(`| the portal asks and reads the feed | ${first} | – |`);
  console.log(`| the longest that another request waited meanwhile | ${waited} | – |`);
  console.log(`| the same events to another viewer | ${await timed(ask)} | – |`);
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 } });
  const [name = '', value = ''] = ((await portal.headers()).Cookie ?? '').split(/=(.*)/);
  await context.addCookies([{ name, value, url: portal.url }]);
  const page = await context.newPage();
  await page.goto(`${portal.url}/login`);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const print = async (what: string, work: () => Promise<unknown>) => {
    const before = await worked(session);
    const took = await timed(work);
    console.log(`| ${what} | ${took} | ${((await worked(session)) - before).toFixed(0)} ms |`);
  };
  const open = async () => {
    await page.goto(`${portal.url}/seismic`);
    await firstRow(page).waitFor();
    await page.locator('.maplibregl-marker').first().waitFor();
  };
  await print('page opened, until events stand in the list and on the map', open);
  const sort = async () => {
    await grid(page).getByRole('columnheader', { name: 'Region' }).getByRole('button').click();
    await page.waitForFunction(() => document.querySelector('[aria-label="Seismic Events"] [aria-sort]') !== null);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  };
  await print('sorted by region', sort);
  const before = await worked(session);
  const frames = await scrollThrough(grid(page).locator('..'), SCROLL_MS);
  const ofEach = ((await worked(session)) - before) / frames.length;
  const at = (share: number) => (frames[Math.floor(frames.length * share)] ?? 0).toFixed(1);
  const scrolled = `${at(0.5)} ms in the middle, ${at(0.95)} ms at 95 %`;
  console.log(
    `| a frame of ${frames.length} while scrolled through in ${SCROLL_MS / 1_000} s | ${scrolled} | ${ofEach.toFixed(1)} ms |`,
  );
  const choose = async () => {
    await firstRow(page).click();
    await page.getByText('Nearest assets').waitFor();
  };
  await print('an event chosen, until its bubble stands on the map', choose);
} finally {
  await browser.close();
  await portal.remove();
  service.closeAllConnections();
  service.close();
  await rm(config, { recursive: true });
}
