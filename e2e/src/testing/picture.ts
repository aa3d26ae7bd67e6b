import { type Page, test } from '@playwright/test';

/** Leaves a picture of what a journey sees among its results, for who wants to look at it. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const file = `${name.replaceAll(/[^\w]+/g, '-')}.png`;
  await page.screenshot({ path: test.info().outputPath(file), animations: 'disabled' });
}
