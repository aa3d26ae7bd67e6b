/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from '@playwright/test';
import type { UnwatchedBrowser } from './unwatched-browser.ts';

/** Reads how much processor time the page's main thread has taken, milliseconds: what else the machine does is not in it. */
export async function mainThread(page: Page): Promise<() => Promise<number>> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
}

/** Notes milliseconds from asking for the list of assets until its first row is painted and can be clicked. */
function noteOpening(): void {
  const first = Promise.withResolvers<number>();
  const observer = new MutationObserver(() => {
    if (document.querySelector('[role="grid"][aria-label="Assets"] tbody tr[data-index="0"]') === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => first.resolve(performance.now())));
  });
  observer.observe(document, { subtree: true, childList: true });
  Object.assign(window, { noted: first.promise });
}

/** Until the list of assets can be used, by its address, in a browser that nothing follows. The page itself looks when that is. */
export function measureOpening(browser: UnwatchedBrowser, url: string): Promise<number> {
  return browser.open(`${url}/assets`, `(${noteOpening})()`);
}

/** What a keystroke takes until it stands in the field, and until the list holds what it finds; milliseconds, sorted. */
export async function measureTyping(
  page: Page,
  texts: readonly string[],
): Promise<{ field: number[]; list: number[] }> {
  const field = page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /^Search by alias/ }))
    .first();
  await field.click();
  await page.evaluate(() => {
    const times = { field: [] as number[], list: [] as number[] };
    Object.assign(window, { times });
    const count = [...document.querySelectorAll('p[role="status"]')].find(({ textContent }) =>
      /10,000/.test(textContent ?? ''),
    );
    if (count === undefined) throw new Error('There is no count of the list.');
    const onPaint = (act: () => void) => requestAnimationFrame(() => setTimeout(act));
    let pressedMs = 0;
    addEventListener('keydown', () => (pressedMs = performance.now()), true);
    addEventListener('input', () => onPaint(() => times.field.push(performance.now() - pressedMs)), true);
    new MutationObserver(() => onPaint(() => times.list.push(performance.now() - pressedMs))).observe(count, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  for (const text of texts) {
    for (const key of text) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      await page.waitForTimeout(250);
    }
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.waitForTimeout(400);
  }
  const times = await page.evaluate(() => (window as unknown as { times: { field: number[]; list: number[] } }).times);
  return { field: times.field.sort((a, b) => a - b), list: times.list.sort((a, b) => a - b) };
}

/** Milliseconds between frames while the map is dragged to and fro, sorted. */
export async function measurePanning(page: Page, seconds: number): Promise<number[]> {
  const box = await page.locator('.maplibregl-canvas').boundingBox();
  if (box === null) throw new Error('There is no map.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    let last = performance.now();
    const step = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  const endMs = Date.now() + seconds * 1_000;
  for (let turn = 0; Date.now() < endMs; turn++) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    const way = turn % 2 === 0 ? 1 : -1;
    for (let step = 1; step <= 30; step++) await page.mouse.move(x + way * step * 5, y + way * step * 2);
    await page.mouse.up();
  }
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  return frames.slice(2).sort((a, b) => a - b);
}
