import { gzipSync } from 'node:zlib';
import type { Response } from '@playwright/test';
import { expect, logIn, logInByForm, test } from './testing/journey.ts';

/** What login and the asset list may load together (docs/decisions/0050-first-screen-budget.md). */
const BUDGET_BYTES = 190_000;

test('login and the asset list load less than 190 kB of script, gzip', async ({ page, portal }) => {
  await portal.anAsset('BUDGET-1', 'Budgeted equipment');
  const scripts = new Map<string, Promise<Buffer>>();
  const note = (response: Response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
  };
  page.on('response', note);
  await logInByForm(page, portal);
  await expect(page.getByRole('grid', { name: 'Assets' })).toBeVisible();
  // The live client comes after the list, and is part of what the list loads.
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  // What comes once the browser is idle may come after the end of this test.
  page.off('response', note);

  const sizes: { file: string; bytes: number }[] = [];
  for (const [url, body] of scripts) {
    sizes.push({ file: new URL(url).pathname, bytes: gzipSync(await body, { level: 9 }).length });
  }
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const list = sizes
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ file, bytes }) => `${bytes} ${file}`)
    .join('\n');
  expect(sizes.length).toBeGreaterThan(2);
  expect(total, `${total} bytes:\n${list}`).toBeLessThan(BUDGET_BYTES);
});

test('the page Admin loads no file of dashboards or of their editing', async ({ page, portal }) => {
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') files.push(new URL(request.url()).pathname);
  });
  await logIn(page, portal);
  files.length = 0;
  await page.goto(`${portal.url}/admin`);
  await expect(page.getByRole('grid', { name: 'Users' })).toBeVisible();
  expect(files.some((file) => /\/admin-/.test(file))).toBe(true);
  expect(files.filter((file) => /\/(dashboard|views|editing)-/.test(file))).toEqual([]);
});
