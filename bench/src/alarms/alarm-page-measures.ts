/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from '@playwright/test';

const LONGEST_MS = 30_000;

declare global {
  interface Window {
    /** Milliseconds from now until something holds and was painted. */
    untilPainted(holds: () => boolean, longestMs: number): Promise<number>;
  }
}

async function prepare(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('grid', { name: 'Alarms' }).getByRole('row').nth(1).waitFor();
  await page.evaluate(() => {
    window.untilPainted = async (holds, longestMs) => {
      const began = performance.now();
      while (!holds()) {
        if (performance.now() - began > longestMs) throw new Error('The page did not change.');
        await new Promise(requestAnimationFrame);
      }
      // A task that is queued in a frame runs once it has been painted.
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      return performance.now() - began;
    };
  });
}

/** From a click that asks for other lines until they are painted, milliseconds. */
export async function measureFilters(page: Page, url: string, rounds: number): Promise<number[]> {
  await prepare(page, `${url}/alarms?floods=off`);
  const took: number[] = [];
  for (let round = 0; round < rounds; round++) {
    took.push(
      await page.evaluate(
        async ({ header, longestMs }) => {
          const lines = () => document.querySelector('[role="grid"] tbody')?.textContent;
          const find = () =>
            [...document.querySelectorAll<HTMLElement>('[role="grid"] th button')].find(
              (one) => one.textContent?.trim() === header,
            );
          await window.untilPainted(() => find() !== undefined && Boolean(lines()), longestMs);
          const before = lines();
          const button = find();
          if (!button) throw new Error(`There is no column ${header}.`);
          button.click();
          return window.untilPainted(() => lines() !== before, longestMs);
        },
        { header: round % 2 === 0 ? 'Severity' : 'Asset', longestMs: LONGEST_MS },
      ),
    );
  }
  return took;
}

/**
 * From a value until the alarm that it raises is a line of the open list, milliseconds.
 * @param search finds this alarm alone
 * @param say sends a value: beyond the limit or not
 */
export async function measureRaises(
  page: Page,
  address: string,
  rounds: number,
  { name, say }: { name: string; say: (isBeyond: boolean) => Promise<void> },
): Promise<number[]> {
  await prepare(page, address);
  const took: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const shown = page.evaluate(
      ({ text, longestMs }) =>
        window
          .untilPainted(
            () => document.querySelector('[role="grid"] tbody')?.textContent?.includes(text) ?? false,
            longestMs,
          )
          .then(() => Date.now()),
      { text: name, longestMs: LONGEST_MS },
    );
    const sentMs = Date.now();
    await say(true);
    took.push((await shown) - sentMs);
    await say(false);
    await page.evaluate(
      ({ text, longestMs }) =>
        window.untilPainted(
          () => !document.querySelector('[role="grid"] tbody')?.textContent?.includes(text),
          longestMs,
        ),
      { text: name, longestMs: LONGEST_MS },
    );
    // Not in step with anything.
    await page.waitForTimeout(700 + Math.random() * 600);
  }
  return took;
}
