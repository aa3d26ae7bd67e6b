import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { webSources, webSourcesHash } from './web-sources.mjs';

const REPOSITORY = resolve(import.meta.dirname, '..');
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'telltale-web-sources-'));
  for (const path of webSources(REPOSITORY)) await cp(join(REPOSITORY, path), join(root, path));
});
afterAll(() => rm(root, { recursive: true, force: true }));

it.each([
  'apps/web/chunk-groups.ts',
  'apps/web/no-circular-files.ts',
  'apps/web/vite.config.ts',
  'apps/web/index.html',
  'apps/web/made-tomorrow.ts',
  'apps/web/src/made-tomorrow.ts',
  'packages/contract/src/made-tomorrow.ts',
  'packages/domain/src/made-tomorrow.ts',
  'package-lock.json',
])('the web client is built anew when %s changes', async (path) => {
  const before = webSourcesHash(root);
  await writeFile(join(root, path), '{}');
  expect(webSourcesHash(root)).not.toBe(before);
});

it.each(['apps/web/dist/index.html', 'apps/web/src/some.test.ts', 'apps/server/src/main.ts'])(
  'and not when %s does',
  async (path) => {
    const before = webSourcesHash(root);
    await mkdir(join(root, path, '..'), { recursive: true });
    await writeFile(join(root, path), 'x');
    expect(webSourcesHash(root)).toBe(before);
  },
);
