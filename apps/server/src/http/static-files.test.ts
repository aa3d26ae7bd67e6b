import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compressFolder } from '../../../web/compressed-files.ts';
import { StaticFiles } from './static-files.ts';

const SCRIPT = 'console.log("hello");\n'.repeat(200);
const PATH = '/assets/index-AbCd1234.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-dist-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html>');
  await writeFile(join(folder, PATH), SCRIPT);
  await writeFile(join(folder, 'small.txt'), 'small');
  await writeFile(join(folder, 'font.woff2'), 'font'.repeat(1_000));
  await compressFolder(folder);
});
afterEach(() => rm(folder, { recursive: true }));

it('what the build compressed is sent as it is to who takes it, under the name and the tag of the file itself', async () => {
  const files = new StaticFiles(folder);
  const sent = await files.find(PATH, 'gzip, deflate, br, zstd');
  expect(sent).toMatchObject({ encoding: 'br', type: 'text/javascript; charset=utf-8', isImmutable: true });
  expect(sent?.bytes).toEqual(await readFile(join(folder, `${PATH}.br`)));
  expect(brotliDecompressSync(sent?.bytes ?? '').toString()).toBe(SCRIPT);
  const plain = await files.find(PATH, undefined);
  expect([plain?.bytes.toString(), plain?.etag]).toEqual([SCRIPT, sent?.etag]);
  expect((await files.find(PATH, 'gzip'))?.encoding).toBe('gzip');
  expect(await files.find(`${PATH}.br`, undefined)).toBeUndefined();
});

it('a file that is later than what was compressed of it is compressed anew, and so is what was too small', async () => {
  await writeFile(join(folder, PATH), 'changed');
  await utimes(join(folder, PATH), Date.now() / 1_000 + 60, Date.now() / 1_000 + 60);
  const files = new StaticFiles(folder);
  for (const [path, text] of [
    [PATH, 'changed'],
    ['/small.txt', 'small'],
  ] as const) {
    const sent = await files.find(path, 'br');
    expect([sent?.encoding, brotliDecompressSync(sent?.bytes ?? '').toString()]).toEqual(['br', text]);
  }
  expect((await files.find('/font.woff2', 'br'))?.encoding).toBeUndefined();
});

it('pages are headed with the name of the portal, which is text whatever it holds, and with the next one at once', async () => {
  await writeFile(join(folder, 'index.html'), '<head><title>Telltale</title></head>');
  let name = '';
  const files = new StaticFiles(folder, () => name);
  const page = async () => (await files.page('/assets', false)) ?? { bytes: '', etag: '' };
  const unnamed = await page();
  expect(unnamed.bytes.toString()).toBe('<head><title>Telltale</title></head>');
  name = '$& "A" <B> </title></head>';
  const text = '$&#38; &#34;A&#34; &#60;B&#62; &#60;/title&#62;&#60;/head&#62;';
  const named = await page();
  expect(named.bytes.toString()).toBe(
    `<head><title>${text}</title><meta name="application-name" content="${text}"></head>`,
  );
  expect(named.etag).not.toBe(unnamed.etag);
});
