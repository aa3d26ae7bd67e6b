/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { PASSWORD } from './portal-process.ts';
import { sendAll, type WatchedAsset } from './watched-asset.ts';

declare global {
  interface Window {
    /** When a whole number was first painted, milliseconds since 1970. */
    paintedMs: Map<number, number>;
  }
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

export async function logIn(page: Page, url: string, password = PASSWORD): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('heading', { name: 'Assets' }).waitFor();
}

/** How long each value takes from the device's publish until the browser has painted it, milliseconds. */
export async function measureLatency(page: Page, asset: WatchedAsset, everyMs: number, samples: number) {
  await page.evaluate(() => {
    window.paintedMs = new Map();
    const look = () => {
      const text = document.querySelector('[role="group"][aria-label]')?.textContent ?? '';
      const shown = Number(/\d{3}(?!\d)/.exec(text)?.[0]);
      if (!shown || window.paintedMs.has(shown)) return;
      window.paintedMs.set(shown, Number.NaN);
      // After the frame that shows it: a task that is queued in a frame runs once it has been painted.
      requestAnimationFrame(() => setTimeout(() => window.paintedMs.set(shown, Date.now())));
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const sentMs = new Map<number, number>();
  for (let n = 0; n < samples; n++) {
    sentMs.set(100 + n, Date.now());
    void sendAll(asset.device, asset.labels, 100 + n);
    // Not in step with any batch.
    await pause(everyMs * (0.75 + Math.random() / 2));
  }
  await pause(1_000);
  const painted = await page.evaluate(() => [...window.paintedMs]);
  return painted
    .flatMap(([value, atMs]) => {
      const from = sentMs.get(value);
      return from === undefined || Number.isNaN(atMs) ? [] : [atMs - from];
    })
    .sort((a, b) => a - b);
}

/** How busy the main thread is while every tile changes at a rate, percent. */
export async function measureBusy(page: Page, asset: WatchedAsset, everyMs: number, seconds: number) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  const read = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return new Map(metrics.map(({ name, value }) => [name, value]));
  };
  let n = 0;
  const sender = setInterval(() => void sendAll(asset.device, asset.labels, 300 + 200 * Math.sin(n++ / 9)), everyMs);
  await pause(3_000);
  const [before, began] = [await read(), performance.now()];
  await pause(seconds * 1_000);
  const [after, elapsedS] = [await read(), (performance.now() - began) / 1_000];
  clearInterval(sender);
  const share = (name: string) => (100 * ((after.get(name) ?? 0) - (before.get(name) ?? 0))) / elapsedS;
  return {
    task: share('TaskDuration'),
    script: share('ScriptDuration'),
    layout: share('LayoutDuration'),
    style: share('RecalcStyleDuration'),
  };
}

/** Bytes of script, gzip, that a journey loads. */
export async function measureScript(page: Page, journey: () => Promise<void>): Promise<number> {
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  });
  await journey();
  return (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
}

/** Milliseconds between frames while the list of assets scrolls, sorted. */
export async function measureScrolling(page: Page, seconds: number): Promise<number[]> {
  const frames = await page.evaluate(async (durationMs) => {
    const scroller = document.querySelector('table[role="grid"]')?.parentElement;
    if (!scroller) throw new Error('There is no list to scroll.');
    const between: number[] = [];
    let last = performance.now();
    const endMs = last + durationMs;
    await new Promise<void>((done) => {
      const step = (now: number) => {
        between.push(now - last);
        last = now;
        scroller.scrollTop += 60;
        if (now < endMs) requestAnimationFrame(step);
        else done();
      };
      requestAnimationFrame(step);
    });
    return between.slice(2);
  }, seconds * 1_000);
  return frames.sort((a, b) => a - b);
}
