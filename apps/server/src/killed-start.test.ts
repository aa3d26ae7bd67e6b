import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPortalProcess, temporaryFolder } from '#testing/portal-process.ts';

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
  expect(kept.length).toBeGreaterThan(100);
});
