/**
 * What 10,000 markers cost a map that is dragged: processor time of a frame in the page and in what draws it, with all of them and
 * with none, in turn over the same view. `BENCH_PAIRS` says how often (3), `BENCH_SECONDS` how long each (8).
 */
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../../e2e/src/chromium.ts';
import { mainThread, measurePanning } from './list-measures.ts';
import { logIn } from './page-measures.ts';
import { PortalProcess } from './portal-process.ts';

const ASSETS = 10_000;
const PAIRS = Number(process.env.BENCH_PAIRS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
/** Is in no name. */
const NONE = 'no such asset';

interface Dragged {
  frames: readonly number[];
  /** Of a frame, milliseconds: the page's thread, the page's process with all its threads, what draws. */
  mainMs: number;
  pageMs: number;
  drawingMs: number;
}

const middle = (numbers: readonly number[], share = 0.5) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
const row = (...cells: (string | number)[]) =>
  console.log(`| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell)).join(' | ')} |`);

/** Milliseconds of processor time that processes of a browser have taken so far, by their type. */
async function processorOf(browser: Browser): Promise<(type: string) => Promise<number>> {
  const session = await browser.newBrowserCDPSession();
  return async (type) => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const wanted = processInfo.filter((one) => one.type === type);
    return wanted.reduce((sum, { cpuTime }) => sum + 1_000 * cpuTime, 0);
  };
}

const portal = await PortalProcess.create();
await portal.start();
await portal.call('POST', '/api/ef/assetdefinitions', { assetDefinitionName: 'Pump' });
const lines = Array.from({ length: ASSETS }, (_, at) => ({
  line: at + 2,
  serialNumber: `P-${at}`,
  assetDefinition: 'Pump',
  latitude: 25 + (at % 100) / 4,
  longitude: -120 + Math.floor(at / 100) / 2,
}));
await portal.call('POST', '/api/ef/assets/import', { lines, preview: false });

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const browser = await chromium.launch({ executablePath: findChromium(), headless: true, args });
const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
// What is slow on a busy machine is counted in processor time, and not wrong.
page.setDefaultTimeout(180_000);
await logIn(page, portal.url);
const readMain = await mainThread(page);
const readProcess = await processorOf(browser);
await page.goto(`${portal.url}/assets`);
await page.getByRole('button', { name: 'Map', exact: true }).click();
const markers = page.locator('.maplibregl-marker');
await markers.first().waitFor();
const search = page.getByRole('searchbox').or(page.getByRole('textbox', { name: /^Search by alias/ }));

/** The map keeps its view when nothing is left on it. */
async function drag(text: string): Promise<Dragged> {
  await search.first().fill(text);
  if (text === '') await markers.first().waitFor();
  else await page.waitForFunction(() => document.querySelector('.maplibregl-marker') === null);
  // What a change of the filter begins is over.
  await page.waitForTimeout(3_000);
  const read = async () => [await readMain(), await readProcess('renderer'), await readProcess('GPU')] as const;
  const before = await read();
  const frames = await measurePanning(page, SECONDS);
  const after = await read();
  const [mainMs, pageMs, drawingMs] = [0, 1, 2].map((at) => ((after[at] ?? 0) - (before[at] ?? 0)) / frames.length);
  return { frames, mainMs: mainMs ?? 0, pageMs: pageMs ?? 0, drawingMs: drawingMs ?? 0 };
}

const empty: Dragged[] = [];
const full: Dragged[] = [];
for (let pair = 0; pair < PAIRS; pair++) {
  full.push(await drag(''));
  empty.push(await drag(NONE));
}
console.log(
  '| a frame while the map is dragged | frames | p50 ms | p95 ms | page, its thread | page, all threads | drawing |',
);
console.log('|---|---|---|---|---|---|---|');
const tell = (name: string, runs: readonly Dragged[]) => {
  const frames = runs.flatMap((run) => run.frames);
  const cost = (read: (run: Dragged) => number) => middle(runs.map(read));
  const costs = [cost((run) => run.mainMs), cost((run) => run.pageMs), cost((run) => run.drawingMs)];
  row(name, String(frames.length), middle(frames), middle(frames, 0.95), ...costs);
};
tell('no marker', empty);
tell(`${ASSETS.toLocaleString('en')} assets`, full);
console.log(
  '\nProcessor time in ms of a frame, the middle of the runs; without a graphics card the drawing is done by the processor.',
);
await browser.close();
await portal.remove();
