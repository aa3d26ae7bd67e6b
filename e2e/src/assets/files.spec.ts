import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { files } from '@telltale/contract';
import { expectAccessible } from '../testing/accessible.ts';
import { aDocument, aPicture, aVideo } from '../testing/file-contents.ts';
import { expectFits } from '../testing/fits.ts';
import { expect, logIn, test } from '../testing/journey.ts';
import { endPortal, type Portal, startPortal } from '../testing/portal.ts';

/** The file panel of an asset, from its address. */
async function openFiles(page: Page, portal: Portal, assetId: number): Promise<Locator> {
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets?panel=${assetId}&panelTab=files`);
  await expect(page.getByText('There are no files yet.')).toBeVisible();
  return page.getByRole('dialog');
}

/** The preview of a file, over the panel. */
const previewOf = (page: Page, filename: string) => page.getByRole('dialog', { name: filename });

async function closePreview(page: Page, filename: string): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(previewOf(page, filename)).toBeHidden();
}

test('an operator uploads files, looks at them, replaces one and deletes what came before it', async ({
  page,
  portal,
}) => {
  const { assetId } = await portal.anAsset('FILE-1', 'Keeper of files');
  const panel = await openFiles(page, portal, assetId);
  const picture = { name: 'pump.png', mimeType: 'image/png', buffer: await aPicture(page) };
  const table = { name: 'log.csv', mimeType: 'text/csv', buffer: Buffer.from('time,pressure\n12:00,4.2\n12:01,4.3\n') };
  await panel.getByRole('button', { name: 'Upload a file' }).setInputFiles([picture, table]);
  const list = panel.getByRole('list', { name: 'Files', exact: true });
  await expect(list.getByRole('button', { name: 'log.csv', exact: true })).toBeVisible();
  await expectFits(page, 'the files of an asset', () => expect(list.getByText('log.csv').first()).toBeVisible());

  await list.getByRole('button', { name: 'pump.png', exact: true }).click();
  const shown = previewOf(page, 'pump.png').getByRole('img', { name: 'pump.png' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);
  await closePreview(page, 'pump.png');

  await list.getByRole('button', { name: 'log.csv', exact: true }).click();
  await expect(previewOf(page, 'log.csv').getByText('4.3')).toBeVisible();
  await expectAccessible(page, 'a table that is looked at');
  await closePreview(page, 'log.csv');

  await panel
    .getByRole('button', { name: 'Upload a file' })
    .setInputFiles({ name: 'manual.pdf', mimeType: 'application/pdf', buffer: aDocument() });
  await list.getByRole('button', { name: 'manual.pdf', exact: true }).click();
  await expect(previewOf(page, 'manual.pdf').getByRole('status')).toHaveText('1 of 2', { timeout: 30_000 });
  // The black square of the first page.
  const drawn = previewOf(page, 'manual.pdf').getByRole('img', { name: 'manual.pdf, page 1' });
  const middle = (canvas: HTMLCanvasElement) =>
    canvas
      .getContext('2d')
      ?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1)
      .data.join(',');
  await expect.poll(() => drawn.evaluate(middle)).toBe('0,0,0,255');
  await closePreview(page, 'manual.pdf');

  await panel.getByRole('button', { name: 'Upload a file' }).setInputFiles(picture);
  await list.getByRole('button', { name: 'Versions of pump.png' }).click();
  const earlier = panel.getByRole('list', { name: 'Earlier versions of pump.png' });
  await earlier.getByRole('button', { name: 'Delete pump.png' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(earlier).toBeHidden();

  await page.goto(`${portal.url}/files?asset=${assetId}`);
  await expect(page.getByRole('status').filter({ hasText: '3 files' })).toBeVisible();
  await expectFits(page, 'all files');
});

test('a video is played where it stands, and can do nothing else', async ({ page, portal }) => {
  const { assetId } = await portal.anAsset('FILE-3', 'Keeper of videos');
  const panel = await openFiles(page, portal, assetId);
  const video = { name: 'bearing.webm', mimeType: 'video/webm', buffer: await aVideo(page) };
  const broken = { name: 'broken.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no video') };
  await panel.getByRole('button', { name: 'Upload a file' }).setInputFiles([video, broken]);
  await expect(page.getByText('2 files uploaded.')).toBeVisible();
  const answer = page.waitForResponse((response) => response.url().endsWith('/view'));
  await panel.getByRole('button', { name: 'bearing.webm', exact: true }).click();
  expect((await (await answer).allHeaders())['content-security-policy']).toContain('sandbox');
  const player = previewOf(page, 'bearing.webm').locator('video');
  await expect.poll(() => player.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBe(160);
  await player.evaluate((one: HTMLVideoElement) => one.play());
  await expect.poll(() => player.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0.3);
  await expectFits(page, 'a video that is looked at', () => expect(player).toBeVisible());
  await closePreview(page, 'bearing.webm');

  await panel.getByRole('button', { name: 'broken.mp4', exact: true }).click();
  await expect(previewOf(page, 'broken.mp4').getByText('The browser cannot play it.')).toBeVisible();
});

test('a folder is dropped with all that is in it, beside a dashboard whose address shows it to a colleague', async ({
  page,
  portal,
}) => {
  const { assetId } = await portal.anAsset('FILE-4', 'Keeper of folders');
  const folder = join(await mkdtemp(join(tmpdir(), 'telltale-drop-')), 'logs');
  await mkdir(join(folder, 'may'), { recursive: true });
  await writeFile(join(folder, 'may', '7.csv'), 'time,pressure\n12:00,4.2\n');
  await writeFile(join(folder, 'Größe & <b>.txt'), 'All is well.');
  await logIn(page, portal);
  await page.goto(`${portal.url}/assets/${assetId}/dashboard?files=${assetId}`);
  const panel = page.getByRole('dialog', { name: 'Files' });
  const area = await panel.getByText('Drop files here').boundingBox();
  const at = { x: (area?.x ?? 0) + 10, y: (area?.y ?? 0) + 10 };
  const browser = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items: [], files: [folder], dragOperationsMask: 1 };
    await browser.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await expect(page.getByText('2 files uploaded.')).toBeVisible();
  await panel.getByRole('button', { name: 'logs', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Größe & <b>.txt', exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'may', exact: true }).click();
  await expect(page).toHaveURL(/folder=logs%2Fmay/);
  await page.reload();
  await expect(panel.getByRole('button', { name: '7.csv', exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toBeHidden();
  await expect(page).not.toHaveURL(/files=|folder=/);
  await rm(join(folder, '..'), { recursive: true });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a file of no asset is uploaded and found', async ({ page, portal }) => {
    await logIn(page, portal);
    await page.goto(`${portal.url}/files?asset=none`);
    await page
      .getByRole('button', { name: 'Upload a file' })
      .setInputFiles({ name: 'note of the shift.txt', mimeType: 'text/plain', buffer: Buffer.from('All is well.') });
    const file = page.getByRole('button', { name: 'note of the shift.txt', exact: true });
    await expect(file).toBeVisible();
    // The list is dim while what was searched for is on its way.
    const searched = page.waitForResponse(
      (response) => new URL(response.url()).searchParams.get('search') === 'note of',
    );
    await page.getByRole('textbox', { name: 'Search files' }).fill('note of');
    await searched;
    await expect(page.locator('[data-stale="true"]')).toHaveCount(0);
    await file.tap();
    await expect(previewOf(page, 'note of the shift.txt').getByText('All is well.')).toBeVisible();
    await expectAccessible(page, 'a text that is looked at on a phone');
    await closePreview(page, 'note of the shift.txt');
    await expectAccessible(page, 'all files on a phone');
  });
});

test('an upload goes on by itself after the portal was killed in the middle of it', async ({ page }) => {
  // Another portal is started twice, and the client asks for it at ever longer intervals.
  test.setTimeout(150_000);
  const portal = await startPortal();
  try {
    const { assetId } = await portal.anAsset('FILE-2', 'Keeper of large files');
    const panel = await openFiles(page, portal, assetId);
    // Slow enough that the portal can be killed in between.
    const network = await page.context().newCDPSession(page);
    const condition = { offline: false, latency: 0, downloadThroughput: -1 };
    await network.send('Network.emulateNetworkConditions', { ...condition, uploadThroughput: 1_500_000 });
    const buffer = randomBytes(20_000_000);
    // From the disk: what is handed over as it is goes through the browser's protocol as text, which takes a slow machine long.
    const recording = join(portal.folder, 'recording.bin');
    await writeFile(recording, buffer);
    await panel.getByRole('button', { name: 'Upload a file' }).setInputFiles(recording);
    await expect(panel.getByRole('progressbar', { name: 'Uploading recording.bin' })).toBeVisible();
    const folder = join(portal.folder, 'data/files/uploads');
    const come = async () => {
      const [name] = await readdir(folder);
      return name === undefined ? 0 : (await stat(join(folder, name))).size;
    };
    await expect.poll(come).toBeGreaterThanOrEqual(2 ** 20);
    await portal.stop('SIGKILL');
    const before = await come();
    expect(before).toBeLessThan(buffer.length);
    await network.send('Network.emulateNetworkConditions', { ...condition, uploadThroughput: -1 });
    const resumed = page.waitForRequest((request) => request.method() === 'PATCH', { timeout: 90_000 });
    await portal.start();
    // What had come is not sent again.
    expect(Number((await resumed).headers()['upload-offset'])).toBeGreaterThanOrEqual(before);
    await expect(panel.getByRole('link', { name: 'Download recording.bin' })).toBeVisible({ timeout: 30_000 });
    const sha256 = createHash('sha256').update(buffer).digest('hex');
    const [kept] = await portal.call<files.StoredFile[]>('GET', `/api/ef/assets/${assetId}/files`);
    expect(kept).toMatchObject({ filename: 'recording.bin', length: buffer.length, sha256 });
  } finally {
    await endPortal(portal);
  }
});
