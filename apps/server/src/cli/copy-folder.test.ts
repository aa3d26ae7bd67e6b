import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '#testing/portal-process.ts';
import { copyFolder, copyIfThere } from './copy-folder.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const files = (path: string) => readdir(path, { recursive: true }).then((names) => names.toSorted());

it('copies all that stays, where some of it goes while it is copied', async () => {
  const from = join(folder.path, 'from');
  await mkdir(join(from, 'deep'), { recursive: true });
  for (const name of ['a', 'c', 'deep/d', 'deep/f']) await writeFile(join(from, name), name);
  // In the list of names, and gone when it is its turn.
  for (const name of ['b', 'deep/e']) await symlink(join(folder.path, 'nothing'), join(from, name));
  await copyFolder(from, join(folder.path, 'to'));
  expect(await files(join(folder.path, 'to'))).toEqual(['a', 'c', 'deep', 'deep/d', 'deep/f']);
  expect(await readFile(join(folder.path, 'to/deep/f'), 'utf8')).toBe('deep/f');
});

it('copies what links lead to, and leaves out what it is told to', async () => {
  const from = join(folder.path, 'from');
  await mkdir(join(from, 'incoming'), { recursive: true });
  await writeFile(join(from, 'incoming/half'), '');
  await writeFile(join(folder.path, 'mounted.json'), '{}');
  await symlink(join(folder.path, 'mounted.json'), join(from, 'links.json'));
  await copyFolder(from, join(folder.path, 'to'), [join(from, 'incoming')]);
  expect((await readdir(join(folder.path, 'to'), { withFileTypes: true })).map((entry) => entry.isFile())).toEqual([
    true,
  ]);
});

it('takes what is not there for nothing, and what cannot be read for a fault', async () => {
  await copyFolder(join(folder.path, 'nothing'), join(folder.path, 'to'));
  await copyIfThere(join(folder.path, 'nothing'), join(folder.path, 'to'));
  expect(await readdir(folder.path)).toEqual([]);
  await writeFile(join(folder.path, 'file'), '');
  await expect(copyFolder(join(folder.path, 'file'), join(folder.path, 'to'))).rejects.toThrow('ENOTDIR');
});
