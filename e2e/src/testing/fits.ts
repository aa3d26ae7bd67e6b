import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect } from './journey.ts';

const SIZES = { phone: [390, 844], tablet: [820, 1180], desk: [1440, 900] } as const;

/**
 * Shows the same on a phone, a tablet and a desk, where the page stays: all of it is within the width, and accessible.
 * @param shows waits for what tells that the page is there at that width
 */
export async function expectFits(
  page: Page,
  what: string,
  shows?: (size: keyof typeof SIZES) => Promise<void>,
): Promise<void> {
  for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
    const [width, height] = SIZES[size];
    await page.setViewportSize({ width, height });
    await shows?.(size);
    // What follows the width by itself does so in the next frames.
    const widest = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(widest, `${what} on a ${size}`).toBeLessThanOrEqual(width);
    await expectAccessible(page, `${what} on a ${size}`);
  }
}
