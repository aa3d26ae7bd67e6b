import type { Page } from '@playwright/test';

const MOST_TABS = 120;

/** Goes to something with the Tab key alone, as who has no mouse does. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    const focused = await page.evaluate(() => {
      const { activeElement: element } = document;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
    if (name.test(focused.trim())) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Nothing called ${name} is reached with the Tab key.`);
}
