/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from '@playwright/test';

/** From a click on what has this name until the last section of the report is painted, milliseconds. */
export function measureReport(page: Page, name: string): Promise<number> {
  return page.evaluate(async (label) => {
    const find = () =>
      [...document.querySelectorAll<HTMLElement>('a, button')].find(
        (one) => one.textContent?.trim() === label || one.getAttribute('aria-label') === label,
      );
    const button = find();
    if (!button) throw new Error(`There is no ${label}.`);
    const began = performance.now();
    button.click();
    // It says what it is at, until it is done.
    let isAtWork = location.pathname.endsWith('/report') === false;
    for (;;) {
      await new Promise(requestAnimationFrame);
      const said = [...document.querySelectorAll('main [role="status"]')].map(({ textContent }) => textContent);
      const stage = said.find((text) => text !== '') ?? '';
      if (stage !== '') isAtWork = true;
      const hasLog = document.querySelector('[aria-label="Activity log"] tbody tr') !== null;
      const hasGraph = document.querySelector('[aria-label="Depth over time"] canvas') !== null;
      if (isAtWork && stage === '' && hasLog && hasGraph) break;
      if (performance.now() - began > 60_000) throw new Error('The report did not come.');
    }
    // A task that is queued in a frame runs once it has been painted.
    await new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - began;
  }, name);
}
