import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { aDocument, aPicture, aVideo } from '../testing/file-contents.ts';
import { expectWhole, pick, whereverHeld } from '../testing/held.ts';
import { expect, test } from '../testing/journey.ts';

interface Chosen {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Chooses files as the camera or the folder of a device offers them. */
async function upload(page: Page, within: Page | Locator, files: Chosen[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await within.getByText('Drop files here').tap();
  await (await chooser).setFiles(files);
}

/** Looks at a file until something tells that it is there, and goes back to where it stands. */
async function lookAt(page: Page, name: string, shows: (preview: Locator) => Promise<void>) {
  await page.getByRole('button', { name, exact: true }).tap();
  // Where its folder stands above it, its preview says it once more.
  const preview = page.getByRole('dialog', { name: new RegExp(`${name}$`) });
  await shows(preview);
  await expectWhole(page, `${name} looked at`);
  await preview.getByRole('button', { name: 'Close' }).tap();
  await expect(preview).toBeHidden();
}

test('with a finger files are uploaded, looked at, found among all and deleted', async ({ browser, portal }) => {
  const { assetId } = await portal.anAsset('FILED-1', 'Holder of files');
  await whereverHeld(browser, portal, async (page, held) => {
    const named = (name: string) => `${held} ${name}`;
    await page.goto(`${portal.url}/assets/${assetId}/dashboard`);
    await pick(page, page.getByRole('button', { name: 'More', exact: true }), 'Files');
    const panel = page.getByRole('dialog', { name: 'Files' });
    await panel.getByLabel('Into the folder').fill(held);
    await upload(page, panel, [
      { name: named('plate.png'), mimeType: 'image/png', buffer: await aPicture(page) },
      { name: named('log.csv'), mimeType: 'text/csv', buffer: Buffer.from('time,pressure\n12:00,4.2\n12:01,4.3\n') },
      { name: named('manual.pdf'), mimeType: 'application/pdf', buffer: aDocument('Open the drain first.') },
      { name: named('bearing.webm'), mimeType: 'video/webm', buffer: await aVideo(page) },
    ]);
    await expect(page.getByText('4 files uploaded.')).toBeVisible();
    await panel.getByRole('button', { name: held, exact: true }).tap();
    await expectWhole(page, `the file panel on a ${held}`);
    await lookAt(page, named('plate.png'), async (preview) => {
      const picture = preview.locator('img');
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);
    });
    await panel.getByRole('button', { name: 'Close' }).tap();
    await expect(panel).toBeHidden();

    // Among all files.
    await page.goto(`${portal.url}/files`);
    await page.getByRole('textbox', { name: 'Search files' }).fill(named(''));
    await expect(page.getByRole('status').filter({ hasText: '4 files' })).toBeVisible();
    await expectWhole(page, `all files on a ${held}`);
    const path = (name: string) => `${held}/${named(name)}`;
    await lookAt(page, path('log.csv'), (preview) => expect(preview.getByText('4.3')).toBeVisible());
    await lookAt(page, path('manual.pdf'), async (preview) => {
      await expect(preview.getByRole('status')).toHaveText('1 of 2', { timeout: 30_000 });
      await preview.getByRole('button', { name: /next/i }).tap();
      await expect(preview.getByRole('status')).toHaveText('2 of 2');
    });
    await lookAt(page, path('bearing.webm'), async (preview) => {
      const player = preview.locator('video');
      await expect.poll(() => player.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBe(160);
    });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: `Download ${path('log.csv')}` }).tap(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toContain('12:01,4.3');
    await page.getByRole('button', { name: `Delete ${path('plate.png')}` }).tap();
    await page.getByRole('button', { name: 'Delete', exact: true }).tap();
    await expect(page.getByRole('status').filter({ hasText: '3 files' })).toBeVisible();

    // One of no asset.
    await pick(page, page.getByRole('combobox', { name: 'Of which asset' }), 'Without an asset');
    await page.getByRole('textbox', { name: 'Search files' }).fill(named('note.txt'));
    const note = { name: named('note.txt'), mimeType: 'text/plain', buffer: Buffer.from('All is well.') };
    await upload(page, page, [note]);
    await lookAt(page, named('note.txt'), (preview) => expect(preview.getByText('All is well.')).toBeVisible());
  });
});
