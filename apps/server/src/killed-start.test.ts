import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPortalProcess, temporaryFolder } from '#testing/portal-process.ts';

/** Of the 3.3 MB that a start compiles. */
const KEPT_BYTES = 2_000_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

it('a portal that is killed has kept for the next start what it compiled', async () => {
  const cache = join(folder.path, 'cache');
  await mkdir(cache);
  const portal = await startPortalProcess(join(folder.path, 'data'), { NODE_COMPILE_CACHE: cache });
  await portal.kill('SIGKILL');
  const kept = await readdir(cache, { recursive: true });
  const sizes = await Promise.all(kept.map(async (name) => (await stat(join(cache, name))).size));
  // All of its code is compiled to some megabytes; how many files that are depends on how it is started.
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(KEPT_BYTES);
});
