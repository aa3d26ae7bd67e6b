import { expect, type Locator, type Page } from '@playwright/test';

const MOST_TABS = 120;

/**
 * Goes to something with the Tab key alone, as who has no mouse does.
 * @param target the element, or what whatever has the focus is called
 */
export async function tabTo(page: Page, target: RegExp | Locator): Promise<void> {
  if (!(target instanceof RegExp)) await expect(target.first()).toBeVisible();
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    if (await hasFocus(page, target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} is not reached with the Tab key.`);
}

async function hasFocus(page: Page, target: RegExp | Locator): Promise<boolean> {
  if (!(target instanceof RegExp)) return target.first().evaluate((element) => element === document.activeElement);
  const focused = await page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });
  return target.test(focused.trim());
}

/** Types into a field once it has the focus, in place of what it holds: a key before that is nobody's. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
  await expect(field).toHaveValue(text);
}
