import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from '@playwright/test';
import type { assets } from '@telltale/contract';
import { aPicture } from '../testing/file-contents.ts';
import { expect, openAssets, test } from '../testing/journey.ts';
import type { Portal } from '../testing/portal.ts';

const PROBLEM =
  'There was a problem grabbing that image. Try downloading it and dragging the image file from your computer.';

/** Another site with a picture: at /open.png others may read it, at /closed.png they may not. */
async function anotherSite(picture: Buffer) {
  const asked: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    const { url: path = '', headers } = request;
    asked.push({ path, headers });
    if (path === '/open.png') response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Content-Type', 'image/png');
    response.end(picture);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked, close: () => server.close() };
}

async function dropAddress(page: Page, area: Locator, address: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.setData('text/uri-list', text);
    return data;
  }, address);
  await area.dispatchEvent('drop', { dataTransfer });
}

/** What kind of picture is stored, and how large it is. */
async function stored(page: Page, portal: Portal, assetId: number, name: string) {
  const { attributes } = await portal.call<assets.Asset>('GET', `/api/ef/assets/${assetId}`);
  const dataUrl = attributes.find(({ attributeName }) => attributeName === name)?.attributeValue;
  if (dataUrl === undefined) return undefined;
  const size = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, dataUrl);
  return [dataUrl.slice(0, dataUrl.indexOf(';')), ...size];
}

test('a picture of another site is dropped by its address, asked for by the browser and without a session', async ({
  page,
  portal,
}) => {
  const { assetId } = await portal.anAsset('IMG-1', 'Picture taker');
  await openAssets(page, portal, 'IMG-1');
  const site = await anotherSite(await aPicture(page));
  try {
    await page.getByRole('button', { name: 'More of IMG-1' }).click();
    await page.getByRole('menuitem', { name: 'Edit…' }).click();
    const panel = page.getByRole('dialog', { name: 'PICTURE TAKER IMG-1' });
    const areas = panel.getByText('Drop an image here');

    await dropAddress(page, areas.first(), `${site.url}/closed.png`);
    await expect(page.getByText(PROBLEM)).toBeVisible();
    expect(await stored(page, portal, assetId, 'thumbnail')).toBeUndefined();

    // One that runs is none: what the browser would draw of it is not asked for.
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>window.ran = true</script></svg>';
    await page.getByRole('button', { name: 'Close message' }).click();
    await expect(page.getByText(PROBLEM)).toHaveCount(0);
    const chooser = panel.locator('input[type="file"]').first();
    await chooser.setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
    await expect(page.getByText(PROBLEM)).toBeVisible();
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    expect(await stored(page, portal, assetId, 'thumbnail')).toBeUndefined();

    await dropAddress(page, areas.first(), `${site.url}/open.png`);
    await expect.poll(() => stored(page, portal, assetId, 'thumbnail')).toEqual(['data:image/jpeg', 150, 75]);
    await dropAddress(page, areas.last(), `${site.url}/open.png`);
    await expect.poll(() => stored(page, portal, assetId, 'marker')).toEqual(['data:image/png', 30, 15]);

    const browser = await page.evaluate(() => navigator.userAgent);
    expect(site.asked.map(({ path }) => path)).toEqual(['/closed.png', '/open.png', '/open.png']);
    for (const { headers } of site.asked) {
      expect(headers['user-agent']).toBe(browser);
      expect(headers.origin).toBe('null');
      expect([headers.cookie, headers.authorization, headers.referer]).toEqual([undefined, undefined, undefined]);
    }
  } finally {
    site.close();
  }
});
