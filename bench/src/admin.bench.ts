/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/** The page /admin of a large portal: how soon it can be used, how soon a selection and a filter are painted. */
import { chromium, type Page } from '@playwright/test';
import { basicHeader } from '@telltale/server/testing/portal-client.ts';
import { findChromium } from '../../e2e/src/chromium.ts';
import { ASSETS, GROUPS, PASSWORD, startLargePortal, USERS } from './access/large-portal.ts';
import { head, row } from './alarms/report.ts';
import { mainThread } from './browser/list-measures.ts';

const OPENINGS = Number(process.env.BENCH_OPENINGS ?? 9);
/** A page in which nothing changes for so long has been opened whole. */
const STILL_MS = 500;
const viewport = { width: 1440, height: 900 };
const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const COLUMNS = ['Users', 'User Groups', 'Asset Groups', 'Assets'];
const selections: readonly (readonly [string, string])[] = [
  ['a user', 'Users'],
  ['a user group', 'User Groups'],
  ['an asset group', 'Asset Groups'],
  ['an asset', 'Assets'],
];
const filters: readonly (readonly [string, readonly string[]])[] = [
  ['Filter users', ['user 49', '1', 'zzz']],
  ['Filter assets', ['station 99', 'ps-1', '7']],
];

const portal = await startLargePortal();
const authorization = { 'X-Requested-With': 'Telltale', Authorization: basicHeader('admin', PASSWORD) };
const login = await fetch(`${portal.url}/api/ef/auth/login`, { headers: authorization });
const [name = '', value = ''] = (login.headers.getSetCookie()[0]?.split(';')[0] ?? '').split('=');
const browser = await chromium.launch({ executablePath: findChromium(), headless: true, args });

/** A page of a browser that has the session, and has never seen the portal. */
async function newPage(): Promise<Page> {
  const context = await browser.newContext({ viewport });
  await context.addCookies([{ name, value, url: portal.url }]);
  return context.newPage();
}

/** Milliseconds from asking for the page until rows of every column are painted. */
async function open(page: Page): Promise<number> {
  await page.goto(`${portal.url}/admin`, { waitUntil: 'commit' });
  await page.waitForFunction(
    (columns) => columns.every((column) => document.querySelector(`[aria-label="${column}"] tr[data-index="0"]`)),
    COLUMNS,
    { polling: 'raf' },
  );
  return page.evaluate(
    () => new Promise<number>((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now())))),
  );
}

/** The sign of the live feed and the bell come into the head behind the rows: neither is what a click or a key changes. */
const untilStill = (page: Page) =>
  page.evaluate(
    (stillMs) =>
      new Promise<void>((done) => {
        let timer = setTimeout(done, stillMs);
        const watch = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(done, stillMs);
        });
        watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      }),
    STILL_MS,
  );

/** From a click or a key until the last frame that it changes is painted, as often as `act` makes one. */
async function measureEach(page: Page, type: 'click' | 'input', act: () => Promise<void>): Promise<number[]> {
  await page.evaluate((heard) => {
    const took: number[] = [];
    Object.assign(window, { took });
    let beganMs = 0;
    const painted = () =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          took[took.length - 1] = performance.now() - beganMs;
        };
        channel.port2.postMessage(null);
      });
    const watch = new MutationObserver(() => took.length > 0 && painted());
    watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    addEventListener(
      heard,
      ({ timeStamp }) => {
        beganMs = timeStamp;
        took.push(Number.NaN);
        painted();
      },
      true,
    );
  }, type);
  await act();
  return page.evaluate(() => (window as unknown as { took: number[] }).took);
}

console.log(`${USERS} users, ${GROUPS} groups, ${ASSETS} assets\n`);
head('the page /admin by its address');
const cold: number[] = [];
for (let n = 0; n < OPENINGS; n++) {
  const page = await newPage();
  cold.push(await open(page));
  await page.context().close();
}
row('rows of every column painted, a browser that never saw the portal', cold, '< 1,000 ms');
const page = await newPage();
await open(page);
const warm: number[] = [];
for (let n = 0; n < OPENINGS; n++) warm.push(await open(page));
row('the same, scripts in the cache', warm, '< 1,000 ms');

console.log('');
head('until the last frame is painted');
const busyMs = await mainThread(page);
for (const [what, column] of selections) {
  await open(page);
  await untilStill(page);
  const before = await busyMs();
  const took = await measureEach(page, 'click', async () => {
    for (let n = 2; n < 14; n++) {
      await page.getByRole('grid', { name: column, exact: true }).locator('tbody tr[data-index]').nth(n).click();
      await page.waitForTimeout(400);
    }
  });
  const busy = ((await busyMs()) - before) / took.length;
  row(`${what} is selected (processor ${busy.toFixed(0)} ms)`, took, '< 100 ms');
}
for (const [label, texts] of filters) {
  await open(page);
  await untilStill(page);
  const field = page.getByLabel(label);
  const took = await measureEach(page, 'input', async () => {
    for (const text of texts) {
      await field.pressSequentially(text, { delay: 300 });
      await field.fill('');
      await page.waitForTimeout(300);
    }
  });
  row(`${label}: a keystroke`, took, '< 50 ms');
}
await browser.close();
await portal.close();
